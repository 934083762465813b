import type { Word } from '../../words.ts'
import { type OptionGrammar, type Options, readOptions } from '../options.ts'

/** Option names in one line: `-abc` lists short ones, other words are long names. */
export type Names = string

export interface Grammar {
  readonly flags?: Names
  readonly values?: Names
  readonly optional?: Names
  readonly singleDash?: boolean
  readonly stopAtOperand?: boolean
  readonly lenient?: boolean
}

function names(line: Names | undefined): string[] {
  return (line ?? '')
    .split(' ')
    .filter(Boolean)
    .flatMap((item) => (item.startsWith('-') ? [...item.slice(1)] : [item]))
}

export function grammarOf(given: Grammar): OptionGrammar {
  return {
    flags: names(given.flags),
    values: names(given.values),
    optional: names(given.optional),
    abbreviations: !given.singleDash,
    ...(given.singleDash ? { singleDash: true } : {}),
    ...(given.stopAtOperand ? { stopAtOperand: true } : {}),
    ...(given.lenient ? { lenient: true } : {}),
  }
}

const CACHE = new WeakMap<Grammar, OptionGrammar>()

/** Reads options by a grammar in its short form; the long form is made once. */
export function optionsOf(words: readonly Word[], grammar: Grammar): Options {
  let full = CACHE.get(grammar)
  if (!full) {
    full = grammarOf(grammar)
    CACHE.set(grammar, full)
  }
  return readOptions(words, full)
}

/** Asks only for help or the version: nothing else happens. */
export function asksForHelp(words: readonly Word[]): boolean {
  for (const { known } of words) {
    if (known === '--') return false
    if (known === '--help' || known === '--version') return true
  }
  return false
}

/** Words that may turn out to be options, or several words: what they do cannot be proven. */
export function mayBeOptions(words: readonly Word[]): boolean {
  for (const word of words) {
    if (word.known === '--') return false
    if (word.dynamic && (word.known.startsWith('\0') ? !word.quoted : /^-[^=]*\0/.test(word.known))) return true
    if (word.glob && /^[*?[]/.test(word.known)) return true
  }
  return false
}

export function isStdin(word: Word): boolean {
  return word.text === '-' || word.text === '/dev/stdin'
}

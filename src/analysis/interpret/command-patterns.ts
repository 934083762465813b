import { environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import { isSecretName } from '../../knowledge/lexicon/secret-names.ts'
import { onlyAsks } from '../../knowledge/lexicon/verb-positions.ts'
import { isReadOnlyVerb } from '../../knowledge/lexicon/verbs.ts'
import { isReadOnlyCommand } from '../generic/generic-command.ts'
import { isLoopbackText, isPort, isRemote, looksLikeFile, matching, notMatching } from '../generic/word-shapes.ts'
import type { Command } from '../words.ts'
import { displayText, type LooseWords } from './loose-words.ts'
import { mayBeOptions } from './word-checks.ts'

export interface CommandPattern {
  readonly words: readonly WordPattern[]
  readonly conditions: readonly PatternCondition[]
  readonly open: boolean
}

type WordPattern =
  | { readonly is: 'any' | 'end' }
  | { readonly is: 'word'; readonly fits: (word: string, begun?: boolean) => boolean }

interface PatternCondition {
  readonly is: 'option' | 'stdout' | 'asks'
  readonly names: readonly string[]
  readonly not: boolean
  readonly value?: (text: string) => boolean
}

export const WORD_CLASSES: Readonly<Record<string, (word: string) => boolean>> = {
  secret: isSecretName,
  pattern: (word) => /[*?[]/.test(word),
  file: looksLikeFile,
  remote: isRemote,
  here: isLoopbackText,
  live: (word) => environmentOfName(word) === 'production',
  port: isPort,
  minute: (word) => /^(?:[1-9]|[1-5]\d|60)s?$/.test(word),
  drops: (word) => /\b(?:drop|truncate)\b/i.test(word),
  changes: (word) => /\b(?:delete|update|insert|merge|create|alter)\b/i.test(word),
  folder: (word) => /^\.{0,2}\/|\/$|^\.$/.test(word) || /^\S*(?:dist|build|out|public|site|docs)$/.test(word),
}

export function parsePatterns(text: string): readonly CommandPattern[] {
  return text
    .split(/\s+/)
    .filter((form) => form !== '')
    .map(parsePattern)
}

function parsePattern(text: string): CommandPattern {
  const parts = text.split('/')
  return {
    words: parts.filter((part) => !isCondition(part)).map(parseWordPattern),
    conditions: parts.filter(isCondition).map(parseCondition),
    open: text === '*',
  }
}

const isCondition = (part: string): boolean => /^!?-|^>|^\?$/.test(part)

function parseWordPattern(part: string): WordPattern {
  if (part === '**') return { is: 'any' }
  if (part === '$') return { is: 'end' }
  return { is: 'word', fits: compileWordMatcher(part) }
}

const MAX_WORD_LENGTH = 200

/** `a|b*|<class>`: any of these. */
function compileWordMatcher(part: string): (word: string, begun?: boolean) => boolean {
  if (part === '*') return () => true
  const choices = part.split('|')
  const plain = new Set(choices.filter(notMatching(/[*?<]/)))
  const classes = choices.flatMap((choice) => WORD_CLASSES[/^<(\w+)>$/.exec(choice)?.[1] ?? ''] ?? [])
  const globs = choices.filter(matching(/[*?]/)).map(compileGlobMatcher)
  return (word, begun) =>
    plain.has(word) ||
    (begun === true && wordPrefixes(word).some((beginning) => plain.has(beginning))) ||
    (word.length < MAX_WORD_LENGTH && globs.some((takes) => takes(word))) ||
    classes.some((isOne) => isOne(word))
}

/** `run:detached` and `run-later` begin with `run`. */
function wordPrefixes(word: string): readonly string[] {
  return [...word.slice(0, MAX_WORD_LENGTH).matchAll(/[:-]/g)].map(({ index }) => word.slice(0, index))
}

/** `certs:*` is what is done with certificates, not `certs:info`: a look has to be named to be taken for anything else. */
function compileGlobMatcher(choice: string): (word: string) => boolean {
  const glob = globToRegExp(choice)
  return choice.endsWith(':*')
    ? (word) => glob.test(word) && !isReadOnlyVerb(word.slice(word.lastIndexOf(':') + 1))
    : (word) => glob.test(word)
}

function globToRegExp(choice: string): RegExp {
  const signs: Readonly<Record<string, string>> = { '*': '[\\s\\S]*?', '?': '[\\s\\S]' }
  return new RegExp(`^${choice.replace(/[^\w-]/g, (sign) => signs[sign] ?? `\\${sign}`)}$`)
}

function parseCondition(part: string): PatternCondition {
  const not = part.startsWith('!')
  const body = not ? part.slice(1) : part
  if (body === '?') return { is: 'asks', names: [], not }
  if (body.startsWith('>')) return { is: 'stdout', names: body.slice(1).split('|'), not }
  const equals = body.indexOf('=')
  if (equals < 0) return { is: 'option', names: body.split('|'), not }
  const wanted = body.slice(equals + 1)
  const fits = compileWordMatcher(wanted.replace(/^!/, ''))
  const value = wanted.startsWith('!') ? (text: string) => !fits(text) : fits
  return { is: 'option', names: body.slice(0, equals).split('|'), not, value }
}

export function optionsOfPattern(form: CommandPattern): readonly string[] {
  return form.conditions.flatMap(({ is, names }) => (is === 'option' ? names : []))
}

const MAX_WORDS = 6
const MAX_MACHINE_WORDS = 24

export interface MatchInput {
  readonly loose: LooseWords
  readonly command: Command
  readonly words: readonly string[]
  readonly more: boolean
  /** A word that only begins like one of a form is taken for it. */
  readonly begun?: true
  /** What fits changes something: behind a word that asks, nothing does. */
  readonly changes?: true
}

export function createMatchInput(loose: LooseWords, command: Command, all?: boolean): MatchInput {
  const first = all ? MAX_MACHINE_WORDS : MAX_WORDS
  return { loose, command, words: loose.operands.slice(0, first).map(displayText), more: loose.operands.length > first }
}

/** How many operands a form takes up; undefined where it does not fit. */
export function matchPattern({ words, conditions }: CommandPattern, seen: MatchInput): number | undefined {
  const end = matchWordsFrom(words, seen, { form: 0, word: 0 })
  return end !== undefined && conditions.every((condition) => isConditionMet(condition, seen)) ? end : undefined
}

interface MatchPosition {
  readonly form: number
  readonly word: number
}

function matchWordsFrom(
  forms: readonly WordPattern[],
  seen: MatchInput,
  { form, word }: MatchPosition,
): number | undefined {
  const next = forms[form]
  if (next === undefined) return word
  const { words, more } = seen
  switch (next.is) {
    case 'end':
      return word >= words.length && !more ? word : undefined
    case 'any':
      for (let from = word; from <= words.length; from++) {
        const end = matchWordsFrom(forms, seen, { form: form + 1, word: from })
        if (end !== undefined) return end
        if (seen.changes && onlyAsks(words[from] ?? '')) return undefined
      }
      return undefined
    case 'word': {
      const text = words[word]
      return text !== undefined && next.fits(text, seen.begun)
        ? matchWordsFrom(forms, seen, { form: form + 1, word: word + 1 })
        : undefined
    }
  }
}

function isConditionMet({ is, names, not, value }: PatternCondition, { loose, command }: MatchInput): boolean {
  if (is === 'stdout') return names.includes(command.stdout) !== not
  if (is === 'asks') return isReadOnlyCommand(command) !== not
  const given = names
    .flatMap((name) =>
      /[*?]/.test(name) ? optionsMatchingGlob(globToRegExp(name), loose) : loose.has(name) ? [name] : [],
    )
    .some((name) => value?.(loose.value(name)?.known ?? '') ?? true)
  // A word that nobody knows may be the option that is not to be there.
  return not ? !given && !mayBeOptions(command.args) : given
}

function optionsMatchingGlob(glob: RegExp, { options }: LooseWords): readonly string[] {
  return [...options.keys()].filter((name) => name.length < MAX_WORD_LENGTH && glob.test(name))
}

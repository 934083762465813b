import { isCodeLoadingWord, optionRole, verbRole, wordsOfName } from '../../knowledge/lexicon/role-words.ts'
import type { Word } from '../words.ts'

/** Option names in one line: `-abc` lists short ones, other words are long names. */
export type OptionNames = string

/** How a program reads its options. Long names may be cut short as far as they stay clear. */
export interface Grammar {
  /** Options that stand alone. */
  readonly flags?: OptionNames
  /** Options that take a value: `-o x`, `-ox`, `--out x`, `--out=x`. */
  readonly values?: OptionNames
  /** Options whose value may only be attached: `--color=auto`, `-i.bak`. */
  readonly optional?: OptionNames
  /** One dash introduces long names, whole ones (`-exec`, `-version`): find, java, terraform, go. */
  readonly singleDash?: boolean
  /** Everything from the first operand on is operands (wrappers such as `env`, `sudo`). */
  readonly stopAtOperand?: boolean
  /** A long option that is not listed changes how it works, unless its name says that it does more. */
  readonly lenient?: boolean
}

export interface Options {
  /** Option name → its values in order; a flag has an empty list per use. */
  readonly given: ReadonlyMap<string, readonly (Word | undefined)[]>
  readonly operands: readonly Word[]
  /** Words that look like options the grammar does not know, and may do anything. Any of these rules out `proven`. */
  readonly unknown: readonly Word[]
  has(...names: readonly string[]): boolean
  /** The last value given for any of these names. */
  value(...names: readonly string[]): Word | undefined
  values(...names: readonly string[]): readonly Word[]
}

interface IndexedGrammar {
  readonly flags: ReadonlySet<string>
  readonly values: ReadonlySet<string>
  readonly optional: ReadonlySet<string>
  readonly longs: readonly string[]
}

const INDEXED_GRAMMARS = new WeakMap<Grammar, IndexedGrammar>()

/** The names of a line: `-ab out` are `a`, `b` and `out`. */
export function parseOptionNames(line: OptionNames = ''): readonly string[] {
  return line
    .split(/\s+/)
    .filter((item) => item !== '')
    .flatMap((item) => (item.startsWith('-') ? [...item.slice(1)] : [item]))
}

/** The names of a grammar as sets, made once for each. */
function indexGrammar(grammar: Grammar): IndexedGrammar {
  const known = INDEXED_GRAMMARS.get(grammar)
  if (known) return known
  const flags = new Set(parseOptionNames(grammar.flags))
  const values = new Set(parseOptionNames(grammar.values))
  const optional = new Set(parseOptionNames(grammar.optional))
  const listed = {
    flags,
    values,
    optional,
    longs: [...flags, ...values, ...optional].filter(({ length }) => length > 1),
  }
  INDEXED_GRAMMARS.set(grammar, listed)
  return listed
}

/** Words for what an option could start, beyond those that load code. */
const PROGRAM_STARTING_WORD = /^(?:pager|shell|editor|browser|ext|filter|pre|rsh|delete|fix)$/

/** Does an option's name say that it writes, changes, loads or starts something? */
function hasSideEffectName(name: string): boolean {
  return (
    optionRole(name) === 'write' ||
    verbRole(name) === 'does' ||
    wordsOfName(name).some((word) => isCodeLoadingWord(word) || PROGRAM_STARTING_WORD.test(word))
  )
}

/** Reads argv by a grammar. Total: anything it does not know is listed in `unknown`, never dropped. */
export function readOptions(words: readonly Word[], grammar: Grammar): Options {
  const { flags, values, optional, longs } = indexGrammar(grammar)
  const given = new Map<string, (Word | undefined)[]>()
  const operands: Word[] = []
  const unknown: Word[] = []
  const note = (name: string, value: Word | undefined) => {
    const list = given.get(name)
    if (list) list.push(value)
    else given.set(name, [value])
  }
  const resolve = (name: string): string | undefined => {
    if (flags.has(name) || values.has(name) || optional.has(name)) return name
    if (grammar.singleDash) return undefined
    const [fit, ...more] = longs.filter((long) => long.startsWith(name))
    if (fit === undefined || more.length > 0) return undefined
    // Where not all are listed, a whole word of a longer name is an option of its own: `--partial` beside `--partial-dir`.
    return grammar.lenient && fit[name.length] === '-' ? undefined : fit
  }

  let index = 0
  const longOption = (word: Word, body: string) => {
    const equals = body.indexOf('=')
    const named = equals < 0 ? body : body.slice(0, equals)
    const name = resolve(named)
    if (name === undefined) {
      // Without a flag for letters of both cases, which takes longest of all to compile.
      const plain = /^[A-Za-z][\w.-]*$/.test(named) && !longs.some((long) => long.startsWith(named))
      if (!grammar.lenient || !plain || hasSideEffectName(named)) unknown.push(word)
      else note(named, equals < 0 ? undefined : sliceWord(word, word.known.length - (body.length - equals - 1)))
      return
    }
    if (equals >= 0) note(name, sliceWord(word, word.known.length - (body.length - equals - 1)))
    else if (values.has(name)) note(name, words[++index])
    else note(name, undefined)
  }
  const shortOptions = (word: Word, body: string) => {
    for (let at = 0; at < body.length; at++) {
      const letter = body[at] ?? ''
      if (values.has(letter)) {
        const attached = body.slice(at + 1)
        note(letter, attached === '' ? words[++index] : sliceWord(word, word.known.length - attached.length))
        return
      }
      if (optional.has(letter)) {
        note(letter, at + 1 < body.length ? sliceWord(word, word.known.length - (body.length - at - 1)) : undefined)
        return
      }
      if (!flags.has(letter)) {
        unknown.push(word)
        return
      }
      note(letter, undefined)
    }
  }

  for (; index < words.length; index++) {
    const word = words[index]
    if (!word) break
    const text = word.known
    if (text === '--') {
      operands.push(...words.slice(index + 1))
      break
    }
    if (text.startsWith('--')) longOption(word, text.slice(2))
    else if (text.startsWith('-') && text.length > 1 && text[1] !== '\0') {
      if (grammar.singleDash && resolve(text.slice(1).split('=')[0] ?? '')) longOption(word, text.slice(1))
      else if (grammar.singleDash && grammar.lenient) longOption(word, text.slice(1))
      else if (grammar.singleDash) unknown.push(word)
      else shortOptions(word, text.slice(1))
    } else {
      if (grammar.stopAtOperand) {
        operands.push(...words.slice(index))
        break
      }
      operands.push(word)
    }
  }
  const list = (names: readonly string[]): Word[] => {
    const found: Word[] = []
    for (const name of names) for (const value of given.get(name) ?? []) if (value !== undefined) found.push(value)
    return found
  }
  return {
    given,
    operands,
    unknown,
    has: (...names) => names.some((name) => given.has(name)),
    value: (...names) => list(names).at(-1),
    values: (...names) => list(names),
  }
}

/** The rest of a word from an offset of its known text: the value in `--out=value`. */
export function sliceWord(word: Word, from: number): Word {
  const known = word.known.slice(from)
  const dynamic = known.includes('\0')
  return { ...word, known, dynamic, text: dynamic ? undefined : known, glob: word.glob && /[*?[]/.test(known) }
}

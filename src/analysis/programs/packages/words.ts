import type { Word } from '../../words.ts'

/** A package manager's command line: the words that are not options, and the options. */
export interface PackageLine {
  readonly operands: readonly Word[]
  /** Option name → its values (separate or attached). */
  readonly options: ReadonlyMap<string, readonly Word[]>
  has(...names: readonly string[]): boolean
  value(...names: readonly string[]): Word | undefined
  /** The words from the nth operand on, options included, as they stand. */
  from(operand: number): readonly Word[]
}

/** Splits a command line; `values` names the options that take the next word. */
export function readLine(words: readonly Word[], values: ReadonlySet<string>): PackageLine {
  const operands: Word[] = []
  const positions: number[] = []
  const options = new Map<string, Word[]>()
  let ended = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word) break
    if (!ended && word.known === '--') {
      ended = true
      continue
    }
    if (ended || !word.known.startsWith('-') || word.known === '-') {
      operands.push(word)
      positions.push(at)
      continue
    }
    const equals = word.known.indexOf('=')
    const name = equals < 0 ? word.known : word.known.slice(0, equals)
    const list = options.get(name) ?? []
    options.set(name, list)
    if (equals >= 0) list.push(rest(word, equals + 1))
    else if (values.has(name)) {
      const next = words[++at]
      if (next) list.push(next)
    }
  }
  return {
    operands,
    options,
    has: (...names) => names.some((name) => options.has(name)),
    value: (...names) => names.flatMap((name) => options.get(name) ?? []).at(-1),
    from: (operand) => {
      const start = positions[operand]
      return start === undefined ? [] : words.slice(start).filter((word, index) => index === 0 || word.known !== '--')
    },
  }
}

function rest(word: Word, from: number): Word {
  const known = word.known.slice(from)
  return { ...word, known, text: word.text === undefined ? undefined : known }
}

/** One thing a sed script does beyond editing its stream. */
export type SedAct =
  | { readonly kind: 'write' | 'read'; readonly file: string }
  | { readonly kind: 'run'; readonly command: string }
  /** Runs what is in the stream, or what a replacement made of it. */
  | { readonly kind: 'run-stream' }

interface SedReading {
  readonly acts: readonly SedAct[]
  readonly complete: boolean
}

/** A bracket expression: `]` first in it is a letter, and `[:x:]` may stand inside. Longer ones are not followed. */
const BRACKET_EXPRESSION = /\[\^?\]?(?:\[([:.=])[a-z-]{1,20}\1\]|[^\]\n]){0,256}\]/y

/** Reads a sed script as sed does. What is not understood ends the reading. */
export function readSed(script: string): SedReading {
  const acts: SedAct[] = []
  let at = 0
  /** Something was read that sed may read otherwise. */
  let doubtful = false
  const take = (form: RegExp): string | undefined => {
    form.lastIndex = at
    const found = form.exec(script)?.[0]
    at += found?.length ?? 0
    return found
  }
  const line = () => take(/[^\n]*\n?/y)?.trim() ?? ''

  /** Up to an unescaped delimiter, which is consumed; false when there is none. */
  const delimited = (delimiter: string | undefined, isPattern: boolean): boolean => {
    while (at < script.length) {
      const letter = script[at]
      if (letter === '[' && isPattern && letter !== delimiter && take(BRACKET_EXPRESSION) !== undefined) continue
      if (letter === '[' && isPattern && letter !== delimiter) doubtful = true
      at += letter === '\\' ? 2 : 1
      if (letter === delimiter) return true
    }
    return false
  }
  const pair = (isPattern: boolean): boolean => {
    const delimiter = take(/[^\n\\]/y)
    return delimiter !== undefined && delimited(delimiter, isPattern) && delimited(delimiter, false)
  }
  const address = (): boolean => {
    if (take(/[\d+~]+|\$/y) !== undefined) return true
    const opened = take(/\/|\\./sy)
    if (opened !== undefined && !delimited(opened.at(-1), true)) return false
    take(/[IM]*/y)
    return true
  }
  const addresses = (): boolean => {
    if (!address() || (take(/\s*,\s*/y) !== undefined && !address())) return false
    take(/[!\s]*/y)
    return true
  }
  const substitution = (): boolean => {
    if (!pair(true)) return false
    const flags = take(/[gpiIMme\d]*/y) ?? ''
    if (flags.includes('e')) acts.push({ kind: 'run-stream' })
    if (take(/w/y) !== undefined) {
      acts.push({ kind: 'write', file: line() })
      return true
    }
    take(/[ \t]*/y)
    return /^(?:|[;\n}#])$/.test(script.charAt(at))
  }
  const command = (): boolean => {
    const letter = script.charAt(at++)
    if (letter === 's') return substitution()
    if (letter === 'y') return pair(false)
    if (/[#:]/.test(letter)) line()
    else if (/[qQlL]/.test(letter)) take(/[\s\d]*/y)
    else if (/[btT]/.test(letter)) take(/[^;\n}]*/y)
    // Text to put in: to the end of the line, and on while lines end in a backslash.
    else if (/[aic]/.test(letter)) take(/(?:[^\n]*\\\n)*[^\n]*\n?/y)
    else if (/[wWrR]/.test(letter)) acts.push({ kind: /w/i.test(letter) ? 'write' : 'read', file: line() })
    else if (letter === 'e') {
      const shellLine = line()
      acts.push(shellLine === '' ? { kind: 'run-stream' } : { kind: 'run', command: shellLine })
    } else return /[{}dDgGhHnNpPxz=F]/.test(letter)
    return true
  }

  while (true) {
    take(/[\s;{}]*/y)
    if (at >= script.length) return { acts, complete: !doubtful }
    if (!addresses() || !command()) return { acts, complete: false }
  }
}

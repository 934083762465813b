/** One thing a sed script does beyond editing its stream. */
export type SedAct =
  | { readonly kind: 'write'; readonly file: string }
  | { readonly kind: 'read'; readonly file: string }
  | { readonly kind: 'run'; readonly command: string }
  /** Runs what is in the stream, or what a replacement made of it. */
  | { readonly kind: 'run-stream' }

export interface SedReading {
  readonly acts: readonly SedAct[]
  /** The whole script was understood. */
  readonly complete: boolean
}

class Reader {
  at = 0
  /** Something was read that sed may read otherwise. */
  doubtful = false
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  get here(): string {
    return this.text[this.at] ?? ''
  }
  get done(): boolean {
    return this.at >= this.text.length
  }
  skip(pattern: RegExp): void {
    while (!this.done && pattern.test(this.here)) this.at += 1
  }
  /** The rest of the line; the newline is consumed. */
  line(): string {
    const end = this.text.indexOf('\n', this.at)
    const rest = this.text.slice(this.at, end < 0 ? undefined : end)
    this.at = end < 0 ? this.text.length : end + 1
    return rest
  }
  /** Up to an unescaped delimiter, which is consumed; false when there is none. */
  delimited(delimiter: string, isPattern: boolean): boolean {
    while (!this.done) {
      const letter = this.here
      if (letter === '\\') this.at += 2
      else if (letter === delimiter) {
        this.at += 1
        return true
      } else if (isPattern && letter === '[') this.bracket()
      else this.at += 1
    }
    return false
  }
  /** A bracket expression: `]` first in it is a letter, and `[:x:]` may stand inside. */
  private bracket(): void {
    let end = this.at + 1
    if (this.text[end] === '^') end += 1
    if (this.text[end] === ']') end += 1
    const limit = Math.min(this.text.length, end + MAX_BRACKET)
    while (end < limit && this.text[end] !== ']' && this.text[end] !== '\n') {
      const inner = this.text[end] === '[' ? /^\[([:.=])[a-z-]{1,20}\1\]/.exec(this.text.slice(end, end + 26)) : null
      end += inner ? inner[0].length : 1
    }
    if (this.text[end] !== ']') this.doubtful = true
    this.at = this.text[end] === ']' ? end + 1 : this.at + 1
  }
}

/** Longer bracket expressions are not followed. */
const MAX_BRACKET = 256

/** Reads a sed script as sed does. What is not understood ends the reading. */
export function readSed(script: string): SedReading {
  const reader = new Reader(script)
  const acts: SedAct[] = []
  while (true) {
    reader.skip(/[\s;{}]/)
    if (reader.done) return { acts, complete: !reader.doubtful }
    if (!skipAddresses(reader) || !readCommand(reader, acts)) return { acts, complete: false }
  }
}

function skipAddresses(reader: Reader): boolean {
  for (let count = 0; count < 2; count++) {
    if (!skipAddress(reader)) return false
    reader.skip(/\s/)
    if (reader.here !== ',') break
    reader.at += 1
    reader.skip(/\s/)
  }
  reader.skip(/[!\s]/)
  return true
}

function skipAddress(reader: Reader): boolean {
  const letter = reader.here
  if (/[\d+~]/.test(letter)) reader.skip(/[\d+~]/)
  else if (letter === '$') reader.at += 1
  else if (letter === '/' || letter === '\\') {
    const delimiter = letter === '/' ? '/' : (reader.text[reader.at + 1] ?? '')
    reader.at += letter === '/' ? 1 : 2
    if (delimiter === '' || !reader.delimited(delimiter, true)) return false
    reader.skip(/[IM]/)
  }
  return true
}

const BARE = /[dDgGhHnNpPxz=F]/

function readCommand(reader: Reader, acts: SedAct[]): boolean {
  const letter = reader.here
  reader.at += 1
  if (letter === '{' || letter === '}' || BARE.test(letter)) return true
  if (letter === '#' || letter === ':') {
    reader.line()
    return true
  }
  if (/[qQlL]/.test(letter)) {
    reader.skip(/[\s\d]/)
    return true
  }
  if (/[btT]/.test(letter)) {
    reader.skip(/[^;\n}]/)
    return true
  }
  if (/[aic]/.test(letter)) return skipText(reader)
  if (/[wWrR]/.test(letter)) {
    const file = reader.line().trim()
    acts.push({ kind: letter.toLowerCase() === 'w' ? 'write' : 'read', file })
    return true
  }
  if (letter === 'e') {
    const command = reader.line().trim()
    acts.push(command === '' ? { kind: 'run-stream' } : { kind: 'run', command })
    return true
  }
  return letter === 's' ? readSubstitution(reader, acts) : letter === 'y' ? skipPair(reader, false) : false
}

/** Text to put in: to the end of the line, and on while lines end in a backslash. */
function skipText(reader: Reader): boolean {
  while (!reader.done) if (!reader.line().endsWith('\\')) return true
  return true
}

function skipPair(reader: Reader, isPattern: boolean): boolean {
  const delimiter = reader.here
  if (delimiter === '' || delimiter === '\n' || delimiter === '\\') return false
  reader.at += 1
  return reader.delimited(delimiter, isPattern) && reader.delimited(delimiter, false)
}

function readSubstitution(reader: Reader, acts: SedAct[]): boolean {
  if (!skipPair(reader, true)) return false
  while (/[gpiIMme\d]/.test(reader.here)) {
    if (reader.here === 'e') acts.push({ kind: 'run-stream' })
    reader.at += 1
  }
  if (reader.here === 'w') {
    reader.at += 1
    acts.push({ kind: 'write', file: reader.line().trim() })
    return true
  }
  reader.skip(/[ \t]/)
  return reader.done || /[;\n}#]/.test(reader.here)
}

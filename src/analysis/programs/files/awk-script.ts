import { type AwkConstants, constantsIn, environmentAt } from './awk-constants.ts'

/** One thing an awk program does beyond printing. Unknown parts of a text are written as `$UNKNOWN`. */
export type AwkAct =
  | {
      readonly kind: 'run'
      readonly command: string
      readonly constant: boolean
      /** What is printed to it; no text when that is not known. */
      readonly input?: { readonly text: string | undefined }
    }
  | { readonly kind: 'write'; readonly file: string; readonly append: boolean; readonly constant: boolean }
  | { readonly kind: 'read'; readonly file: string; readonly constant: boolean }
  | { readonly kind: 'load' }
  /** More acts than are listed. */
  | { readonly kind: 'more' }

export type AwkToken = {
  readonly kind: 'string' | 'name' | 'number' | 'pattern' | 'mark' | 'end'
  readonly text: string
}

const MARKS = ['|&', '||', '&&', '>>', '>=', '<=', '==', '!=', '!~', '+=', '-=', '*=', '/=', '%=', '^=', '++', '--']

function scanString(text: string, from: number, close: string): { readonly end: number; readonly body: string } {
  let body = ''
  let at = from + 1
  for (; at < text.length && text[at] !== close; at++) {
    if (text[at] !== '\\') {
      body += text[at]
      continue
    }
    at += 1
    const letter = text[at] ?? ''
    body += letter === 'n' ? '\n' : letter === 't' ? '\t' : letter === '\n' ? '' : letter
  }
  return { end: at + 1, body }
}

/** After these a slash divides; elsewhere it begins a pattern. */
function divides(before: AwkToken | undefined): boolean {
  if (!before) return false
  if (before.kind === 'name') return !/^(?:print|printf|return|in|if|while|getline)$/.test(before.text)
  return (
    before.kind === 'number' ||
    before.kind === 'string' ||
    before.text === ')' ||
    before.text === ']' ||
    before.text === '$'
  )
}

function tokensOf(text: string): AwkToken[] {
  const tokens: AwkToken[] = []
  let at = 0
  while (at < text.length) {
    const letter = text[at] ?? ''
    if (letter === '#') {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
    } else if (letter === '\n' || letter === ';') {
      tokens.push({ kind: 'end', text: letter })
      at += 1
    } else if (/[\s\\]/.test(letter)) at += letter === '\\' ? 2 : 1
    else if (letter === '"' || (letter === '/' && !divides(tokens.at(-1)))) {
      const { end, body } = scanString(text, at, letter)
      tokens.push({ kind: letter === '"' ? 'string' : 'pattern', text: body })
      at = end
    } else if (/[\w@]/.test(letter)) {
      let end = at + 1
      while (end < text.length && /[\w.:]/.test(text[end] ?? '')) end += 1
      tokens.push({ kind: /\d/.test(letter) ? 'number' : 'name', text: text.slice(at, end) })
      at = end
    } else {
      const mark = MARKS.find((candidate) => text.startsWith(candidate, at)) ?? letter
      tokens.push({ kind: 'mark', text: mark })
      at += mark.length
    }
  }
  return tokens
}

const UNKNOWN = '$UNKNOWN'

/** How many tokens of expressions are followed, and how many acts are listed, before the rest counts as not understood. */
const MAX_FOLLOWED = 400_000
const MAX_ACTS = 200

/** Joins an expression: strings as they are, everything else unknown. */
function joined(
  tokens: readonly AwkToken[],
  constants: AwkConstants,
): { readonly text: string; readonly constant: boolean } {
  let constant = tokens.length > 0
  let text = ''
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token) break
    const environment = environmentAt(tokens, at, constants)
    const held = environment ?? (token.kind === 'name' ? constants.get(token.text) : undefined)
    if (environment !== undefined) at += 3
    if (token.kind === 'string') text += token.text
    else if (held !== undefined) text += held
    else if (token.text !== '(' && token.text !== ')') {
      constant = false
      if (!text.endsWith(UNKNOWN)) text += UNKNOWN
    }
  }
  return { text, constant }
}

/** The tokens from `at` to the end of the statement, the closing bracket, or one of the marks. */
function until(tokens: readonly AwkToken[], at: number, marks: string): AwkToken[] {
  const taken: AwkToken[] = []
  const ends = new Set(marks.split(' '))
  let depth = 0
  for (let index = at; index < tokens.length; index++) {
    const token = tokens[index]
    if (!token) break
    if (token.text === '(') depth += 1
    if (token.text === ')' && --depth < 0) break
    if (depth === 0 && token.kind !== 'string' && (token.kind === 'end' || token.text === '}' || ends.has(token.text)))
      break
    taken.push(token)
  }
  return taken
}

/** The first operand of an expression: a word, a variable of the environment, or all that stands in brackets. */
function firstOf(tokens: readonly AwkToken[]): readonly AwkToken[] {
  if (tokens[0]?.text === 'ENVIRON') return tokens.slice(0, 4)
  if (tokens[0]?.kind !== 'mark' || tokens[0].text !== '(') return tokens.slice(0, 1)
  return until(tokens, 1, '')
}

/** The expression that ends right before `at`. */
function before(tokens: readonly AwkToken[], at: number): AwkToken[] {
  const taken: AwkToken[] = []
  for (let index = at - 1; index >= 0; index--) {
    const token = tokens[index]
    if (!token || token.kind === 'end' || (token.kind === 'mark' && /^[{}(=,!]$|^&&$|^\|\|$/.test(token.text))) break
    if (token.kind === 'name' && /^(?:print|printf|while|if|return)$/.test(token.text)) break
    taken.push(token)
  }
  return taken.reverse()
}

/** Reads an awk program for commands, files and extensions. Total and linear. */
export function readAwk(program: string, given: AwkConstants = new Map()): readonly AwkAct[] {
  const tokens = tokensOf(program)
  const constants = constantsIn(tokens, given)
  let followed = 0
  const spent = (words: readonly AwkToken[]): readonly AwkToken[] => {
    followed += words.length
    return words
  }
  const run = (words: readonly AwkToken[]) => runOf(spent(words), constants)
  const acts: AwkAct[] = []
  let printing = false
  let depth = 0
  tokens.forEach((token, at) => {
    if (acts.length > MAX_ACTS || followed > MAX_FOLLOWED) return
    if (token.kind === 'end' || (token.kind === 'mark' && /^[{}]$/.test(token.text))) {
      printing = false
      depth = 0
    }
    if (token.kind === 'name') {
      if (/^printf?$/.test(token.text)) printing = true
      if (token.text === 'system' && tokens[at + 1]?.text === '(') acts.push(run(until(tokens, at + 2, '')))
      if (token.text === '@load' || token.text === '@include') acts.push({ kind: 'load' })
      const called = token.text.startsWith('@') ? constants.get(token.text.slice(1)) : undefined
      if (token.text.startsWith('@') && tokens[at + 1]?.text === '(' && (called ?? 'system') === 'system')
        acts.push(run(until(tokens, at + 2, '')))
      return
    }
    if (token.kind !== 'mark') return
    if (token.text === '(') depth += 1
    if (token.text === ')') depth -= 1
    if (token.text === '|' || token.text === '|&') {
      const intoGetline = tokens[at + 1]?.text === 'getline'
      if (intoGetline) acts.push(run(before(tokens, at)))
      else acts.push({ ...run(until(tokens, at + 1, '| |&')), input: printedBefore(tokens, at, constants) })
    }
    if (printing && depth <= 0 && (token.text === '>' || token.text === '>>')) {
      const { text, constant } = joined(spent(until(tokens, at + 1, '| > >>')), constants)
      acts.push({ kind: 'write', file: text, append: token.text === '>>', constant })
    }
    if (token.text === '<' && tokens.slice(Math.max(0, at - 2), at).some(({ text }) => text === 'getline')) {
      const { text, constant } = joined(spent(firstOf(until(tokens, at + 1, '> < && ||'))), constants)
      acts.push({ kind: 'read', file: text, constant })
    }
  })
  return acts.length > MAX_ACTS || followed > MAX_FOLLOWED ? [...acts.slice(0, MAX_ACTS), { kind: 'more' }] : acts
}

/** What a `print` right before the pipe at `at` prints. */
function printedBefore(
  tokens: readonly AwkToken[],
  at: number,
  constants: AwkConstants,
): { readonly text: string | undefined } {
  const words = before(tokens, at)
  const verb = tokens[at - words.length - 1]?.text
  const plain = /^printf?$/.test(verb ?? '') && words.length > 0
  const { text, constant } = joined(words, constants)
  return { text: plain && constant ? `${text}\n` : undefined }
}

function runOf(tokens: readonly AwkToken[], constants: AwkConstants): Extract<AwkAct, { kind: 'run' }> {
  const { text, constant } = joined(tokens, constants)
  return { kind: 'run', command: text, constant }
}

import { isNotOptionLike, matching, notMatching } from '../generic/word-shapes.ts'

/** Fish in the words of a POSIX shell, block by block: a generous reading that never proves anything. */

const MAX_LENGTH = 64 * 1024

interface FishStatement {
  readonly words: readonly string[]
  readonly end: string
}

export function translateFish(text: string): string | undefined {
  const statements = text.length > MAX_LENGTH ? undefined : parseStatements(text)
  if (!statements) return undefined
  const blocks: string[] = []
  let out = ''
  for (const { words, end } of statements) {
    const piece = translateStatement(words, blocks)
    if (piece === undefined) return undefined
    const opened = /(?:\bdo|\bthen|\{)$/.test(piece)
    out += opened ? `${piece}\n` : `${piece}${end === ';' ? '\n' : ` ${end} `}`
  }
  return blocks.length === 0 ? out : undefined
}

function translateStatement(words: readonly string[], blocks: string[]): string | undefined {
  const [first = '', ...rest] = words
  const line = rest.join(' ')
  switch (first) {
    case 'end':
      return blocks.length === 0 ? undefined : [blocks.pop(), line].join(' ').trim()
    case 'for':
      blocks.push('done')
      return `for ${line}; do`
    case 'while':
      blocks.push('done')
      return `while ${line}; do`
    case 'if':
      blocks.push('fi')
      return `if ${line}; then`
    case 'else':
      return rest[0] === 'if' ? `elif ${rest.slice(1).join(' ')}; then` : 'else :'
    case 'begin':
      blocks.push('}')
      return `{ :;\n${translateStatement(rest, blocks) ?? ''}`
    case 'function':
      blocks.push('}')
      return `${rest.find(matching(/^[\w-]+$/)) ?? 'f'}() {`
    // Every branch may be the one that runs.
    case 'switch':
      blocks.push('}')
      return `: ${line}; {`
    case 'case':
      return ':'
    case 'and':
    case 'or':
    case 'command':
    case 'builtin':
      return translateStatement(rest, blocks)
    case 'not':
      return `! ${translateStatement(rest, blocks) ?? ''}`
    case 'set':
      return translateSet(rest)
    case 'funcsave':
      return rest.map(savedFunction).join('\n')
    case 'alias':
      return rest.some(matching(/^(?:-s|--save)$/))
        ? savedFunction(rest.find(isNotOptionLike)?.split('=', 1)[0] ?? 'f')
        : words.join(' ')
    case 'source':
    case '.':
      return line === '' || line === '-' ? '. /dev/stdin' : `. ${line}`
    default:
      return words.join(' ')
  }
}

/** A function that every later shell finds: what it does is done one day, and it lies among what fish loads. */
function savedFunction(name: string): string {
  return /^[\w-]+$/.test(name) ? `${name}\n: > ~/.config/fish/functions/${name}.fish` : `: ${name}`
}

/** `set -gx name a b`, `set -e name`. */
function translateSet(words: readonly string[]): string {
  const flags = words.filter(matching(/^-/)).join('')
  const [name = '', ...values] = words.filter(notMatching(/^-/))
  if (!/^[A-Za-z_]\w*$/.test(name)) return `: ${words.join(' ')}`
  if (/e/.test(flags)) return `unset ${name}`
  const value = values.length === 1 ? values[0] : values.length === 0 ? '' : `"${values.join(' ').replaceAll('"', '')}"`
  return `${/x/.test(flags) ? 'export ' : ''}${name}=${value}`
}

/** The statements of a text, each as its words; `(…)` is a substitution. */
function parseStatements(text: string): readonly FishStatement[] | undefined {
  const found: FishStatement[] = []
  let words: string[] = []
  let word = ''
  let depth = 0
  const endWord = () => {
    if (word !== '') words.push(word)
    word = ''
  }
  const endStatement = (end: string) => {
    endWord()
    if (words.length > 0) found.push({ words, end })
    words = []
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '\\') {
      word += text.slice(at, at + 2)
      at++
    } else if (sign === "'" || sign === '"') {
      const close = closingQuote(text, at)
      if (close === undefined) return undefined
      word += sign === "'" ? toPosixQuotes(text.slice(at + 1, close)) : text.slice(at, close + 1)
      at = close
    } else if (sign === '(') {
      word += word.endsWith('$') ? '(' : '$('
      depth++
    } else if (sign === ')') {
      if (depth-- === 0) return undefined
      word += ')'
    } else if (depth > 0) word += sign
    else if (sign === '#' && word === '') at = lineEnd(text, at) - 1
    else if (sign === ';' || sign === '\n') endStatement(';')
    else if (sign === '|' || (sign === '&' && !/[<>]$/.test(word) && text.charAt(at + 1) !== '>')) {
      const double = text.charAt(at + 1) === sign
      endStatement(double ? sign + sign : sign)
      if (double) at++
    } else if (/\s/.test(sign)) endWord()
    else word += sign
  }
  endStatement(';')
  return depth === 0 ? found : undefined
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

function closingQuote(text: string, open: number): number | undefined {
  const quote = text.charAt(open)
  for (let at = open + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++
    else if (text.charAt(at) === quote) return at
  }
  return undefined
}

/** In fish's single quotes `\'` and `\\` are escapes. */
function toPosixQuotes(inner: string): string {
  const plain = inner.replace(/\\(['\\])/g, '$1')
  return `'${plain.replaceAll("'", `'\\''`)}'`
}

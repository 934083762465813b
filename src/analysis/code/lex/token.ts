export type TokenKind =
  | 'name'
  | 'number'
  | 'text'
  | 'template'
  | 'shell'
  | 'regex'
  | 'operator'
  | 'newline'
  | 'indent'
  | 'dedent'
  | 'end'

export type TemplatePart = string | readonly Token[]

export interface Token {
  readonly kind: TokenKind
  /** The name, operator, number as written; for `text` and `regex` the decoded content. */
  readonly text: string
  readonly parts?: readonly TemplatePart[]
  readonly spaced: boolean
  readonly fresh: boolean
}

export const END_TOKEN: Token = { kind: 'end', text: '', spaced: true, fresh: true }

export const MAX_TEMPLATE_DEPTH = 8

export const TOO_DEEP_TOKENS: Token[] = [{ kind: 'operator', text: '\0too deep', spaced: true, fresh: false }]

/** Stands where a quote has no partner: what follows may be code or text, no parser knows which. */
export const UNTERMINATED = '\0unterminated'

const SIMPLE_ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['e', '\x1b'],
])

const ESCAPE_SEQUENCE =
  /\\(?:x\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{1,2})|u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|(\r?\n)|([\s\S]))/g

export function unescapeText(body: string): string {
  if (!body.includes('\\')) return body
  return body.replace(ESCAPE_SEQUENCE, (_all, x1, x2, u1, u2, u3, octal, line, single) => {
    const hex = x1 ?? x2 ?? u1 ?? u2 ?? u3
    if (hex !== undefined) return codePoint(Number.parseInt(hex, 16))
    if (octal !== undefined) return codePoint(Number.parseInt(octal, 8))
    if (line !== undefined) return ''
    return SIMPLE_ESCAPES.get(single) ?? single
  })
}

export function unescapeRaw(body: string, quote: string): string {
  return body.replace(/\\([\s\S])/g, (all, single) => (single === quote || single === '\\' ? single : all))
}

function codePoint(code: number): string {
  return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}

const MAX_TOKENS = 50_000

export class TooManyTokens extends Error {}

const PART_SIZE = 4

function templateSize(parts: readonly TemplatePart[]): number {
  return parts.reduce((sum, part) => sum + PART_SIZE + (typeof part === 'string' ? 0 : part.length), 1)
}

export class TokenList {
  readonly tokens: Token[] = []
  spaced = false
  fresh = true
  private count = 0

  add(kind: TokenKind, text: string, parts?: readonly TemplatePart[]): void {
    this.count += parts ? templateSize(parts) : 1
    if (this.count > MAX_TOKENS) throw new TooManyTokens()
    const token = { kind, text, spaced: this.spaced, fresh: this.fresh }
    this.tokens.push(parts ? { ...token, parts } : token)
    this.spaced = false
    this.fresh = false
  }

  space(): void {
    this.spaced = true
  }

  line(): void {
    this.spaced = true
    this.fresh = true
  }

  last(): Token | undefined {
    return this.tokens.at(-1)
  }
}

export function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

export function closerOf(opener: string): string {
  return ')]}>'['([{<'.indexOf(opener)] ?? opener
}

export function delimitedEnd(text: string, from: number, opener: string): number {
  const closer = closerOf(opener)
  let depth = 1
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === closer && --depth === 0) return at + 1
    else if (char === opener && closer !== opener) depth++
  }
  return text.length
}

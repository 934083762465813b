import { END_TOKEN, type Token } from '../lex/token.ts'
import type { FunctionNode, Node, Parameter } from '../syntax.ts'
import type { Parser } from './expression.ts'

const MAX_DEPTH = 120

export const TOO_DEEP_CONFUSIONS = Number.POSITIVE_INFINITY

/** Walks tokens for a parser. Never throws: what does not fit is counted in `confusions` and skipped. */
export class Cursor {
  readonly tokens: readonly Token[]
  at = 0
  confusions = 0
  depth = 0
  readonly closers: Int32Array

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
    this.closers = matchBrackets(tokens)
  }

  peek(ahead = 0): Token {
    return this.tokens[this.at + ahead] ?? END_TOKEN
  }

  next(): Token {
    const token = this.peek()
    if (this.at < this.tokens.length) this.at++
    return token
  }

  get done(): boolean {
    return this.at >= this.tokens.length
  }

  is(text: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token.text === text && (token.kind === 'operator' || token.kind === 'name')
  }

  isAny(texts: ReadonlySet<string>): boolean {
    const token = this.peek()
    return (token.kind === 'operator' || token.kind === 'name') && texts.has(token.text)
  }

  take(text: string): boolean {
    if (!this.is(text)) return false
    this.at++
    return true
  }

  expect(text: string): void {
    if (!this.take(text)) this.confusions++
  }

  /** `(x,)`, just read: a list of one. Commas further in belong to other brackets. */
  endedWithComma(): boolean {
    let last = this.at - 2
    while (this.tokens[last]?.kind === 'newline') last--
    return this.tokens[last]?.kind === 'operator' && this.tokens[last]?.text === ','
  }

  confuse(): void {
    this.confusions++
  }

  mustMove(before: number): void {
    if (this.at !== before) return
    this.confusions++
    this.next()
  }

  /** Repeats a rule up to the closer, which stays. */
  until(closer: string, rule: () => unknown): void {
    while (!this.done && !this.is(closer)) {
      const before = this.at
      rule()
      this.mustMove(before)
    }
  }

  /** What stands between commas up to the closer, which is taken. */
  items(closer: string, rule: () => unknown): void {
    this.until(closer, () => this.take(',') || (this.peek().kind === 'newline' && this.next()) || rule())
    this.expect(closer)
  }

  afterBracket(ahead = 0): Token {
    const close = this.closers[this.at + ahead] ?? this.tokens.length
    return this.tokens[close + 1] ?? END_TOKEN
  }

  /** Skips what is of no use, up to one of these or so many tokens; a call in it is not understood, never dropped. */
  skipTo(stops: readonly string[], most = Number.POSITIVE_INFINITY): void {
    for (let count = 0; count < most && !this.done && !stops.some((stop) => this.is(stop)); count++) {
      const token = this.next()
      if (token.kind === 'name' && this.is('(') && !this.peek().spaced && token.text !== 'declare') this.confuse()
      if (token.kind === 'shell') this.confuse()
    }
  }

  skipBracket(): void {
    this.at = Math.min((this.closers[this.at] ?? this.tokens.length) + 1, this.tokens.length)
  }

  nested<T>(rule: () => T, otherwise: T): T {
    if (this.depth >= MAX_DEPTH) {
      this.confusions = TOO_DEEP_CONFUSIONS
      this.next()
      return otherwise
    }
    this.depth++
    const result = rule()
    this.depth--
    return result
  }
}

function matchBrackets(tokens: readonly Token[]): Int32Array {
  const closers = new Int32Array(tokens.length).fill(tokens.length)
  const open: number[] = []
  tokens.forEach((token, index) => {
    if (token.kind !== 'operator') return
    if (token.text === '(' || token.text === '[' || token.text === '{') open.push(index)
    else if (token.text === ')' || token.text === ']' || token.text === '}') {
      const start = open.pop()
      if (start !== undefined) closers[start] = index
    }
  })
  return closers
}

export function functionNode(
  name: string | undefined,
  parameters: readonly Parameter[],
  body: readonly Node[],
  exposed: boolean,
): FunctionNode {
  return { type: 'function', name, parameters, body, exposed }
}

export interface LanguageGrammar {
  statement(parser: Parser): readonly Node[]
  readonly binary: ReadonlyMap<string, number>
  readonly unary: ReadonlySet<string>
  readonly members: ReadonlySet<string>
  readonly assignments: ReadonlySet<string>
  readonly stops: ReadonlySet<string>
  primary(parser: Parser): Node | undefined
  postfix(parser: Parser, node: Node): Node
  readonly braces: 'map' | 'none'
  readonly commandCalls: boolean
  /** Keyword arguments: `name=` or `name:`. */
  readonly named: '=' | ':' | 'none'
}

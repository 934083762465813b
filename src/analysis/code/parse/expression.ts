import { TOO_DEEP, type Token } from '../lex/token.ts'
import { type Argument, afterCalls, callNode, callsIn, NOTHING, type Node, nameNode, textNode } from '../syntax.ts'
import { readBraces, readSquare } from './collections.ts'
import { Cursor, type Expressions, type LanguageGrammar, TOO_DEEP_TO_READ } from './cursor.ts'

const MAX_POSTFIXES = 400

export class ExpressionParser implements Expressions {
  readonly cursor: Cursor
  readonly grammar: LanguageGrammar

  constructor(tokens: readonly Token[], grammar: LanguageGrammar) {
    this.cursor = new Cursor(tokens)
    this.grammar = grammar
  }

  expression(): Node {
    return this.cursor.nested<Node>(() => this.assignment(), NOTHING)
  }

  private assignment(): Node {
    const { cursor, grammar } = this
    const left = this.ternary()
    const token = cursor.peek()
    if (token.kind !== 'operator' || !grammar.assignments.has(token.text)) return left
    cursor.next()
    return { type: 'assign', target: left, operator: token.text, value: this.expression() }
  }

  private ternary(): Node {
    const { cursor } = this
    const test = this.binary(0)
    if (this.grammar.named === '=' && cursor.take('if')) {
      const condition = this.binary(0)
      if (!cursor.take('else')) return { type: 'choice', test: condition, values: [test] }
      return { type: 'choice', test: condition, values: [test, this.expression()] }
    }
    if (!cursor.is('?') || this.grammar.stops.has('?')) return test
    cursor.next()
    if (cursor.take(':')) return { type: 'choice', test: undefined, values: [test, this.expression()] }
    const yes = this.expression()
    cursor.expect(':')
    return { type: 'choice', test, values: [yes, this.expression()] }
  }

  /** Operators that bind at least as tight as `least`; equal ones in one chain. */
  private binary(least: number): Node {
    const { cursor } = this
    let left = this.unary()
    for (;;) {
      const level = this.level()
      if (level === undefined || level < least) return left
      const operands: Node[] = [left]
      const operators: string[] = []
      while (this.level() === level) {
        const operator = this.operatorText()
        const { at } = cursor
        operators.push(operator)
        operands.push(cursor.nested<Node>(() => this.binary(level + 1), NOTHING))
        // Only a range may lack its end.
        if (cursor.at === at && !operator.startsWith('..')) cursor.confuse()
      }
      left = operators.every((operator) => CHOICES.has(operator))
        ? { type: 'choice', test: undefined, values: operands }
        : { type: 'chain', operands, operators }
    }
  }

  private level(): number | undefined {
    const token = this.cursor.peek()
    if (token.kind !== 'operator' && token.kind !== 'name') return undefined
    if (token.text === 'not' && this.cursor.is('in', 1)) return this.grammar.binary.get('in')
    return this.grammar.binary.get(token.text)
  }

  private operatorText(): string {
    const first = this.cursor.next().text
    if (first === 'not' || (first === 'is' && this.cursor.is('not'))) return `${first} ${this.cursor.next().text}`
    return first
  }

  private unary(): Node {
    const { cursor, grammar } = this
    const token = cursor.peek()
    if ((token.kind === 'operator' || token.kind === 'name') && grammar.unary.has(token.text)) {
      cursor.next()
      if (token.text === 'yield') cursor.take('from')
      return { type: 'unary', operator: token.text, value: cursor.nested<Node>(() => this.unary(), NOTHING) }
    }
    return this.operand()
  }

  operand(): Node {
    let node = this.primary()
    for (let count = 0; count < MAX_POSTFIXES; count++) {
      const longer = this.postfix(node)
      if (longer === node) return node
      node = longer
    }
    this.cursor.confuse()
    return node
  }

  private postfix(node: Node): Node {
    const { cursor, grammar } = this
    const token = cursor.peek()
    if (token.kind === 'operator') {
      if (grammar.members.has(token.text)) {
        const special = grammar.postfix(this, node)
        if (special !== node) return special
        cursor.next()
        if (cursor.is('[')) return this.subscript(node)
        if (cursor.take('(')) return { type: 'call', callee: node, args: this.callArguments(')') }
        return this.member(node)
      }
      if (token.text === '(' && !(grammar.commandCalls && token.spaced && grammar.named === ':')) {
        cursor.next()
        return { type: 'call', callee: node, args: this.callArguments(')') }
      }
      if (token.text === '[' && !(grammar.commandCalls && token.spaced && node.type === 'name'))
        return this.subscript(node)
    }
    return grammar.postfix(this, node)
  }

  private member(object: Node): Node {
    const { cursor } = this
    const token = cursor.peek()
    if (token.kind === 'name') {
      cursor.next()
      return { type: 'member', object, name: token.text }
    }
    if (token.text === '{') {
      cursor.next()
      const key = this.expression()
      cursor.expect('}')
      return { type: 'index', object, key }
    }
    if (token.kind === 'operator' || token.kind === 'number' || token.kind === 'text') cursor.next()
    if (token.kind === 'text') return { type: 'member', object, name: token.text }
    return { type: 'member', object, name: '?' }
  }

  private subscript(object: Node): Node {
    const { cursor } = this
    const bounds: (Node | undefined)[] = []
    cursor.next()
    let sliced = false
    while (!cursor.done && !cursor.is(']')) {
      if (cursor.take(':')) {
        sliced = true
        if (bounds.length === 0) bounds.push(undefined)
        if (cursor.is(':') || cursor.is(']')) bounds.push(undefined)
      } else if (!cursor.take(',')) {
        const before = cursor.at
        bounds.push(this.expression())
        cursor.mustMove(before)
      }
    }
    cursor.expect(']')
    if (sliced) return { type: 'slice', object, bounds }
    const [key = NOTHING] = bounds
    const more = bounds.slice(1).flatMap((bound) => (bound ? callsIn(bound) : []))
    return { type: 'index', object, key: afterCalls(more, key) }
  }

  callArguments(closer: string): Argument[] {
    const args: Argument[] = []
    const { cursor } = this
    while (!cursor.done && !cursor.is(closer)) {
      const before = cursor.at
      if (cursor.take(',') || cursor.peek().kind === 'newline') {
        if (cursor.peek().kind === 'newline') cursor.next()
        continue
      }
      args.push(this.argument())
      cursor.mustMove(before)
    }
    cursor.expect(closer)
    return args
  }

  argument(): Argument {
    const { cursor, grammar } = this
    const token = cursor.peek()
    const following = cursor.peek(1)
    const keyword = token.kind === 'name' || token.kind === 'text'
    if (grammar.named !== 'none' && keyword && following.kind === 'operator' && following.text === grammar.named) {
      if (grammar.named === '=' || !following.spaced) {
        cursor.next()
        cursor.next()
        return { name: token.text, value: this.comprehension(this.expression()) }
      }
    }
    return this.item()
  }

  item(): Argument {
    const { cursor, grammar } = this
    const token = cursor.peek()
    if (
      token.kind === 'operator' &&
      (token.text === '*' ||
        token.text === '**' ||
        token.text === '...' ||
        (token.text === '&' && grammar.named === ':'))
    ) {
      cursor.next()
      if (cursor.is(')') || cursor.is(',')) return { name: undefined, value: NOTHING }
      const value = this.expression()
      return { name: token.text === '**' ? '**' : undefined, value: { type: 'spread', value } }
    }
    const value = this.comprehension(this.expression())
    if (cursor.take('=>')) {
      const paired = this.expression()
      const name = value.type === 'text' ? value.text : value.type === 'name' ? value.name : undefined
      return { name, value: afterCalls(callsIn(value), paired) }
    }
    return { name: undefined, value }
  }

  /** `… for x in xs if c` behind an expression. */
  comprehension(value: Node): Node {
    const { cursor } = this
    if (this.grammar.named !== '=') return value
    cursor.take('async')
    if (!cursor.take('for')) return value
    const target = this.targets()
    cursor.expect('in')
    const iterable = this.binary(0)
    const tests: Node[] = []
    while (cursor.take('if')) tests.push(this.binary(0))
    const body = cursor.nested<Node>(() => this.comprehension(value), NOTHING)
    return { type: 'each', target, iterable, body: [...tests, body] }
  }

  /** The names a loop binds: `a`, `a, b`, `(a, b)`. */
  targets(): Node {
    const items: Node[] = []
    do {
      this.cursor.take('*')
      items.push(this.operand())
    } while (this.cursor.take(',') && !this.cursor.is('in'))
    return items.length === 1 && items[0] ? items[0] : { type: 'list', items }
  }

  list(closer: string): Node[] {
    const { cursor } = this
    const items: Node[] = []
    while (!cursor.done && !cursor.is(closer)) {
      const before = cursor.at
      if (cursor.take(',') || cursor.take('=>') || cursor.take(';')) continue
      if (cursor.peek().kind === 'newline') {
        cursor.next()
        continue
      }
      items.push(this.argument().value)
      cursor.mustMove(before)
    }
    cursor.expect(closer)
    return items
  }

  private primary(): Node {
    const { cursor, grammar } = this
    const own = grammar.primary(this)
    if (own) return own
    const token = cursor.peek()
    switch (token.kind) {
      case 'text':
      case 'template':
        return this.texts()
      case 'shell':
        cursor.next()
        return { type: 'shell', parts: this.parts(token) }
      case 'regex':
        cursor.next()
        return callNode(nameNode('RegExp'), [textNode(token.text), ...this.parts(token).flatMap(callsIn)])
      case 'number':
        cursor.next()
        return { type: 'number', text: token.text }
      case 'name':
        cursor.next()
        return nameNode(token.text)
      case 'operator':
        return this.bracket(token)
      default:
        return NOTHING
    }
  }

  private bracket(token: Token): Node {
    const { cursor, grammar } = this
    if (token.text === '(') {
      cursor.next()
      const items = this.list(')')
      return items.length === 1 && !cursor.endedWithComma() ? (items[0] ?? NOTHING) : { type: 'list', items }
    }
    if (token.text === '...') cursor.next()
    if (token.text === '[') {
      cursor.next()
      return readSquare(this)
    }
    if (token.text === '{' && grammar.braces === 'map') {
      cursor.next()
      return readBraces(this)
    }
    return NOTHING
  }

  /** Adjacent string literals are one text. */
  private texts(): Node {
    const { cursor } = this
    const parts: Node[] = []
    while (cursor.peek().kind === 'text' || cursor.peek().kind === 'template') {
      const token = cursor.peek()
      if (parts.length > 0 && this.grammar.named === 'none') break
      cursor.next()
      if (token.kind === 'text') parts.push(textNode(token.text))
      else parts.push(...this.parts(token))
    }
    return parts.length === 1 && parts[0]?.type === 'text' ? parts[0] : { type: 'template', parts }
  }

  parts(token: Token): Node[] {
    return (token.parts ?? []).map((part) => {
      if (typeof part === 'string') return textNode(part)
      if (part === TOO_DEEP) this.cursor.confusions = TOO_DEEP_TO_READ
      const inner = new ExpressionParser(part, this.grammar)
      const nodes = this.cursor.nested<Node[]>(() => inner.whole(), [])
      this.cursor.confusions += inner.cursor.confusions
      return afterCalls(nodes.slice(0, -1), nodes.at(-1) ?? NOTHING)
    })
  }

  private whole(): Node[] {
    const { cursor } = this
    const nodes: Node[] = []
    while (!cursor.done) {
      const before = cursor.at
      if (cursor.take(',') || cursor.take(';') || (cursor.peek().kind === 'newline' && cursor.next())) continue
      nodes.push(this.expression())
      cursor.mustMove(before)
    }
    return nodes
  }
}

const CHOICES = new Set(['or', '||', '??', 'and', '&&', '//', '?:'])

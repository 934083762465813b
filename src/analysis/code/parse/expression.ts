import { TOO_DEEP_TOKENS, type Token } from '../lex/token.ts'
import {
  type Argument,
  afterCalls,
  callNode,
  callsIn,
  choiceNode,
  EMPTY_NODE,
  type Node,
  nameNode,
  type ObjectEntry,
  oneOrList,
  textNode,
  wordSet,
} from '../syntax.ts'
import { Cursor, type LanguageGrammar, TOO_DEEP_CONFUSIONS } from './cursor.ts'

const MAX_POSTFIXES = 400

export class Parser extends Cursor {
  readonly grammar: LanguageGrammar

  constructor(tokens: readonly Token[], grammar: LanguageGrammar) {
    super(tokens)
    this.grammar = grammar
  }

  /** A whole text; `confusions` counts what did not fit. */
  static parse(tokens: readonly Token[], grammar: LanguageGrammar): { body: Node[]; confusions: number } {
    const parser = new Parser(tokens, grammar)
    const body: Node[] = []
    parser.until('', () => body.push(...grammar.statement(parser)))
    return { body, confusions: parser.confusions }
  }

  /** The statements of a `{ … }`. */
  block(): Node[] {
    const body: Node[] = []
    this.expect('{')
    this.until('}', () => body.push(...this.grammar.statement(this)))
    this.take('}')
    return body
  }

  expression(): Node {
    return this.nested<Node>(() => this.assignment(), EMPTY_NODE)
  }

  private assignment(): Node {
    const { grammar } = this
    const left = this.ternary()
    const token = this.peek()
    if (token.kind !== 'operator' || !grammar.assignments.has(token.text)) return left
    this.next()
    return { type: 'assign', target: left, operator: token.text, value: this.expression() }
  }

  private ternary(): Node {
    const test = this.binary(0)
    if (this.grammar.named === '=' && this.take('if')) {
      const condition = this.binary(0)
      if (!this.take('else')) return { type: 'choice', test: condition, values: [test] }
      return { type: 'choice', test: condition, values: [test, this.expression()] }
    }
    if (!this.is('?') || this.grammar.stops.has('?')) return test
    this.next()
    if (this.take(':')) return choiceNode(test, this.expression())
    const yes = this.expression()
    this.expect(':')
    return { type: 'choice', test, values: [yes, this.expression()] }
  }

  private binary(least: number): Node {
    let left = this.unary()
    for (;;) {
      const level = this.level()
      if (level === undefined || level < least) return left
      const operands: Node[] = [left]
      const operators: string[] = []
      while (this.level() === level) {
        const operator = this.operatorText()
        const { at } = this
        operators.push(operator)
        operands.push(this.nested<Node>(() => this.binary(level + 1), EMPTY_NODE))
        // Only a range may lack its end.
        if (this.at === at && !operator.startsWith('..')) this.confuse()
      }
      left = operators.every((operator) => CHOICE_OPERATORS.has(operator))
        ? choiceNode(...operands)
        : { type: 'chain', operands, operators }
    }
  }

  private level(): number | undefined {
    const token = this.peek()
    if (token.kind !== 'operator' && token.kind !== 'name') return undefined
    if (token.text === 'not' && this.is('in', 1)) return this.grammar.binary.get('in')
    return this.grammar.binary.get(token.text)
  }

  private operatorText(): string {
    const first = this.next().text
    if (first === 'not' || (first === 'is' && this.is('not'))) return `${first} ${this.next().text}`
    return first
  }

  private unary(): Node {
    const { grammar } = this
    const token = this.peek()
    if ((token.kind === 'operator' || token.kind === 'name') && grammar.unary.has(token.text)) {
      this.next()
      if (token.text === 'yield') this.take('from')
      return { type: 'unary', operator: token.text, value: this.nested<Node>(() => this.unary(), EMPTY_NODE) }
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
    this.confuse()
    return node
  }

  private postfix(node: Node): Node {
    const { grammar } = this
    const token = this.peek()
    if (token.kind === 'operator') {
      if (grammar.members.has(token.text)) {
        const special = grammar.postfix(this, node)
        if (special !== node) return special
        this.next()
        if (this.is('[')) return this.subscript(node)
        if (this.take('(')) return { type: 'call', callee: node, args: this.callArguments(')') }
        return this.member(node)
      }
      if (token.text === '(' && !(grammar.commandCalls && token.spaced && grammar.named === ':')) {
        this.next()
        return { type: 'call', callee: node, args: this.callArguments(')') }
      }
      if (token.text === '[' && !(grammar.commandCalls && token.spaced && node.type === 'name'))
        return this.subscript(node)
    }
    return grammar.postfix(this, node)
  }

  private member(object: Node): Node {
    const token = this.peek()
    if (token.kind === 'name') {
      this.next()
      return { type: 'member', object, name: token.text }
    }
    if (token.text === '{') {
      this.next()
      const key = this.expression()
      this.expect('}')
      return { type: 'index', object, key }
    }
    if (token.kind === 'operator' || token.kind === 'number' || token.kind === 'text') this.next()
    if (token.kind === 'text') return { type: 'member', object, name: token.text }
    return { type: 'member', object, name: '?' }
  }

  private subscript(object: Node): Node {
    const bounds: (Node | undefined)[] = []
    this.next()
    let sliced = false
    while (!this.done && !this.is(']')) {
      if (this.take(':')) {
        sliced = true
        if (bounds.length === 0) bounds.push(undefined)
        if (this.is(':') || this.is(']')) bounds.push(undefined)
      } else if (!this.take(',')) {
        const before = this.at
        bounds.push(this.expression())
        this.mustMove(before)
      }
    }
    this.expect(']')
    if (sliced) return { type: 'slice', object, bounds }
    const [key = EMPTY_NODE] = bounds
    const more = bounds.slice(1).flatMap((bound) => (bound ? callsIn(bound) : []))
    return { type: 'index', object, key: afterCalls(more, key) }
  }

  callArguments(closer: string): Argument[] {
    const args: Argument[] = []
    this.items(closer, () => args.push(this.argument()))
    return args
  }

  argument(): Argument {
    const { grammar } = this
    const token = this.peek()
    const following = this.peek(1)
    const keyword = token.kind === 'name' || token.kind === 'text'
    if (grammar.named !== 'none' && keyword && following.kind === 'operator' && following.text === grammar.named) {
      if (grammar.named === '=' || !following.spaced) {
        this.next()
        this.next()
        return { name: token.text, value: this.comprehension(this.expression()) }
      }
    }
    return this.item()
  }

  item(): Argument {
    const { grammar } = this
    const token = this.peek()
    if (
      token.kind === 'operator' &&
      (token.text === '*' ||
        token.text === '**' ||
        token.text === '...' ||
        (token.text === '&' && grammar.named === ':'))
    ) {
      this.next()
      if (this.is(')') || this.is(',')) return { name: undefined, value: EMPTY_NODE }
      const value = this.expression()
      return { name: token.text === '**' ? '**' : undefined, value: { type: 'spread', value } }
    }
    const value = this.comprehension(this.expression())
    if (this.take('=>')) {
      const paired = this.expression()
      const name = value.type === 'text' ? value.text : value.type === 'name' ? value.name : undefined
      return { name, value: afterCalls(callsIn(value), paired) }
    }
    return { name: undefined, value }
  }

  /** `… for x in xs if c` behind an expression. */
  comprehension(value: Node): Node {
    if (this.grammar.named !== '=') return value
    this.take('async')
    if (!this.take('for')) return value
    const target = this.targets()
    this.expect('in')
    const iterable = this.binary(0)
    const tests: Node[] = []
    while (this.take('if')) tests.push(this.binary(0))
    const body = this.nested<Node>(() => this.comprehension(value), EMPTY_NODE)
    return { type: 'each', target, iterable, body: [...tests, body] }
  }

  targets(): Node {
    const items: Node[] = []
    do {
      this.take('*')
      items.push(this.operand())
    } while (this.take(',') && !this.is('in'))
    return oneOrList(items)
  }

  list(closer: string): Node[] {
    const items: Node[] = []
    this.items(closer, () => {
      if (!this.take('=>') && !this.take(';')) items.push(this.argument().value)
    })
    return items
  }

  private primary(): Node {
    const { grammar } = this
    const own = grammar.primary(this)
    if (own) return own
    const token = this.peek()
    switch (token.kind) {
      case 'text':
      case 'template':
        return this.texts()
      case 'shell':
        this.next()
        return { type: 'shell', parts: this.parts(token) }
      case 'regex':
        this.next()
        return callNode(nameNode('RegExp'), [textNode(token.text), ...this.parts(token).flatMap(callsIn)])
      case 'number':
        this.next()
        return { type: 'number', text: token.text }
      case 'name':
        this.next()
        return nameNode(token.text)
      case 'operator':
        return this.bracket(token)
      default:
        return EMPTY_NODE
    }
  }

  private bracket(token: Token): Node {
    const { grammar } = this
    if (token.text === '(') {
      this.next()
      const items = this.list(')')
      return items.length === 1 && !this.endedWithComma() ? (items[0] ?? EMPTY_NODE) : { type: 'list', items }
    }
    if (token.text === '...') this.next()
    if (token.text === '[') {
      this.next()
      return this.square()
    }
    if (token.text === '{' && grammar.braces === 'map') {
      this.next()
      return this.braces()
    }
    return EMPTY_NODE
  }

  /** A list, or a map when it has `=>` pairs. */
  private square(): Node {
    const entries: ObjectEntry[] = []
    const items: Node[] = []
    this.items(']', () => {
      const { name, value } = this.argument()
      if (name && name !== '**') entries.push({ key: textNode(name), value })
      else items.push(value)
    })
    return entries.length > 0 && items.length === 0 ? { type: 'map', entries } : { type: 'list', items }
  }

  /** A map or set after its `{`. */
  private braces(): Node {
    const entries: ObjectEntry[] = []
    const items: Node[] = []
    this.items('}', () => {
      const token = this.peek()
      const bare = (token.kind === 'name' || token.kind === 'text') && (this.is(':', 1) || this.is('=>', 1))
      const named = token.kind === 'name' && this.grammar.named === '='
      const key = bare ? (named ? nameNode(token.text) : textNode(token.text)) : this.argument().value
      if (bare) this.next()
      if (this.take(':') || this.take('=>')) entries.push({ key, value: this.comprehension(this.expression()) })
      else items.push(key)
    })
    return entries.length === 0 && items.length > 0
      ? { type: 'list', items }
      : { type: 'map', entries: [...entries, ...items.map((value) => ({ key: EMPTY_NODE, value }))] }
  }

  private texts(): Node {
    const parts: Node[] = []
    while (this.peek().kind === 'text' || this.peek().kind === 'template') {
      const token = this.peek()
      if (parts.length > 0 && this.grammar.named === 'none') break
      this.next()
      if (token.kind === 'text') parts.push(textNode(token.text))
      else parts.push(...this.parts(token))
    }
    return parts.length === 1 && parts[0]?.type === 'text' ? parts[0] : { type: 'template', parts }
  }

  parts(token: Token): Node[] {
    return (token.parts ?? []).map((part) => {
      if (typeof part === 'string') return textNode(part)
      if (part === TOO_DEEP_TOKENS) this.confusions = TOO_DEEP_CONFUSIONS
      const inner = new Parser(part, this.grammar)
      const nodes = this.nested<Node[]>(() => inner.whole(), [])
      this.confusions += inner.confusions
      return afterCalls(nodes.slice(0, -1), nodes.at(-1) ?? EMPTY_NODE)
    })
  }

  private whole(): Node[] {
    const nodes: Node[] = []
    while (!this.done) {
      const before = this.at
      if (this.take(',') || this.take(';') || (this.peek().kind === 'newline' && this.next())) continue
      nodes.push(this.expression())
      this.mustMove(before)
    }
    return nodes
  }
}

const CHOICE_OPERATORS = wordSet('or || ?? and && // ?:')

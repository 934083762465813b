import { NOTHING, type Node, nameNode, type ObjectEntry, type Parameter, textNode } from '../syntax.ts'
import { type Expressions, functionNode, type LanguageGrammar } from './cursor.ts'
import { skipAngles, skipType, skipTypeArguments } from './javascript-types.ts'

export type ReadBlock = (parser: Expressions) => Node[]
export type ReadClass = (parser: Expressions) => Node

export function javaScriptGrammar(readBlock: ReadBlock, readClass: ReadClass): LanguageGrammar {
  return {
    binary: new Map([
      ...['||', '??', '&&'].map((op) => [op, 1] as const),
      ...['==', '!=', '===', '!==', '<', '>', '<=', '>=', 'in', 'instanceof'].map((op) => [op, 3] as const),
      ['|', 4],
      ['^', 4],
      ['&', 4],
      ['<<', 5],
      ['>>', 5],
      ['>>>', 5],
      ['+', 6],
      ['-', 6],
      ['*', 7],
      ['/', 7],
      ['%', 7],
      ['**', 9],
    ]),
    unary: new Set(['!', '-', '+', '~', 'await', 'typeof', 'void', 'delete', 'yield', '++', '--']),
    members: new Set(['.', '?.']),
    assignments: new Set([
      '=',
      '+=',
      '-=',
      '*=',
      '/=',
      '%=',
      '**=',
      '<<=',
      '>>=',
      '>>>=',
      '&=',
      '|=',
      '^=',
      '&&=',
      '||=',
      '??=',
    ]),
    stops: new Set(),
    primary: (parser) => primary(parser, readBlock, readClass),
    postfix,
    braces: 'none',
    commandCalls: false,
    named: 'none',
  }
}

function primary(parser: Expressions, readBlock: ReadBlock, readClass: ReadClass): Node | undefined {
  const { cursor } = parser
  const token = cursor.peek()
  if (token.kind === 'operator') {
    if (token.text === '(' && arrowFollows(parser)) return arrow(parser, readBlock)
    if (token.text === '{') return object(parser, readBlock)
    if (token.text === '@') return { type: 'block', body: [...readDecorators(parser), parser.operand()] }
    if (token.text === '<' && skipTypeArguments(cursor)) return primary(parser, readBlock, readClass)
    return undefined
  }
  if (token.kind !== 'name') return undefined
  if (token.text === 'async' && !cursor.peek(1).fresh && (cursor.peek(1).kind === 'name' || cursor.is('(', 1))) {
    if (cursor.is('function', 1) || cursor.is('=>', 2) || (cursor.is('(', 1) && arrowFollows(parser, 1))) {
      cursor.next()
      return primary(parser, readBlock, readClass)
    }
  }
  if (cursor.is('=>', 1)) return arrow(parser, readBlock)
  switch (token.text) {
    case 'function':
      cursor.next()
      return functionRest(parser, readBlock, false)
    case 'class':
      cursor.next()
      return readClass(parser)
    case 'new':
      return construct(parser)
    default:
      return undefined
  }
}

/** `@a.b(c)` before a class, a member or a parameter: an expression that is called with it. */
export function readDecorators(parser: Expressions): Node[] {
  const found: Node[] = []
  while (parser.cursor.take('@')) found.push(parser.operand())
  return found
}

/** `function` and what follows; the word itself is taken. */
export function functionRest(parser: Expressions, readBlock: ReadBlock, exposed: boolean): Node {
  const { cursor } = parser
  cursor.take('*')
  const name = cursor.peek().kind === 'name' ? cursor.next().text : undefined
  const parameters = readParameters(parser)
  return functionNode(name, parameters, bodyAfter(parser, readBlock), exposed)
}

/** The return type, if any, and the body; a declaration without a body has none. */
export function bodyAfter(parser: Expressions, readBlock: ReadBlock): Node[] {
  const { cursor } = parser
  if (cursor.take(':')) skipType(cursor)
  return cursor.is('{') ? readBlock(parser) : []
}

export function readParameters(parser: Expressions): Parameter[] {
  const { cursor } = parser
  skipAngles(cursor)
  cursor.expect('(')
  const parameters: Parameter[] = []
  while (!cursor.done && !cursor.is(')')) {
    const before = cursor.at
    if (cursor.take(',')) continue
    const decorators = readDecorators(parser)
    while (
      /^(?:public|private|protected|readonly|override)$/.test(cursor.peek().text) &&
      cursor.peek(1).kind === 'name'
    )
      cursor.next()
    const rest = cursor.take('...')
    const target = parser.operand()
    cursor.take('?')
    if (cursor.take(':')) skipType(cursor)
    const initial = cursor.take('=') ? parser.expression() : undefined
    parameters.push({ target, initial, rest })
    for (const decorator of decorators) parameters.push({ target: NOTHING, initial: decorator, rest: false })
    cursor.mustMove(before)
  }
  cursor.expect(')')
  return parameters
}

/** Is the bracket that opens here the parameters of an arrow function, with or without a type behind them? */
function arrowFollows(parser: Expressions, ahead = 0): boolean {
  const { cursor } = parser
  const after = cursor.afterBracket(ahead)
  if (after.text === '=>') return true
  if (after.text !== ':' || after.kind !== 'operator') return false
  const { at } = cursor
  cursor.at = (cursor.closers[at + ahead] ?? 0) + 2
  skipType(cursor, 'arrow')
  const follows = cursor.is('=>')
  cursor.at = at
  return follows
}

function arrow(parser: Expressions, readBlock: ReadBlock): Node {
  const { cursor } = parser
  const parameters = cursor.is('(')
    ? readParameters(parser)
    : [{ target: nameNode(cursor.next().text), initial: undefined, rest: false }]
  if (cursor.take(':')) skipType(cursor, 'arrow')
  cursor.expect('=>')
  const body: Node[] = cursor.is('{') ? readBlock(parser) : [{ type: 'return', value: parser.expression() }]
  return functionNode(undefined, parameters, body, false)
}

/** `new X(…)` is a call of X. */
function construct(parser: Expressions): Node {
  const { cursor } = parser
  cursor.next()
  if (cursor.take('.')) {
    cursor.next()
    return NOTHING
  }
  const made = parser.operand()
  return made.type === 'call' ? made : { type: 'call', callee: made, args: [] }
}

function object(parser: Expressions, readBlock: ReadBlock): Node {
  const { cursor } = parser
  cursor.next()
  const entries: ObjectEntry[] = []
  while (!cursor.done && !cursor.is('}')) {
    const before = cursor.at
    if (cursor.take(',')) continue
    entries.push(property(parser, readBlock))
    cursor.mustMove(before)
  }
  cursor.expect('}')
  return { type: 'map', entries }
}

function property(parser: Expressions, readBlock: ReadBlock): ObjectEntry {
  const { cursor } = parser
  if (cursor.take('...')) return { key: NOTHING, value: { type: 'spread', value: parser.expression() } }
  while (/^(?:get|set|async|static)$/.test(cursor.peek().text) && !/^[,:(}=]$/.test(cursor.peek(1).text)) cursor.next()
  cursor.take('*')
  const token = cursor.peek()
  let key: Node = NOTHING
  if (cursor.take('[')) {
    key = parser.expression()
    cursor.expect(']')
  } else {
    cursor.next()
    key = textNode(token.text)
  }
  if (cursor.is('(') || cursor.is('<')) {
    const parameters = readParameters(parser)
    return { key, value: functionNode(token.text, parameters, bodyAfter(parser, readBlock), true) }
  }
  if (cursor.take(':')) return { key, value: parser.expression() }
  const shorthand = nameNode(token.text)
  if (cursor.take('='))
    return { key, value: { type: 'assign', target: shorthand, operator: '=', value: parser.expression() } }
  return { key, value: shorthand }
}

function postfix(parser: Expressions, node: Node): Node {
  const { cursor } = parser
  const token = cursor.peek()
  if (token.kind === 'template' && node.type !== 'text' && node.type !== 'nothing')
    return { type: 'call', callee: node, args: [{ name: undefined, value: parser.operand() }] }
  if (token.fresh) return node
  if (token.kind === 'name' && (token.text === 'as' || token.text === 'satisfies')) {
    cursor.next()
    if (!cursor.take('const')) skipType(cursor)
    return { type: 'choice', test: undefined, values: [node] }
  }
  if (token.kind !== 'operator') return node
  if (token.text === '++' || token.text === '--' || (token.text === '!' && !token.spaced)) {
    cursor.next()
    return { type: 'choice', test: undefined, values: [node] }
  }
  if (
    token.text === '<' &&
    !token.spaced &&
    (node.type === 'name' || node.type === 'member') &&
    skipTypeArguments(cursor)
  )
    return { type: 'choice', test: undefined, values: [node] }
  return node
}

import {
  assignNode,
  callNode,
  callsIn,
  choiceNode,
  EMPTY_NODE,
  expandKeys,
  type Node,
  nameNode,
  type ObjectEntry,
  type Parameter,
  textNode,
  wordSet,
} from '../syntax.ts'
import { functionNode, type LanguageGrammar } from './cursor.ts'
import type { Parser } from './expression.ts'
import { skipAngles, skipType, skipTypeArguments } from './javascript-types.ts'

export const JAVASCRIPT_GRAMMAR: Omit<LanguageGrammar, 'statement'> = {
  binary: expandKeys({
    '|| ?? &&': 1,
    '== != === !== < > <= >= in instanceof': 3,
    '| ^ &': 4,
    '<< >> >>>': 5,
    '+ -': 6,
    '* / %': 7,
    '**': 9,
  }),
  unary: wordSet('! - + ~ await typeof void delete yield ++ --'),
  members: wordSet('. ?.'),
  assignments: wordSet('= += -= *= /= %= **= <<= >>= >>>= &= |= ^= &&= ||= ??='),
  stops: new Set(),
  primary: parsePrimary,
  postfix: parsePostfix,
  braces: 'none',
  commandCalls: false,
  named: 'none',
}

function parsePrimary(parser: Parser): Node | undefined {
  const token = parser.peek()
  if (token.kind === 'operator') {
    if (token.text === '(' && arrowFollows(parser)) return parseArrow(parser)
    if (token.text === '{') return parseObject(parser)
    if (token.text === '@') return { type: 'block', body: [...parseDecorators(parser), parser.operand()] }
    if (token.text === '<' && skipTypeArguments(parser)) return parsePrimary(parser)
    return undefined
  }
  if (token.kind !== 'name') return undefined
  if (token.text === 'async' && !parser.peek(1).fresh && (parser.peek(1).kind === 'name' || parser.is('(', 1))) {
    if (parser.is('function', 1) || parser.is('=>', 2) || (parser.is('(', 1) && arrowFollows(parser, 1))) {
      parser.next()
      return parsePrimary(parser)
    }
  }
  if (parser.is('=>', 1)) return parseArrow(parser)
  switch (token.text) {
    case 'function':
      parser.next()
      return parseFunctionRest(parser, false)
    case 'class':
      parser.next()
      return parseClass(parser)
    case 'new':
      return parseNew(parser)
    default:
      return undefined
  }
}

/** `@a.b(c)` before a class, a member or a parameter: an expression that is called with it. */
function parseDecorators(parser: Parser): Node[] {
  const found: Node[] = []
  while (parser.take('@')) found.push(parser.operand())
  return found
}

export function parseFunctionRest(parser: Parser, exposed: boolean): Node {
  parser.take('*')
  const name = parser.peek().kind === 'name' ? parser.next().text : undefined
  const parameters = parseParameters(parser)
  return functionNode(name, parameters, parseBodyAfter(parser), exposed)
}

function parseBodyAfter(parser: Parser): Node[] {
  if (parser.take(':')) skipType(parser)
  return parser.is('{') ? parser.block() : []
}

export function parseParameters(parser: Parser): Parameter[] {
  skipAngles(parser)
  parser.expect('(')
  const parameters: Parameter[] = []
  parser.items(')', () => {
    const decorators = parseDecorators(parser)
    while (
      /^(?:public|private|protected|readonly|override)$/.test(parser.peek().text) &&
      parser.peek(1).kind === 'name'
    )
      parser.next()
    const rest = parser.take('...')
    const target = parser.operand()
    parser.take('?')
    if (parser.take(':')) skipType(parser)
    const initial = parser.take('=') ? parser.expression() : undefined
    parameters.push({ target, initial, rest })
    for (const decorator of decorators) parameters.push({ target: EMPTY_NODE, initial: decorator, rest: false })
  })
  return parameters
}

/** Is the bracket that opens here the parameters of an arrow function, with or without a type behind them? */
function arrowFollows(parser: Parser, ahead = 0): boolean {
  const after = parser.afterBracket(ahead)
  if (after.text === '=>') return true
  if (after.text !== ':' || after.kind !== 'operator') return false
  const { at } = parser
  parser.at = (parser.closers[at + ahead] ?? 0) + 2
  skipType(parser, 'arrow')
  const follows = parser.is('=>')
  parser.at = at
  return follows
}

function parseArrow(parser: Parser): Node {
  const parameters = parser.is('(')
    ? parseParameters(parser)
    : [{ target: nameNode(parser.next().text), initial: undefined, rest: false }]
  if (parser.take(':')) skipType(parser, 'arrow')
  parser.expect('=>')
  const body: Node[] = parser.is('{') ? parser.block() : [{ type: 'return', value: parser.expression() }]
  return functionNode(undefined, parameters, body, false)
}

/** `new X(…)` is a call of X. */
function parseNew(parser: Parser): Node {
  parser.next()
  if (parser.take('.')) {
    parser.next()
    return EMPTY_NODE
  }
  const made = parser.operand()
  return made.type === 'call' ? made : callNode(made, [])
}

function parseObject(parser: Parser): Node {
  parser.next()
  const entries: ObjectEntry[] = []
  parser.items('}', () => entries.push(parseProperty(parser)))
  return { type: 'map', entries }
}

function parseProperty(parser: Parser): ObjectEntry {
  if (parser.take('...')) return { key: EMPTY_NODE, value: { type: 'spread', value: parser.expression() } }
  while (/^(?:get|set|async|static)$/.test(parser.peek().text) && !/^[,:(}=]$/.test(parser.peek(1).text)) parser.next()
  parser.take('*')
  const token = parser.peek()
  let key: Node = EMPTY_NODE
  if (parser.take('[')) {
    key = parser.expression()
    parser.expect(']')
  } else {
    parser.next()
    key = textNode(token.text)
  }
  if (parser.is('(') || parser.is('<')) {
    const parameters = parseParameters(parser)
    return { key, value: functionNode(token.text, parameters, parseBodyAfter(parser), true) }
  }
  if (parser.take(':')) return { key, value: parser.expression() }
  const shorthand = nameNode(token.text)
  if (parser.take('=')) return { key, value: assignNode(shorthand, parser.expression()) }
  return { key, value: shorthand }
}

function parsePostfix(parser: Parser, node: Node): Node {
  const token = parser.peek()
  if (token.kind === 'template' && node.type !== 'text' && node.type !== 'nothing')
    return { type: 'call', callee: node, args: [{ name: undefined, value: parser.operand() }] }
  if (token.fresh) return node
  if (token.kind === 'name' && (token.text === 'as' || token.text === 'satisfies')) {
    parser.next()
    if (!parser.take('const')) skipType(parser)
    return choiceNode(node)
  }
  if (token.kind !== 'operator') return node
  if (token.text === '++' || token.text === '--' || (token.text === '!' && !token.spaced)) {
    parser.next()
    return choiceNode(node)
  }
  if (
    token.text === '<' &&
    !token.spaced &&
    (node.type === 'name' || node.type === 'member') &&
    skipTypeArguments(parser)
  )
    return choiceNode(node)
  return node
}

export function parseClass(parser: Parser): Node {
  const named = parser.peek().kind === 'name' && !parser.is('extends') && !parser.is('implements')
  const name = named ? parser.next().text : 'class'
  skipAngles(parser)
  const bases = parser.take('extends') ? [parser.operand()] : []
  skipAngles(parser)
  if (parser.take('implements'))
    do skipType(parser)
    while (parser.take(','))
  parser.expect('{')
  const body: Node[] = []
  parser.until('}', () => body.push(...parseClassMember(parser)))
  parser.expect('}')
  return { type: 'class', name, bases, body }
}

const MODIFIERS = wordSet('static async get set public private protected readonly override abstract declare accessor')

function parseClassMember(parser: Parser): Node[] {
  if (parser.take(';')) return []
  const found = parseDecorators(parser)
  while (parser.isAny(MODIFIERS) && !/^[(<=;:}?!]$/.test(parser.peek(1).text)) parser.next()
  if (parser.is('{')) return [...found, ...parser.block()]
  parser.take('*')
  const token = parser.peek()
  // A key in brackets is computed when the class is made.
  if (!parseComputedKey(parser, found)) parser.next()
  parser.take('?')
  parser.take('!')
  if (parser.is('(') || parser.is('<')) {
    const parameters = parseParameters(parser)
    return [...found, functionNode(token.text, parameters, parseBodyAfter(parser), true)]
  }
  if (parser.take(':')) skipType(parser)
  if (parser.take('=')) {
    const value = parser.expression()
    found.push(assignNode(nameNode(token.text), value))
  }
  const after = parser.peek()
  if (!after.fresh && !parser.is(';') && !parser.is('}')) parser.confuse()
  return found
}

function parseComputedKey(parser: Parser, found: Node[]): boolean {
  if (!parser.take('[')) return false
  found.push(...callsIn(parser.expression()))
  parser.expect(']')
  return true
}

export function parseEnum(parser: Parser): Node[] {
  const found: Node[] = []
  parser.next()
  parser.expect('{')
  parser.items('}', () => {
    if (!parseComputedKey(parser, found)) parser.next()
    if (parser.take('=')) found.push(...callsIn(parser.expression()))
    if (!parser.is(',') && !parser.is('}')) parser.confuse()
  })
  return found
}

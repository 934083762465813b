import {
  type Argument,
  byWord,
  callNode,
  choiceOf,
  type Node,
  nameNode,
  type Parameter,
  textNode,
  words,
} from '../syntax.ts'
import { functionNode, type LanguageGrammar } from './cursor.ts'
import type { Parser } from './expression.ts'

export type CurlyDialect = 'perl' | 'php'
const DECLARERS = new Set(['my', 'our', 'local', 'state'])
const BLOCK_FIRST = words('map grep sort first any all none reduce sum print printf say')
const PHP_COMMANDS = words('echo print include include_once require require_once exit die clone throw')
const NOT_CALLED = words(
  'if unless while until for foreach else elsif and or not xor eq ne lt gt le ge cmp x return as instanceof insteadof',
)
const CASTS = words('int integer string bool boolean float double array object unset binary')

export const curlyGrammar = (dialect: CurlyDialect): Omit<LanguageGrammar, 'statement'> => ({
  binary: byWord({
    'or xor and || && ?? //': 1,
    '== != === !== < > <= >= <=> <> eq ne lt gt le ge cmp =~ !~ instanceof isa': 3,
    '| ^ & .. ...': 4,
    '<< >>': 5,
    '+ - .': 6,
    '* / % x': 7,
    '**': 9,
  }),
  unary: words(`! - + ~ not ++ -- & ${dialect === 'perl' ? '\\ defined ref scalar' : '@ await yield'}`),
  members: words(dialect === 'perl' ? '->' : '-> ?-> ::'),
  assignments: words('= += -= *= /= .= %= **= x= |= &= ^= ||= &&= //= ??= <<= >>='),
  stops: new Set(),
  primary: dialect === 'perl' ? perlPrimary : phpPrimary,
  postfix: (parser, node) => postfix(parser, node, dialect),
  braces: dialect === 'perl' ? 'map' : 'none',
  commandCalls: true,
  named: 'none',
})

function perlPrimary(parser: Parser): Node | undefined {
  const token = parser.peek()
  if (token.kind === 'operator' && /^[@%$&]$/.test(token.text) && parser.is('{', 1)) {
    parser.at += 2
    const node = parser.expression()
    parser.expect('}')
    return node
  }
  if (token.kind === 'operator' && /^[@%$]$/.test(token.text) && parser.peek(1).kind === 'name') {
    parser.next()
    return perlPrimary(parser) ?? nameNode(parser.next().text)
  }
  if (token.kind !== 'name') return undefined
  if (DECLARERS.has(token.text)) {
    parser.next()
    return parser.operand()
  }
  if (token.text === 'sub') {
    parser.next()
    if (parser.is('(')) parser.skipBracket()
    return functionNode(undefined, [], parser.block(), false)
  }
  if ((token.text === 'eval' || token.text === 'do') && parser.is('{', 1)) {
    parser.next()
    return { type: 'block', body: parser.block() }
  }
  if (BLOCK_FIRST.has(token.text) && (parser.is('{', 1) || (parser.is('(', 1) && parser.is('{', 2))))
    return blockFirst(parser)
  return /^[$@%]/.test(token.text) ? variable(parser) : undefined
}

/** All sigils of a name stand for the same thing here: `$x`, `@x`, `%x`. */
function variable(parser: Parser): Node {
  return nameNode(`$${parser.next().text.replace(/^\$#|^[$@%]+/, '')}`)
}

function blockFirst(parser: Parser): Node {
  const callee = nameNode(parser.next().text)
  const wrapped = parser.take('(')
  const body = parser.block()
  parser.take(',')
  const parameters: Parameter[] = [{ target: nameNode('$_'), initial: undefined, rest: false }]
  const args: Argument[] = [{ name: undefined, value: functionNode(undefined, parameters, body, false) }]
  args.push(...commandArguments(parser, callee))
  if (wrapped) parser.expect(')')
  return { type: 'call', callee, args }
}

function phpPrimary(parser: Parser): Node | undefined {
  const token = parser.peek()
  if (
    token.text === '(' &&
    token.kind === 'operator' &&
    parser.is(')', 2) &&
    CASTS.has(parser.peek(1).text.toLowerCase())
  ) {
    parser.at += 3
    return parser.operand()
  }
  if (token.kind !== 'name') return undefined
  if (token.text === 'static' && (parser.is('function', 1) || parser.is('fn', 1))) {
    parser.next()
    return phpPrimary(parser)
  }
  if (token.text === 'function') {
    parser.next()
    parser.take('&')
    const parameters = phpParameters(parser)
    if (parser.take('use')) parser.skipBracket()
    skipReturnType(parser)
    return functionNode(undefined, parameters, parser.block(), false)
  }
  if (token.text === 'fn' && parser.is('(', 1)) {
    parser.next()
    const parameters = phpParameters(parser)
    skipReturnType(parser)
    parser.expect('=>')
    return functionNode(undefined, parameters, [{ type: 'return', value: parser.expression() }], false)
  }
  if (token.text === 'new') {
    parser.next()
    if (parser.is('class')) return undefined
    const made = parser.operand()
    return made.type === 'call' ? made : callNode(made, [])
  }
  if ((token.text === 'array' || token.text === 'list') && parser.is('(', 1)) {
    parser.at += 2
    return { type: 'list', items: parser.list(')') }
  }
  if (token.text === 'match' && parser.is('(', 1)) {
    parser.at += 2
    const test = parser.expression()
    parser.expect(')')
    if (!parser.take('{')) return test
    return { type: 'choice', test, values: parser.list('}') }
  }
  return undefined
}

export function phpParameters(parser: Parser): Parameter[] {
  parser.expect('(')
  const parameters: Parameter[] = []
  parser.until(')', () => {
    const rest = parser.is('...')
    const token = parser.next()
    if (token.kind !== 'name' || !token.text.startsWith('$')) return
    const initial = parser.take('=') ? parser.expression() : undefined
    parameters.push({ target: nameNode(token.text), initial, rest })
  })
  parser.expect(')')
  return parameters
}

export function skipReturnType(parser: Parser): void {
  if (!parser.take(':')) return
  while (!parser.done && !parser.is('{') && !parser.is(';') && !parser.is('=>')) parser.next()
}

function postfix(parser: Parser, node: Node, dialect: CurlyDialect): Node {
  const token = parser.peek()
  if (token.kind === 'operator') {
    if (token.text === '++' || token.text === '--') {
      parser.next()
      return choiceOf(node)
    }
    if (dialect === 'perl' && token.text === '{' && !token.spaced && isVariable(node)) {
      parser.next()
      return index(parser, node)
    }
    if (dialect === 'perl' && token.text === '->' && parser.is('{', 1)) {
      parser.at += 2
      return index(parser, node)
    }
  }
  if (dialect === 'perl' && node.type === 'member' && !(token.kind === 'operator' && token.text === '('))
    return { type: 'call', callee: node, args: [] }
  if (node.type === 'name' && calls(node.name, dialect) && starts(parser, dialect))
    return { type: 'call', callee: node, args: commandArguments(parser, node) }
  return node
}

function isVariable(node: Node): boolean {
  return (node.type === 'name' && node.name.startsWith('$')) || node.type === 'index'
}

function index(parser: Parser, object: Node): Node {
  const bare = parser.peek().kind === 'name' && parser.is('}', 1) && !/^[$@%]/.test(parser.peek().text)
  const key = bare ? textNode(parser.next().text) : parser.expression()
  parser.expect('}')
  return { type: 'index', object, key }
}

function calls(name: string, dialect: CurlyDialect): boolean {
  return dialect === 'php' ? PHP_COMMANDS.has(name.toLowerCase()) : !/^[$@%&]/.test(name) && !NOT_CALLED.has(name)
}

function starts(parser: Parser, dialect: CurlyDialect): boolean {
  const token = parser.peek()
  switch (token.kind) {
    case 'text':
    case 'template':
    case 'shell':
    case 'number':
    case 'regex':
      return true
    case 'name':
      return !NOT_CALLED.has(token.text)
    case 'operator':
      if (/^[@%$\\]$/.test(token.text)) return parser.peek(1).kind === 'name' || parser.is('{', 1)
      return dialect === 'php' ? /^[[!-]$/.test(token.text) : token.text === '[' && token.spaced
    default:
      return false
  }
}

/** Arguments without parentheses. `print $handle "text"` has no comma after the handle. */
function commandArguments(parser: Parser, callee: Node): Argument[] {
  const prints = callee.type === 'name' && /^(?:print|printf|say)$/.test(callee.name)
  const args: Argument[] = []
  while (!parser.done) {
    const before = parser.at
    args.push({ name: undefined, value: parser.expression() })
    if (parser.at === before) return args.slice(0, -1)
    const more = parser.take(',') || parser.take('=>') || (prints && starts(parser, 'perl'))
    if (!more || parser.is(')') || parser.is(';') || parser.is('}')) return args
  }
  return args
}

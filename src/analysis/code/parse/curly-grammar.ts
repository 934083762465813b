import {
  type Argument,
  callNode,
  choiceNode,
  expandKeys,
  type Node,
  nameNode,
  type Parameter,
  textNode,
  wordSet,
} from '../syntax.ts'
import { functionNode, type LanguageGrammar } from './cursor.ts'
import type { Parser } from './expression.ts'

export type CurlyDialect = 'perl' | 'php'
const DECLARATION_WORDS = new Set(['my', 'our', 'local', 'state'])
const BLOCK_FIRST_CALLS = wordSet('map grep sort first any all none reduce sum print printf say')
const PHP_COMMANDS = wordSet('echo print include include_once require require_once exit die clone throw')
const NON_CALL_WORDS = wordSet(
  'if unless while until for foreach else elsif and or not xor eq ne lt gt le ge cmp x return as instanceof insteadof',
)
const CASTS = wordSet('int integer string bool boolean float double array object unset binary')

export const curlyGrammar = (dialect: CurlyDialect): Omit<LanguageGrammar, 'statement'> => ({
  binary: expandKeys({
    'or xor and || && ?? //': 1,
    '== != === !== < > <= >= <=> <> eq ne lt gt le ge cmp =~ !~ instanceof isa': 3,
    '| ^ & .. ...': 4,
    '<< >>': 5,
    '+ - .': 6,
    '* / % x': 7,
    '**': 9,
  }),
  unary: wordSet(`! - + ~ not ++ -- & ${dialect === 'perl' ? '\\ defined ref scalar' : '@ await yield'}`),
  members: wordSet(dialect === 'perl' ? '->' : '-> ?-> ::'),
  assignments: wordSet('= += -= *= /= .= %= **= x= |= &= ^= ||= &&= //= ??= <<= >>='),
  stops: new Set(),
  primary: dialect === 'perl' ? parsePerlPrimary : parsePhpPrimary,
  postfix: (parser, node) => parsePostfix(parser, node, dialect),
  braces: dialect === 'perl' ? 'map' : 'none',
  commandCalls: true,
  named: 'none',
})

function parsePerlPrimary(parser: Parser): Node | undefined {
  const token = parser.peek()
  if (token.kind === 'operator' && /^[@%$&]$/.test(token.text) && parser.is('{', 1)) {
    parser.at += 2
    const node = parser.expression()
    parser.expect('}')
    return node
  }
  if (token.kind === 'operator' && /^[@%$]$/.test(token.text) && parser.peek(1).kind === 'name') {
    parser.next()
    return parsePerlPrimary(parser) ?? nameNode(parser.next().text)
  }
  if (token.kind !== 'name') return undefined
  if (DECLARATION_WORDS.has(token.text)) {
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
  if (BLOCK_FIRST_CALLS.has(token.text) && (parser.is('{', 1) || (parser.is('(', 1) && parser.is('{', 2))))
    return parseBlockFirstCall(parser)
  return /^[$@%]/.test(token.text) ? parseVariable(parser) : undefined
}

/** All sigils of a name stand for the same thing here: `$x`, `@x`, `%x`. */
function parseVariable(parser: Parser): Node {
  return nameNode(`$${parser.next().text.replace(/^\$#|^[$@%]+/, '')}`)
}

function parseBlockFirstCall(parser: Parser): Node {
  const callee = nameNode(parser.next().text)
  const wrapped = parser.take('(')
  const body = parser.block()
  parser.take(',')
  const parameters: Parameter[] = [{ target: nameNode('$_'), initial: undefined, rest: false }]
  const args: Argument[] = [{ name: undefined, value: functionNode(undefined, parameters, body, false) }]
  args.push(...parseCommandArguments(parser, callee))
  if (wrapped) parser.expect(')')
  return { type: 'call', callee, args }
}

function parsePhpPrimary(parser: Parser): Node | undefined {
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
    return parsePhpPrimary(parser)
  }
  if (token.text === 'function') {
    parser.next()
    parser.take('&')
    const parameters = parsePhpParameters(parser)
    if (parser.take('use')) parser.skipBracket()
    skipReturnType(parser)
    return functionNode(undefined, parameters, parser.block(), false)
  }
  if (token.text === 'fn' && parser.is('(', 1)) {
    parser.next()
    const parameters = parsePhpParameters(parser)
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

export function parsePhpParameters(parser: Parser): Parameter[] {
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

function parsePostfix(parser: Parser, node: Node, dialect: CurlyDialect): Node {
  const token = parser.peek()
  if (token.kind === 'operator') {
    if (token.text === '++' || token.text === '--') {
      parser.next()
      return choiceNode(node)
    }
    if (dialect === 'perl' && token.text === '{' && !token.spaced && isVariable(node)) {
      parser.next()
      return parseIndex(parser, node)
    }
    if (dialect === 'perl' && token.text === '->' && parser.is('{', 1)) {
      parser.at += 2
      return parseIndex(parser, node)
    }
  }
  if (dialect === 'perl' && node.type === 'member' && !(token.kind === 'operator' && token.text === '('))
    return { type: 'call', callee: node, args: [] }
  if (node.type === 'name' && isCommandCall(node.name, dialect) && startsArgument(parser, dialect))
    return { type: 'call', callee: node, args: parseCommandArguments(parser, node) }
  return node
}

function isVariable(node: Node): boolean {
  return (node.type === 'name' && node.name.startsWith('$')) || node.type === 'index'
}

function parseIndex(parser: Parser, object: Node): Node {
  const bare = parser.peek().kind === 'name' && parser.is('}', 1) && !/^[$@%]/.test(parser.peek().text)
  const key = bare ? textNode(parser.next().text) : parser.expression()
  parser.expect('}')
  return { type: 'index', object, key }
}

function isCommandCall(name: string, dialect: CurlyDialect): boolean {
  return dialect === 'php' ? PHP_COMMANDS.has(name.toLowerCase()) : !/^[$@%&]/.test(name) && !NON_CALL_WORDS.has(name)
}

function startsArgument(parser: Parser, dialect: CurlyDialect): boolean {
  const token = parser.peek()
  switch (token.kind) {
    case 'text':
    case 'template':
    case 'shell':
    case 'number':
    case 'regex':
      return true
    case 'name':
      return !NON_CALL_WORDS.has(token.text)
    case 'operator':
      if (/^[@%$\\]$/.test(token.text)) return parser.peek(1).kind === 'name' || parser.is('{', 1)
      return dialect === 'php' ? /^[[!-]$/.test(token.text) : token.text === '[' && token.spaced
    default:
      return false
  }
}

/** Arguments without parentheses. `print $handle "text"` has no comma after the handle. */
function parseCommandArguments(parser: Parser, callee: Node): Argument[] {
  const prints = callee.type === 'name' && /^(?:print|printf|say)$/.test(callee.name)
  const args: Argument[] = []
  while (!parser.done) {
    const before = parser.at
    args.push({ name: undefined, value: parser.expression() })
    if (parser.at === before) return args.slice(0, -1)
    const more = parser.take(',') || parser.take('=>') || (prints && startsArgument(parser, 'perl'))
    if (!more || parser.is(')') || parser.is(';') || parser.is('}')) return args
  }
  return args
}

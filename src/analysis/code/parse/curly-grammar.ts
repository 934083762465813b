import { type Argument, type Node, nameNode, type Parameter, textNode } from '../syntax.ts'
import { type Expressions, functionNode, type LanguageGrammar } from './cursor.ts'

export type CurlyDialect = 'perl' | 'php'
type ReadBlock = (parser: Expressions) => Node[]

const LEVELS: readonly (readonly [number, readonly string[]])[] = [
  [1, ['or', 'xor', 'and', '||', '&&', '??', '//']],
  [
    3,
    [
      '==',
      '!=',
      '===',
      '!==',
      '<',
      '>',
      '<=',
      '>=',
      '<=>',
      '<>',
      'eq',
      'ne',
      'lt',
      'gt',
      'le',
      'ge',
      'cmp',
      '=~',
      '!~',
      'instanceof',
      'isa',
    ],
  ],
  [4, ['|', '^', '&', '..', '...']],
  [5, ['<<', '>>']],
  [6, ['+', '-', '.']],
  [7, ['*', '/', '%', 'x']],
  [9, ['**']],
]

const ASSIGNMENTS = [
  '=',
  '+=',
  '-=',
  '*=',
  '/=',
  '.=',
  '%=',
  '**=',
  'x=',
  '|=',
  '&=',
  '^=',
  '||=',
  '&&=',
  '//=',
  '??=',
  '<<=',
  '>>=',
]
const DECLARERS = new Set(['my', 'our', 'local', 'state'])
const BLOCK_FIRST = new Set([
  'map',
  'grep',
  'sort',
  'first',
  'any',
  'all',
  'none',
  'reduce',
  'sum',
  'print',
  'printf',
  'say',
])
const PHP_COMMANDS = new Set([
  'echo',
  'print',
  'include',
  'include_once',
  'require',
  'require_once',
  'exit',
  'die',
  'clone',
  'throw',
])
const NOT_CALLED = new Set(
  'if unless while until for foreach else elsif and or not xor eq ne lt gt le ge cmp x return as instanceof insteadof'.split(
    ' ',
  ),
)
const CASTS = new Set([
  'int',
  'integer',
  'string',
  'bool',
  'boolean',
  'float',
  'double',
  'array',
  'object',
  'unset',
  'binary',
])

export function curlyGrammar(dialect: CurlyDialect, readBlock: ReadBlock): LanguageGrammar {
  return {
    binary: new Map(LEVELS.flatMap(([level, operators]) => operators.map((operator) => [operator, level] as const))),
    unary: new Set([
      '!',
      '-',
      '+',
      '~',
      'not',
      '++',
      '--',
      '&',
      ...(dialect === 'perl' ? ['\\', 'defined', 'ref', 'scalar'] : ['@', 'await', 'yield']),
    ]),
    members: new Set(dialect === 'perl' ? ['->'] : ['->', '?->', '::']),
    assignments: new Set(ASSIGNMENTS),
    stops: new Set(),
    primary: (parser) => (dialect === 'perl' ? perlPrimary(parser, readBlock) : phpPrimary(parser, readBlock)),
    postfix: (parser, node) => postfix(parser, node, dialect),
    braces: dialect === 'perl' ? 'map' : 'none',
    commandCalls: true,
    named: 'none',
  }
}

function perlPrimary(parser: Expressions, readBlock: ReadBlock): Node | undefined {
  const { cursor } = parser
  const token = cursor.peek()
  if (token.kind === 'operator' && /^[@%$&]$/.test(token.text) && cursor.is('{', 1)) {
    cursor.at += 2
    const node = parser.expression()
    cursor.expect('}')
    return node
  }
  if (token.kind === 'operator' && /^[@%$]$/.test(token.text) && cursor.peek(1).kind === 'name') {
    cursor.next()
    return perlPrimary(parser, readBlock) ?? nameNode(cursor.next().text)
  }
  if (token.kind !== 'name') return undefined
  if (DECLARERS.has(token.text)) {
    cursor.next()
    return parser.operand()
  }
  if (token.text === 'sub') {
    cursor.next()
    if (cursor.is('(')) cursor.skipBracket()
    return functionNode(undefined, [], readBlock(parser), false)
  }
  if ((token.text === 'eval' || token.text === 'do') && cursor.is('{', 1)) {
    cursor.next()
    return { type: 'block', body: readBlock(parser) }
  }
  if (BLOCK_FIRST.has(token.text) && (cursor.is('{', 1) || (cursor.is('(', 1) && cursor.is('{', 2))))
    return blockFirst(parser, readBlock)
  return /^[$@%]/.test(token.text) ? variable(parser) : undefined
}

/** All sigils of a name stand for the same thing here: `$x`, `@x`, `%x`. */
function variable(parser: Expressions): Node {
  return nameNode(`$${parser.cursor.next().text.replace(/^\$#|^[$@%]+/, '')}`)
}

/** `map { … } @list`: the block as a function, then the rest. */
function blockFirst(parser: Expressions, readBlock: ReadBlock): Node {
  const { cursor } = parser
  const callee = nameNode(cursor.next().text)
  const wrapped = cursor.take('(')
  const body = readBlock(parser)
  cursor.take(',')
  const parameters: Parameter[] = [{ target: nameNode('$_'), initial: undefined, rest: false }]
  const args: Argument[] = [{ name: undefined, value: functionNode(undefined, parameters, body, false) }]
  args.push(...commandArguments(parser, callee))
  if (wrapped) cursor.expect(')')
  return { type: 'call', callee, args }
}

function phpPrimary(parser: Expressions, readBlock: ReadBlock): Node | undefined {
  const { cursor } = parser
  const token = cursor.peek()
  if (
    token.text === '(' &&
    token.kind === 'operator' &&
    cursor.is(')', 2) &&
    CASTS.has(cursor.peek(1).text.toLowerCase())
  ) {
    cursor.at += 3
    return parser.operand()
  }
  if (token.kind !== 'name') return undefined
  if (token.text === 'static' && (cursor.is('function', 1) || cursor.is('fn', 1))) {
    cursor.next()
    return phpPrimary(parser, readBlock)
  }
  if (token.text === 'function') {
    cursor.next()
    cursor.take('&')
    const parameters = phpParameters(parser)
    if (cursor.take('use')) cursor.skipBracket()
    skipReturnType(parser)
    return functionNode(undefined, parameters, readBlock(parser), false)
  }
  if (token.text === 'fn' && cursor.is('(', 1)) {
    cursor.next()
    const parameters = phpParameters(parser)
    skipReturnType(parser)
    cursor.expect('=>')
    return functionNode(undefined, parameters, [{ type: 'return', value: parser.expression() }], false)
  }
  if (token.text === 'new') {
    cursor.next()
    if (cursor.is('class')) return undefined
    const made = parser.operand()
    return made.type === 'call' ? made : { type: 'call', callee: made, args: [] }
  }
  if ((token.text === 'array' || token.text === 'list') && cursor.is('(', 1)) {
    cursor.at += 2
    return { type: 'list', items: parser.list(')') }
  }
  if (token.text === 'match' && cursor.is('(', 1)) {
    cursor.at += 2
    const test = parser.expression()
    cursor.expect(')')
    if (!cursor.take('{')) return test
    return { type: 'choice', test, values: parser.list('}') }
  }
  return undefined
}

export function phpParameters(parser: Expressions): Parameter[] {
  const { cursor } = parser
  cursor.expect('(')
  const parameters: Parameter[] = []
  while (!cursor.done && !cursor.is(')')) {
    const rest = cursor.is('...')
    const token = cursor.next()
    if (token.kind !== 'name' || !token.text.startsWith('$')) continue
    const initial = cursor.take('=') ? parser.expression() : undefined
    parameters.push({ target: nameNode(token.text), initial, rest })
  }
  cursor.expect(')')
  return parameters
}

export function skipReturnType(parser: Expressions): void {
  const { cursor } = parser
  if (!cursor.take(':')) return
  while (!cursor.done && !cursor.is('{') && !cursor.is(';') && !cursor.is('=>')) cursor.next()
}

function postfix(parser: Expressions, node: Node, dialect: CurlyDialect): Node {
  const { cursor } = parser
  const token = cursor.peek()
  if (token.kind === 'operator') {
    if (token.text === '++' || token.text === '--') {
      cursor.next()
      return { type: 'choice', test: undefined, values: [node] }
    }
    if (dialect === 'perl' && token.text === '{' && !token.spaced && isVariable(node)) {
      cursor.next()
      return index(parser, node)
    }
    if (dialect === 'perl' && token.text === '->' && cursor.is('{', 1)) {
      cursor.at += 2
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

/** A hash subscript; a bare word in it is a text. */
function index(parser: Expressions, object: Node): Node {
  const { cursor } = parser
  const bare = cursor.peek().kind === 'name' && cursor.is('}', 1) && !/^[$@%]/.test(cursor.peek().text)
  const key = bare ? textNode(cursor.next().text) : parser.expression()
  cursor.expect('}')
  return { type: 'index', object, key }
}

function calls(name: string, dialect: CurlyDialect): boolean {
  return dialect === 'php' ? PHP_COMMANDS.has(name.toLowerCase()) : !/^[$@%&]/.test(name) && !NOT_CALLED.has(name)
}

function starts(parser: Expressions, dialect: CurlyDialect): boolean {
  const { cursor } = parser
  const token = cursor.peek()
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
      if (/^[@%$\\]$/.test(token.text)) return cursor.peek(1).kind === 'name' || cursor.is('{', 1)
      return dialect === 'php' ? /^[[!-]$/.test(token.text) : token.text === '[' && token.spaced
    default:
      return false
  }
}

/** Arguments without parentheses. `print $handle "text"` has no comma after the handle. */
function commandArguments(parser: Expressions, callee: Node): Argument[] {
  const { cursor } = parser
  const prints = callee.type === 'name' && /^(?:print|printf|say)$/.test(callee.name)
  const args: Argument[] = []
  while (!cursor.done) {
    const before = cursor.at
    args.push({ name: undefined, value: parser.expression() })
    if (cursor.at === before) return args.slice(0, -1)
    const more = cursor.take(',') || cursor.take('=>') || (prints && starts(parser, 'perl'))
    if (!more || cursor.is(')') || cursor.is(';') || cursor.is('}')) return args
  }
  return args
}

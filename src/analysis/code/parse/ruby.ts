import { lexScript } from '../lex/script.ts'
import { type Argument, callsIn, type FunctionNode, NOTHING, type Node, nameNode, type Parameter } from '../syntax.ts'
import { type Expressions, functionNode, type LanguageGrammar } from './cursor.ts'
import { ExpressionParser } from './expression.ts'

const LEVELS: readonly (readonly [number, readonly string[]])[] = [
  [1, ['or', 'and', '||', '&&']],
  [3, ['==', '!=', '===', '<', '>', '<=', '>=', '<=>', '=~', '!~']],
  [4, ['|', '^', '&', '..', '...']],
  [5, ['<<', '>>']],
  [6, ['+', '-']],
  [7, ['*', '/', '%']],
  [9, ['**']],
]

const WORDS = new Set(
  'if unless while until rescue then do end else elsif when in and or not ensure begin def class module case'.split(
    ' ',
  ),
)

const GRAMMAR: LanguageGrammar = {
  binary: new Map(LEVELS.flatMap(([level, operators]) => operators.map((operator) => [operator, level] as const))),
  unary: new Set(['!', '-', '+', '~', 'not', 'defined?']),
  members: new Set(['.', '&.', '::']),
  assignments: new Set(['=', '+=', '-=', '*=', '/=', '%=', '**=', '||=', '&&=', '<<=', '>>=', '|=', '&=', '^=']),
  stops: new Set(),
  primary,
  postfix,
  braces: 'map',
  commandCalls: true,
  named: ':',
}

export function parseRuby(text: string): { body: Node[]; confusions: number } {
  noBlocks = 0
  const parser = new ExpressionParser(joinLines(lexScript('ruby', text)), GRAMMAR)
  const body: Node[] = []
  while (!parser.cursor.done) {
    const before = parser.cursor.at
    body.push(...statements(parser, new Set()))
    parser.cursor.mustMove(before)
  }
  return { body, confusions: parser.cursor.confusions }
}

/** A line that ends in an operator or comma goes on, and so does one that the next line continues with a dot. */
function joinLines(tokens: ReturnType<typeof lexScript>): ReturnType<typeof lexScript> {
  return tokens.filter((token, index) => {
    if (token.kind !== 'newline') return true
    const before = tokens[index - 1]
    const after = tokens[index + 1]
    if (after?.kind === 'operator' && /^&?\.$/.test(after.text)) return false
    if (before?.kind !== 'operator') return true
    return !/^(?:[,+*/&|=.<([{-]|&&|\|\||=>|\+=|<<|::)$/.test(before.text) || before.text === '|'
  })
}

const BRANCH_ENDS = new Set(['end', 'else', 'elsif', 'when', 'in', 'rescue', 'ensure'])

function statements(parser: Expressions, until: ReadonlySet<string>): Node[] {
  const { cursor } = parser
  const body: Node[] = []
  while (!cursor.done) {
    const token = cursor.peek()
    if (token.kind === 'newline' || cursor.is(';') || cursor.is('then')) {
      cursor.next()
      continue
    }
    if (
      (token.kind === 'name' || token.kind === 'operator') &&
      (until.has(token.text) || (until.size > 0 && token.text === '}'))
    )
      return body
    const before = cursor.at
    body.push(statement(parser))
    if (cursor.at === before) {
      if (until.size === 0) return body
      cursor.confuse()
      cursor.next()
    }
  }
  return body
}

function statement(parser: Expressions): Node {
  const { cursor } = parser
  return cursor.nested<Node>(() => {
    let node = assignmentList(parser)
    for (let count = 0; count < 8; count++) {
      const word = cursor.peek()
      if (word.kind !== 'name') break
      if (word.text === 'if' || word.text === 'unless') {
        cursor.next()
        node = { type: 'branch', tests: [parser.expression()], bodies: [[node]] }
      } else if (word.text === 'while' || word.text === 'until') {
        cursor.next()
        node = { type: 'while', test: parser.expression(), body: [node] }
      } else if (word.text === 'rescue') {
        cursor.next()
        node = { type: 'choice', test: undefined, values: [node, parser.expression()] }
      } else break
    }
    const after = cursor.peek()
    if (
      after.kind !== 'newline' &&
      after.kind !== 'end' &&
      !cursor.is(';') &&
      !cursor.is('}') &&
      !WORDS.has(after.text) &&
      !cursor.is(')')
    ) {
      cursor.confuse()
      cursor.next()
    }
    return node
  }, NOTHING)
}

function assignmentList(parser: Expressions): Node {
  const { cursor } = parser
  const first = parser.expression()
  if (!cursor.is(',')) return first
  const items: Node[] = [first]
  while (cursor.take(',')) items.push(parser.expression())
  const last = items.at(-1)
  if (last?.type === 'assign') return { ...last, target: { type: 'list', items: [...items.slice(0, -1), last.target] } }
  return { type: 'list', items }
}

function primary(parser: Expressions): Node | undefined {
  const { cursor } = parser
  const token = cursor.peek()
  if (token.kind === 'operator') {
    if (token.text === '->') return stabby(parser)
    if (token.text === '::') {
      cursor.next()
      return parser.operand()
    }
    return undefined
  }
  if (token.kind !== 'name' || cursor.is(':', 1)) return undefined
  switch (token.text) {
    case 'if':
    case 'unless':
      return branch(parser)
    case 'while':
    case 'until':
      cursor.next()
      return { type: 'while', test: headExpression(parser), body: ended(parser) }
    case 'for':
      return loop(parser)
    case 'case':
      return choose(parser)
    case 'begin':
      cursor.next()
      return { type: 'block', body: ended(parser) }
    case 'def':
      return definition(parser)
    case 'class':
    case 'module':
      return classDefinition(parser)
    case 'return':
    case 'break':
    case 'next':
      cursor.next()
      return { type: 'return', value: argumentStarts(parser) ? parser.expression() : undefined }
    case 'lambda':
    case 'proc':
      cursor.next()
      return blockOf(parser) ?? nameNode(token.text)
    default:
      return undefined
  }
}

/** A condition before its body: a `do` there starts the body, not a block. */
function headExpression(parser: Expressions): Node {
  noBlocks++
  const node = parser.expression()
  noBlocks--
  parser.cursor.take('do')
  parser.cursor.take('then')
  return node
}
let noBlocks = 0

/** Statements up to `end`, which is taken; rescue and ensure parts are part of them. */
function ended(parser: Expressions): Node[] {
  const { cursor } = parser
  const saved = noBlocks
  noBlocks = 0
  const body: Node[] = []
  const stops = new Set(['end', 'rescue', 'ensure', 'else'])
  for (;;) {
    body.push(...statements(parser, stops))
    if (cursor.done || cursor.take('end')) break
    const word = cursor.next()
    if (word.text === 'rescue') body.push(...rescued(parser))
  }
  noBlocks = saved
  return body
}

/** The classes that a rescue names, up to its body, and the variable it fills. */
function rescued(parser: Expressions): Node[] {
  const { cursor } = parser
  const found: Node[] = []
  while (!cursor.done && cursor.peek().kind !== 'newline' && !cursor.is('then') && !cursor.is(';')) {
    const before = cursor.at
    if (cursor.take(',') || cursor.take('*') || cursor.take('=>')) continue
    found.push(...callsIn(parser.expression()))
    cursor.mustMove(before)
  }
  return found
}

function branch(parser: Expressions): Node {
  const { cursor } = parser
  cursor.next()
  const tests = [headExpression(parser)]
  const bodies = [statements(parser, BRANCH_ENDS)]
  while (!cursor.done && !cursor.take('end')) {
    if (cursor.take('elsif')) tests.push(headExpression(parser))
    else cursor.next()
    bodies.push(statements(parser, BRANCH_ENDS))
  }
  return { type: 'branch', tests, bodies }
}

function choose(parser: Expressions): Node {
  const { cursor } = parser
  cursor.next()
  const tests: Node[] = []
  if (cursor.peek().kind !== 'newline') tests.push(parser.expression())
  const bodies: Node[][] = []
  statements(parser, BRANCH_ENDS)
  while (!cursor.done && !cursor.take('end')) {
    const word = cursor.next()
    if (word.text === 'when' || word.text === 'in') {
      do tests.push(parser.expression())
      while (cursor.take(','))
    }
    bodies.push(statements(parser, BRANCH_ENDS))
  }
  return { type: 'branch', tests, bodies }
}

function loop(parser: Expressions): Node {
  const { cursor } = parser
  cursor.next()
  const items = [parser.operand()]
  while (cursor.take(',')) items.push(parser.operand())
  const target: Node = items.length === 1 && items[0] ? items[0] : { type: 'list', items }
  cursor.expect('in')
  return { type: 'each', target, iterable: headExpression(parser), body: ended(parser) }
}

function definition(parser: Expressions): Node {
  const { cursor } = parser
  cursor.next()
  let name = cursor.next().text
  while (cursor.take('.')) name = cursor.next().text
  if (cursor.is('=') && !cursor.peek().spaced) cursor.next()
  const parameters = cursor.take('(') ? readParameters(parser, ')') : readParameters(parser, '\n')
  if (cursor.take('=')) return functionNode(name, parameters, [{ type: 'return', value: parser.expression() }], false)
  return functionNode(name, parameters, ended(parser), /^(?:test|initialize|setup|run|call)/.test(name))
}

function classDefinition(parser: Expressions): Node {
  const { cursor } = parser
  cursor.next()
  const bases: Node[] = cursor.take('<<') ? [parser.expression()] : []
  let name = bases.length > 0 ? 'self' : ''
  if (name === '')
    do name = cursor.next().text
    while (cursor.take('::'))
  if (cursor.take('<')) bases.push(parser.expression())
  if (cursor.peek().kind !== 'newline' && !cursor.is(';')) cursor.confuse()
  return { type: 'class', name, bases, body: ended(parser) }
}

function readParameters(parser: Expressions, closer: string): Parameter[] {
  const { cursor } = parser
  const parameters: Parameter[] = []
  while (!cursor.done) {
    const token = cursor.next()
    if (token.text === closer || (closer !== ')' && (token.kind === 'newline' || token.text === ';'))) return parameters
    if (closer === '\n' && token.text === '=') {
      cursor.at--
      return parameters
    }
    if (token.kind !== 'name') continue
    const rest = cursor.peek(-2).text === '*'
    const hasInitial = cursor.take('=') || (cursor.take(':') && !cursor.is(',') && !cursor.is(')'))
    const initial = hasInitial ? (closer === '|' ? parser.operand() : parser.expression()) : undefined
    parameters.push({ target: nameNode(token.text), initial, rest })
  }
  return parameters
}

function stabby(parser: Expressions): Node {
  const { cursor } = parser
  cursor.next()
  const parameters = cursor.take('(') ? readParameters(parser, ')') : []
  const block = blockOf(parser)
  return block ? { ...block, parameters: parameters.length > 0 ? parameters : block.parameters } : NOTHING
}

/** `{ |x| … }` or `do |x| … end`. */
function blockOf(parser: Expressions): FunctionNode | undefined {
  const { cursor } = parser
  const braces = cursor.is('{')
  if (!braces && !(cursor.is('do') && noBlocks === 0)) return undefined
  cursor.next()
  const parameters = cursor.take('|') ? readParameters(parser, '|') : []
  if (!braces) return functionNode(undefined, parameters, ended(parser), false)
  const saved = noBlocks
  noBlocks = 0
  const body = statements(parser, new Set(['}']))
  noBlocks = saved
  cursor.expect('}')
  return functionNode(undefined, parameters, body, false)
}

function postfix(parser: Expressions, node: Node): Node {
  const { cursor } = parser
  const token = cursor.peek()
  if (node.type === 'call' || node.type === 'member' || node.type === 'name') {
    const takesBlock =
      cursor.is('do') || (cursor.is('{') && (node.type !== 'name' || isMethodName(node.name)) && !token.fresh)
    const block = takesBlock && !(node.type === 'call' && node.block) ? blockOf(parser) : undefined
    if (block) return node.type === 'call' ? { ...node, block } : { type: 'call', callee: node, args: [], block }
  }
  if ((node.type === 'name' && isMethodName(node.name)) || node.type === 'member') {
    if (argumentStarts(parser)) return { type: 'call', callee: node, args: commandArguments(parser) }
  }
  return node
}

function isMethodName(name: string): boolean {
  return /^[a-zA-Z_]/.test(name) && !WORDS.has(name) && !/^(?:self|nil|true|false|super)$/.test(name)
}

function argumentStarts(parser: Expressions): boolean {
  const token = parser.cursor.peek()
  const following = parser.cursor.peek(1)
  if (!token.spaced) return token.kind === 'text' || token.kind === 'template'
  switch (token.kind) {
    case 'text':
    case 'template':
    case 'shell':
    case 'number':
    case 'regex':
      return true
    case 'name':
      return !WORDS.has(token.text)
    case 'operator':
      if (token.text === '[' || token.text === '->' || token.text === '(') return true
      return /^(?:::|\*|&|-|!|\*\*|:)$/.test(token.text) && !following.spaced && following.kind !== 'newline'
    default:
      return false
  }
}

function commandArguments(parser: Expressions): Argument[] {
  const { cursor } = parser
  const args: Argument[] = []
  do {
    while (cursor.peek().kind === 'newline') cursor.next()
    args.push((parser as ExpressionParser).argument())
  } while (cursor.take(','))
  return args
}

import { lexScript } from '../lex/script.ts'
import {
  type Argument,
  byWord,
  callsIn,
  choiceOf,
  type FunctionNode,
  NOTHING,
  type Node,
  nameNode,
  oneOrList,
  type Parameter,
  words,
} from '../syntax.ts'
import { functionNode, type LanguageGrammar } from './cursor.ts'
import { Parser } from './expression.ts'

const WORDS = words(
  'if unless while until rescue then do end else elsif when in and or not ensure begin def class module case',
)

const GRAMMAR: LanguageGrammar = {
  statement: (parser) => statements(parser, new Set()),
  binary: byWord({
    'or and || &&': 1,
    '== != === < > <= >= <=> =~ !~': 3,
    '| ^ & .. ...': 4,
    '<< >>': 5,
    '+ -': 6,
    '* / %': 7,
    '**': 9,
  }),
  unary: words('! - + ~ not defined?'),
  members: new Set(['.', '&.', '::']),
  assignments: words('= += -= *= /= %= **= ||= &&= <<= >>= |= &= ^='),
  stops: new Set(),
  primary,
  postfix,
  braces: 'map',
  commandCalls: true,
  named: ':',
}

export function parseRuby(text: string): { body: Node[]; confusions: number } {
  noBlocks = 0
  return Parser.parse(joinLines(lexScript('ruby', text)), GRAMMAR)
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

const BRANCH_ENDS = words('end else elsif when in rescue ensure')

function statements(parser: Parser, until: ReadonlySet<string>): Node[] {
  const body: Node[] = []
  while (!parser.done) {
    const token = parser.peek()
    if (token.kind === 'newline' || parser.is(';') || parser.is('then')) {
      parser.next()
      continue
    }
    if (
      (token.kind === 'name' || token.kind === 'operator') &&
      (until.has(token.text) || (until.size > 0 && token.text === '}'))
    )
      return body
    const before = parser.at
    body.push(statement(parser))
    if (parser.at === before) {
      if (until.size === 0) return body
      parser.confuse()
      parser.next()
    }
  }
  return body
}

function statement(parser: Parser): Node {
  return parser.nested<Node>(() => {
    let node = assignmentList(parser)
    for (let count = 0; count < 8; count++) {
      const word = parser.peek()
      if (word.kind !== 'name') break
      if (word.text === 'if' || word.text === 'unless') {
        parser.next()
        node = { type: 'branch', tests: [parser.expression()], bodies: [[node]] }
      } else if (word.text === 'while' || word.text === 'until') {
        parser.next()
        node = { type: 'while', test: parser.expression(), body: [node] }
      } else if (word.text === 'rescue') {
        parser.next()
        node = choiceOf(node, parser.expression())
      } else break
    }
    const after = parser.peek()
    if (
      after.kind !== 'newline' &&
      after.kind !== 'end' &&
      !parser.is(';') &&
      !parser.is('}') &&
      !WORDS.has(after.text) &&
      !parser.is(')')
    ) {
      parser.confuse()
      parser.next()
    }
    return node
  }, NOTHING)
}

function assignmentList(parser: Parser): Node {
  const first = parser.expression()
  if (!parser.is(',')) return first
  const items: Node[] = [first]
  while (parser.take(',')) items.push(parser.expression())
  const last = items.at(-1)
  if (last?.type === 'assign') return { ...last, target: { type: 'list', items: [...items.slice(0, -1), last.target] } }
  return { type: 'list', items }
}

function primary(parser: Parser): Node | undefined {
  const token = parser.peek()
  if (token.kind === 'operator') {
    if (token.text === '->') return stabby(parser)
    if (token.text === '::') {
      parser.next()
      return parser.operand()
    }
    return undefined
  }
  if (token.kind !== 'name' || parser.is(':', 1)) return undefined
  switch (token.text) {
    case 'if':
    case 'unless':
      return branch(parser)
    case 'while':
    case 'until':
      parser.next()
      return { type: 'while', test: headExpression(parser), body: ended(parser) }
    case 'for':
      return loop(parser)
    case 'case':
      return choose(parser)
    case 'begin':
      parser.next()
      return { type: 'block', body: ended(parser) }
    case 'def':
      return definition(parser)
    case 'class':
    case 'module':
      return classDefinition(parser)
    case 'return':
    case 'break':
    case 'next':
      parser.next()
      return { type: 'return', value: argumentStarts(parser) ? parser.expression() : undefined }
    case 'lambda':
    case 'proc':
      parser.next()
      return blockOf(parser) ?? nameNode(token.text)
    default:
      return undefined
  }
}

function headExpression(parser: Parser): Node {
  noBlocks++
  const node = parser.expression()
  noBlocks--
  parser.take('do')
  parser.take('then')
  return node
}
let noBlocks = 0

function ended(parser: Parser): Node[] {
  const saved = noBlocks
  noBlocks = 0
  const body: Node[] = []
  const stops = new Set(['end', 'rescue', 'ensure', 'else'])
  for (;;) {
    body.push(...statements(parser, stops))
    if (parser.done || parser.take('end')) break
    const word = parser.next()
    if (word.text === 'rescue') body.push(...rescued(parser))
  }
  noBlocks = saved
  return body
}

function rescued(parser: Parser): Node[] {
  const found: Node[] = []
  while (!parser.done && parser.peek().kind !== 'newline' && !parser.is('then') && !parser.is(';')) {
    const before = parser.at
    if (parser.take(',') || parser.take('*') || parser.take('=>')) continue
    found.push(...callsIn(parser.expression()))
    parser.mustMove(before)
  }
  return found
}

function branch(parser: Parser): Node {
  parser.next()
  const tests = [headExpression(parser)]
  const bodies = [statements(parser, BRANCH_ENDS)]
  while (!parser.done && !parser.take('end')) {
    if (parser.take('elsif')) tests.push(headExpression(parser))
    else parser.next()
    bodies.push(statements(parser, BRANCH_ENDS))
  }
  return { type: 'branch', tests, bodies }
}

function choose(parser: Parser): Node {
  parser.next()
  const tests: Node[] = []
  if (parser.peek().kind !== 'newline') tests.push(parser.expression())
  const bodies: Node[][] = []
  statements(parser, BRANCH_ENDS)
  while (!parser.done && !parser.take('end')) {
    const word = parser.next()
    if (word.text === 'when' || word.text === 'in') {
      do tests.push(parser.expression())
      while (parser.take(','))
    }
    bodies.push(statements(parser, BRANCH_ENDS))
  }
  return { type: 'branch', tests, bodies }
}

function loop(parser: Parser): Node {
  parser.next()
  const items = [parser.operand()]
  while (parser.take(',')) items.push(parser.operand())
  parser.expect('in')
  return { type: 'each', target: oneOrList(items), iterable: headExpression(parser), body: ended(parser) }
}

function definition(parser: Parser): Node {
  parser.next()
  let name = parser.next().text
  while (parser.take('.')) name = parser.next().text
  if (parser.is('=') && !parser.peek().spaced) parser.next()
  const parameters = parser.take('(') ? readParameters(parser, ')') : readParameters(parser, '\n')
  if (parser.take('=')) return functionNode(name, parameters, [{ type: 'return', value: parser.expression() }], false)
  return functionNode(name, parameters, ended(parser), /^(?:test|initialize|setup|run|call)/.test(name))
}

function classDefinition(parser: Parser): Node {
  parser.next()
  const bases: Node[] = parser.take('<<') ? [parser.expression()] : []
  let name = bases.length > 0 ? 'self' : ''
  if (name === '')
    do name = parser.next().text
    while (parser.take('::'))
  if (parser.take('<')) bases.push(parser.expression())
  if (parser.peek().kind !== 'newline' && !parser.is(';')) parser.confuse()
  return { type: 'class', name, bases, body: ended(parser) }
}

function readParameters(parser: Parser, closer: string): Parameter[] {
  const parameters: Parameter[] = []
  while (!parser.done) {
    const token = parser.next()
    if (token.text === closer || (closer !== ')' && (token.kind === 'newline' || token.text === ';'))) return parameters
    if (closer === '\n' && token.text === '=') {
      parser.at--
      return parameters
    }
    if (token.kind !== 'name') continue
    const rest = parser.peek(-2).text === '*'
    const hasInitial = parser.take('=') || (parser.take(':') && !parser.is(',') && !parser.is(')'))
    const initial = hasInitial ? (closer === '|' ? parser.operand() : parser.expression()) : undefined
    parameters.push({ target: nameNode(token.text), initial, rest })
  }
  return parameters
}

function stabby(parser: Parser): Node {
  parser.next()
  const parameters = parser.take('(') ? readParameters(parser, ')') : []
  const block = blockOf(parser)
  return block ? { ...block, parameters: parameters.length > 0 ? parameters : block.parameters } : NOTHING
}

function blockOf(parser: Parser): FunctionNode | undefined {
  const braces = parser.is('{')
  if (!braces && !(parser.is('do') && noBlocks === 0)) return undefined
  parser.next()
  const parameters = parser.take('|') ? readParameters(parser, '|') : []
  if (!braces) return functionNode(undefined, parameters, ended(parser), false)
  const saved = noBlocks
  noBlocks = 0
  const body = statements(parser, new Set(['}']))
  noBlocks = saved
  parser.expect('}')
  return functionNode(undefined, parameters, body, false)
}

function postfix(parser: Parser, node: Node): Node {
  const token = parser.peek()
  if (node.type === 'call' || node.type === 'member' || node.type === 'name') {
    const takesBlock =
      parser.is('do') || (parser.is('{') && (node.type !== 'name' || isMethodName(node.name)) && !token.fresh)
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

function argumentStarts(parser: Parser): boolean {
  const token = parser.peek()
  const following = parser.peek(1)
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

function commandArguments(parser: Parser): Argument[] {
  const args: Argument[] = []
  do {
    while (parser.peek().kind === 'newline') parser.next()
    args.push(parser.argument())
  } while (parser.take(','))
  return args
}

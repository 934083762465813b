import { lexScript } from '../lex/script.ts'
import {
  type Argument,
  callsIn,
  choiceNode,
  EMPTY_NODE,
  expandKeys,
  type FunctionNode,
  type Node,
  nameNode,
  oneOrList,
  type Parameter,
  wordSet,
} from '../syntax.ts'
import { functionNode, type LanguageGrammar } from './cursor.ts'
import { Parser } from './expression.ts'

const RESERVED_WORDS = wordSet(
  'if unless while until rescue then do end else elsif when in and or not ensure begin def class module case',
)

const GRAMMAR: LanguageGrammar = {
  statement: (parser) => parseStatements(parser, new Set()),
  binary: expandKeys({
    'or and || &&': 1,
    '== != === < > <= >= <=> =~ !~': 3,
    '| ^ & .. ...': 4,
    '<< >>': 5,
    '+ -': 6,
    '* / %': 7,
    '**': 9,
  }),
  unary: wordSet('! - + ~ not defined?'),
  members: new Set(['.', '&.', '::']),
  assignments: wordSet('= += -= *= /= %= **= ||= &&= <<= >>= |= &= ^='),
  stops: new Set(),
  primary: parsePrimary,
  postfix: parsePostfix,
  braces: 'map',
  commandCalls: true,
  named: ':',
}

export function parseRuby(text: string): { body: Node[]; confusions: number } {
  noBlockDepth = 0
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

const BRANCH_ENDS = wordSet('end else elsif when in rescue ensure')

function parseStatements(parser: Parser, until: ReadonlySet<string>): Node[] {
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
    body.push(parseStatement(parser))
    if (parser.at === before) {
      if (until.size === 0) return body
      parser.confuse()
      parser.next()
    }
  }
  return body
}

function parseStatement(parser: Parser): Node {
  return parser.nested<Node>(() => {
    let node = parseAssignmentList(parser)
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
        node = choiceNode(node, parser.expression())
      } else break
    }
    const after = parser.peek()
    if (
      after.kind !== 'newline' &&
      after.kind !== 'end' &&
      !parser.is(';') &&
      !parser.is('}') &&
      !RESERVED_WORDS.has(after.text) &&
      !parser.is(')')
    ) {
      parser.confuse()
      parser.next()
    }
    return node
  }, EMPTY_NODE)
}

function parseAssignmentList(parser: Parser): Node {
  const first = parser.expression()
  if (!parser.is(',')) return first
  const items: Node[] = [first]
  while (parser.take(',')) items.push(parser.expression())
  const last = items.at(-1)
  if (last?.type === 'assign') return { ...last, target: { type: 'list', items: [...items.slice(0, -1), last.target] } }
  return { type: 'list', items }
}

function parsePrimary(parser: Parser): Node | undefined {
  const token = parser.peek()
  if (token.kind === 'operator') {
    if (token.text === '->') return parseLambda(parser)
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
      return parseBranch(parser)
    case 'while':
    case 'until':
      parser.next()
      return { type: 'while', test: parseHead(parser), body: parseUntilEnd(parser) }
    case 'for':
      return parseLoop(parser)
    case 'case':
      return parseCase(parser)
    case 'begin':
      parser.next()
      return { type: 'block', body: parseUntilEnd(parser) }
    case 'def':
      return parseDefinition(parser)
    case 'class':
    case 'module':
      return parseClass(parser)
    case 'return':
    case 'break':
    case 'next':
      parser.next()
      return { type: 'return', value: startsArgument(parser) ? parser.expression() : undefined }
    case 'lambda':
    case 'proc':
      parser.next()
      return parseBlock(parser) ?? nameNode(token.text)
    default:
      return undefined
  }
}

function parseHead(parser: Parser): Node {
  noBlockDepth++
  const node = parser.expression()
  noBlockDepth--
  parser.take('do')
  parser.take('then')
  return node
}
let noBlockDepth = 0

function parseUntilEnd(parser: Parser): Node[] {
  const saved = noBlockDepth
  noBlockDepth = 0
  const body: Node[] = []
  const stops = new Set(['end', 'rescue', 'ensure', 'else'])
  for (;;) {
    body.push(...parseStatements(parser, stops))
    if (parser.done || parser.take('end')) break
    const word = parser.next()
    if (word.text === 'rescue') body.push(...parseRescue(parser))
  }
  noBlockDepth = saved
  return body
}

function parseRescue(parser: Parser): Node[] {
  const found: Node[] = []
  while (!parser.done && parser.peek().kind !== 'newline' && !parser.is('then') && !parser.is(';')) {
    const before = parser.at
    if (parser.take(',') || parser.take('*') || parser.take('=>')) continue
    found.push(...callsIn(parser.expression()))
    parser.mustMove(before)
  }
  return found
}

function parseBranch(parser: Parser): Node {
  parser.next()
  const tests = [parseHead(parser)]
  const bodies = [parseStatements(parser, BRANCH_ENDS)]
  while (!parser.done && !parser.take('end')) {
    if (parser.take('elsif')) tests.push(parseHead(parser))
    else parser.next()
    bodies.push(parseStatements(parser, BRANCH_ENDS))
  }
  return { type: 'branch', tests, bodies }
}

function parseCase(parser: Parser): Node {
  parser.next()
  const tests: Node[] = []
  if (parser.peek().kind !== 'newline') tests.push(parser.expression())
  const bodies: Node[][] = []
  parseStatements(parser, BRANCH_ENDS)
  while (!parser.done && !parser.take('end')) {
    const word = parser.next()
    if (word.text === 'when' || word.text === 'in') {
      do tests.push(parser.expression())
      while (parser.take(','))
    }
    bodies.push(parseStatements(parser, BRANCH_ENDS))
  }
  return { type: 'branch', tests, bodies }
}

function parseLoop(parser: Parser): Node {
  parser.next()
  const items = [parser.operand()]
  while (parser.take(',')) items.push(parser.operand())
  parser.expect('in')
  return { type: 'each', target: oneOrList(items), iterable: parseHead(parser), body: parseUntilEnd(parser) }
}

function parseDefinition(parser: Parser): Node {
  parser.next()
  let name = parser.next().text
  while (parser.take('.')) name = parser.next().text
  if (parser.is('=') && !parser.peek().spaced) parser.next()
  const parameters = parser.take('(') ? parseParameters(parser, ')') : parseParameters(parser, '\n')
  if (parser.take('=')) return functionNode(name, parameters, [{ type: 'return', value: parser.expression() }], false)
  return functionNode(name, parameters, parseUntilEnd(parser), /^(?:test|initialize|setup|run|call)/.test(name))
}

function parseClass(parser: Parser): Node {
  parser.next()
  const bases: Node[] = parser.take('<<') ? [parser.expression()] : []
  let name = bases.length > 0 ? 'self' : ''
  if (name === '')
    do name = parser.next().text
    while (parser.take('::'))
  if (parser.take('<')) bases.push(parser.expression())
  if (parser.peek().kind !== 'newline' && !parser.is(';')) parser.confuse()
  return { type: 'class', name, bases, body: parseUntilEnd(parser) }
}

function parseParameters(parser: Parser, closer: string): Parameter[] {
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

function parseLambda(parser: Parser): Node {
  parser.next()
  const parameters = parser.take('(') ? parseParameters(parser, ')') : []
  const block = parseBlock(parser)
  return block ? { ...block, parameters: parameters.length > 0 ? parameters : block.parameters } : EMPTY_NODE
}

function parseBlock(parser: Parser): FunctionNode | undefined {
  const braces = parser.is('{')
  if (!braces && !(parser.is('do') && noBlockDepth === 0)) return undefined
  parser.next()
  const parameters = parser.take('|') ? parseParameters(parser, '|') : []
  if (!braces) return functionNode(undefined, parameters, parseUntilEnd(parser), false)
  const saved = noBlockDepth
  noBlockDepth = 0
  const body = parseStatements(parser, new Set(['}']))
  noBlockDepth = saved
  parser.expect('}')
  return functionNode(undefined, parameters, body, false)
}

function parsePostfix(parser: Parser, node: Node): Node {
  const token = parser.peek()
  if (node.type === 'call' || node.type === 'member' || node.type === 'name') {
    const takesBlock =
      parser.is('do') || (parser.is('{') && (node.type !== 'name' || isMethodName(node.name)) && !token.fresh)
    const block = takesBlock && !(node.type === 'call' && node.block) ? parseBlock(parser) : undefined
    if (block) return node.type === 'call' ? { ...node, block } : { type: 'call', callee: node, args: [], block }
  }
  if ((node.type === 'name' && isMethodName(node.name)) || node.type === 'member') {
    if (startsArgument(parser)) return { type: 'call', callee: node, args: parseCommandArguments(parser) }
  }
  return node
}

function isMethodName(name: string): boolean {
  return /^[a-zA-Z_]/.test(name) && !RESERVED_WORDS.has(name) && !/^(?:self|nil|true|false|super)$/.test(name)
}

function startsArgument(parser: Parser): boolean {
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
      return !RESERVED_WORDS.has(token.text)
    case 'operator':
      if (token.text === '[' || token.text === '->' || token.text === '(') return true
      return /^(?:::|\*|&|-|!|\*\*|:)$/.test(token.text) && !following.spaced && following.kind !== 'newline'
    default:
      return false
  }
}

function parseCommandArguments(parser: Parser): Argument[] {
  const args: Argument[] = []
  do {
    while (parser.peek().kind === 'newline') parser.next()
    args.push(parser.argument())
  } while (parser.take(','))
  return args
}

import { lexPython } from '../lex/python.ts'
import {
  assignNode,
  callNode,
  callsIn,
  EMPTY_NODE,
  expandKeys,
  type ImportBinding,
  type Node,
  nameNode,
  type Parameter,
  textNode,
  wordSet,
} from '../syntax.ts'
import { functionNode, type LanguageGrammar } from './cursor.ts'
import { Parser } from './expression.ts'

const GRAMMAR: LanguageGrammar = {
  statement: parseStatement,
  binary: expandKeys({
    or: 1,
    and: 2,
    'in is == != < > <= >=': 3,
    '| ^ &': 4,
    '<< >>': 5,
    '+ -': 6,
    '* / // % @': 7,
    '**': 9,
  }),
  unary: wordSet('not - + ~ await yield'),
  members: new Set(['.']),
  assignments: new Set([':=']),
  stops: new Set(['?']),
  primary: parseLambda,
  postfix: (_parser, node) => node,
  braces: 'map',
  commandCalls: false,
  named: '=',
}

const ASSIGNMENTS = wordSet('= += -= *= /= //= %= **= >>= <<= &= ^= |= @=')

function parseLambda(parser: Parser): Node | undefined {
  if (!parser.is('lambda')) return undefined
  parser.next()
  const parameters = parseParameters(parser, ':')
  parser.expect(':')
  return functionNode(undefined, parameters, [{ type: 'return', value: parser.expression() }], false)
}

/** Parameters up to the closer, which stays; what they call goes to `annotations`. */
function parseParameters(parser: Parser, closer: string, annotations: Node[] = []): Parameter[] {
  const parameters: Parameter[] = []
  parser.until(closer, () => {
    if (parser.take(',') || parser.take('/')) return
    const rest = parser.take('*') || parser.take('**')
    const name = parser.next()
    if (name.kind !== 'name') {
      if (!rest) parser.confuse()
      if (parser.is(closer, -1)) parser.at--
      return
    }
    if (closer === ')' && parser.take(':')) annotations.push(...callsIn(parseAnnotation(parser)))
    const initial = parser.take('=') ? parser.expression() : undefined
    // A default is computed where the function is defined, whether or not anybody calls it.
    if (initial) annotations.push(...callsIn(initial))
    parameters.push({ target: nameNode(name.text), initial, rest })
  })
  return parameters
}

/** `*args: *Ts` spreads; what a name is said to be is otherwise an expression. */
function parseAnnotation(parser: Parser): Node {
  parser.take('*')
  return parser.expression()
}

/** `[T: bound = default, *Ts]` behind the name of a function, class or type. */
function parseTypeParameters(parser: Parser): Node[] {
  const found: Node[] = []
  if (!parser.take('[')) return found
  parser.until(']', () => {
    if (parser.take(',') || parser.take('*') || parser.take('**')) return
    if (parser.next().kind !== 'name') parser.confuse()
    if (parser.take(':')) found.push(...callsIn(parser.expression()))
    if (parser.take('=')) found.push(...callsIn(parseAnnotation(parser)))
  })
  parser.expect(']')
  return found
}

export const parsePython = (text: string) => Parser.parse(lexPython(text), GRAMMAR)

type ParseRule = (parser: Parser) => Node[]

const STATEMENT_RULES = expandKeys<ParseRule>({
  def: (parser) => parseDefinition(parser, false),
  class: parseClass,
  if: parseBranch,
  while: (parser) => [{ type: 'while', test: parseExpressions(parser), body: parseBlock(parser) }],
  for: parseLoop,
  try: parseTry,
  with: parseWith,
  import: parseImportModules,
  from: parseImportNames,
  return: (parser) => [{ type: 'return', value: lineEnds(parser) ? undefined : parseExpressions(parser) }],
  raise: (parser) =>
    lineEnds(parser) ? [] : [parseExpressions(parser), ...(parser.take('from') ? [parser.expression()] : [])],
  'assert del': (parser) => [parseExpressions(parser)],
  'global nonlocal': skipNames,
  'pass break continue': () => [],
})

function parseStatement(parser: Parser): Node[] {
  return parser.nested<Node[]>(() => {
    const token = parser.peek()
    if (token.kind === 'newline' || token.kind === 'indent' || token.kind === 'dedent' || parser.is(';')) {
      parser.next()
      return []
    }
    if (parser.is('@')) return parseDecorated(parser)
    if (parser.is('async')) parser.next()
    const word = parser.peek()
    const rule = word.kind === 'name' ? STATEMENT_RULES.get(word.text) : undefined
    if (rule) {
      parser.next()
      return rule(parser)
    }
    if (parser.is('match') && matchStarts(parser)) return parseMatch(parser)
    return [parseSimple(parser)]
  }, [])
}

function parseSimple(parser: Parser): Node {
  const before = parser.at
  const left = parseExpressions(parser)
  if (parser.at === before) {
    parser.confuse()
    parser.next()
    return EMPTY_NODE
  }
  if (!parser.take(':')) return parseAssignment(parser, left)
  // What a name is said to be matters only for what is called there.
  const said = callsIn(parser.expression())
  const node = parser.is('=') ? [parseAssignment(parser, left)] : callsIn(left)
  if (!lineEnds(parser)) parser.confuse()
  return said.length === 0 && node[0] && node.length === 1 ? node[0] : { type: 'block', body: [...node, ...said] }
}

function parseAssignment(parser: Parser, left: Node): Node {
  const operator = parser.peek()
  if (operator.kind === 'operator' && ASSIGNMENTS.has(operator.text)) {
    parser.next()
    const right = parseExpressions(parser)
    const value = parser.nested<Node>(() => parseAssignment(parser, right), EMPTY_NODE)
    return { type: 'assign', target: left, operator: operator.text, value }
  }
  if (!lineEnds(parser)) {
    parser.confuse()
    parser.next()
  }
  return left
}

function lineEnds(parser: Parser): boolean {
  const { kind } = parser.peek()
  return kind === 'newline' || kind === 'end' || kind === 'dedent' || parser.is(';')
}

function parseExpressions(parser: Parser): Node {
  const items: Node[] = [parser.item().value]
  let tuple = false
  while (parser.take(',')) {
    tuple = true
    if (lineEnds(parser) || parser.is('=') || parser.is(':')) break
    items.push(parser.item().value)
  }
  return tuple ? { type: 'list', items } : (items[0] ?? EMPTY_NODE)
}

function parseBlock(parser: Parser): Node[] {
  parser.expect(':')
  const body: Node[] = []
  if (parser.peek().kind !== 'newline') {
    while (!parser.done && parser.peek().kind !== 'newline') body.push(...parseStatement(parser))
    parser.next()
    return body
  }
  parser.next()
  if (parser.peek().kind !== 'indent') return body
  parser.next()
  while (!parser.done && parser.peek().kind !== 'dedent') body.push(...parseStatement(parser))
  if (!parser.done) parser.next()
  return body
}

function parseDefinition(parser: Parser, exposed: boolean): Node[] {
  const name = parser.next().text
  const said = parseTypeParameters(parser)
  parser.expect('(')
  const parameters = parseParameters(parser, ')', said)
  parser.expect(')')
  if (parser.take('->')) said.push(...callsIn(parser.expression()))
  return [...said, functionNode(name, parameters, parseBlock(parser), exposed || /^test|^__/.test(name))]
}

function parseClass(parser: Parser): Node[] {
  const name = parser.next().text
  const said = parseTypeParameters(parser)
  const bases = parser.take('(') ? parser.callArguments(')').map((argument) => argument.value) : []
  return [...said, { type: 'class', name, bases, body: parseBlock(parser) }]
}

function parseDecorated(parser: Parser): Node[] {
  const decorators: Node[] = []
  while (parser.take('@')) {
    const decorator = parser.expression()
    decorators.push(decorator.type === 'function' ? callNode(decorator, []) : decorator)
    while (parser.peek().kind === 'newline') parser.next()
  }
  parser.take('async')
  if (parser.take('def')) return [...decorators, ...parseDefinition(parser, true)]
  return [...decorators, ...parseStatement(parser)]
}

function parseBranch(parser: Parser): Node[] {
  const tests: Node[] = [parseExpressions(parser)]
  const bodies: Node[][] = [parseBlock(parser)]
  for (;;) {
    if (parser.take('elif')) tests.push(parseExpressions(parser))
    else if (!parser.take('else')) break
    bodies.push(parseBlock(parser))
  }
  return [{ type: 'branch', tests, bodies }]
}

function parseLoop(parser: Parser): Node[] {
  const target = parser.targets()
  parser.expect('in')
  const iterable = parseExpressions(parser)
  const body = parseBlock(parser)
  const after = parser.take('else') ? parseBlock(parser) : []
  return [{ type: 'each', target, iterable, body }, ...after]
}

function parseTry(parser: Parser): Node[] {
  const body = parseBlock(parser)
  while (parser.is('except') || parser.is('finally') || parser.is('else')) {
    const word = parser.next().text
    if (word === 'except' && !parser.is(':')) {
      parser.take('*')
      body.push(parseExpressions(parser))
      if (parser.take('as')) parser.next()
    }
    body.push(...parseBlock(parser))
  }
  return [{ type: 'block', body }]
}

function parseWith(parser: Parser): Node[] {
  const wrapped = parser.is('(') && parser.afterBracket().text === ':' && parser.afterBracket().kind === 'operator'
  if (wrapped) parser.next()
  const items: Node[] = []
  while (!parser.done && !parser.is(':') && !(wrapped && parser.is(')'))) {
    const before = parser.at
    if (parser.take(',')) continue
    const value = parser.expression()
    if (parser.take('as')) items.push(assignNode(parser.operand(), value))
    else items.push(value)
    parser.mustMove(before)
  }
  if (wrapped) parser.take(')')
  return [...items, { type: 'block', body: parseBlock(parser) }]
}

function parseDottedName(parser: Parser): string {
  let text = ''
  for (;;) {
    const token = parser.peek()
    if (token.kind === 'operator' && /^\.+$/.test(token.text)) text += token.text
    else if (token.kind === 'name' && token.text !== 'import' && token.text !== 'as') text += token.text
    else return text
    parser.next()
    if (token.kind === 'name' && !parser.is('.')) return text
  }
}

function parseImportModules(parser: Parser): Node[] {
  const found: Node[] = []
  do {
    const module = parseDottedName(parser)
    const renamed = parser.take('as') ? parser.next().text : undefined
    const top = module.split('.')[0] ?? module
    found.push({ type: 'import', module: textNode(module), bindings: [{ imported: undefined, local: renamed ?? top }] })
  } while (parser.take(','))
  return found
}

function parseImportNames(parser: Parser): Node[] {
  const module = parseDottedName(parser)
  parser.expect('import')
  const bindings: ImportBinding[] = []
  const wrapped = parser.take('(')
  while (!parser.done && !parser.is(')') && (wrapped || !lineEnds(parser))) {
    if (parser.take(',')) continue
    const name = parser.next().text
    bindings.push({ imported: name, local: parser.take('as') ? parser.next().text : name })
  }
  if (wrapped) parser.take(')')
  return [{ type: 'import', module: textNode(module), bindings }]
}

function skipNames(parser: Parser): Node[] {
  while (!lineEnds(parser)) parser.next()
  return []
}

/** `match` is an ordinary name unless a subject and a colon follow on its line. */
function matchStarts(parser: Parser): boolean {
  const following = parser.peek(1)
  if (following.kind === 'operator' && !'([{-*'.includes(following.text)) return false
  for (let ahead = 1; ahead < 60; ahead++) {
    if (parser.peek(ahead).kind === 'newline') return parser.is(':', ahead - 1)
  }
  return false
}

function parseMatch(parser: Parser): Node[] {
  parser.next()
  const tests = [parseExpressions(parser)]
  const bodies: Node[][] = []
  parser.expect(':')
  while (parser.peek().kind === 'newline' || parser.peek().kind === 'indent') parser.next()
  while (parser.take('case')) {
    while (!parser.done && !parser.is(':') && parser.peek().kind !== 'newline') {
      if (parser.take('if')) tests.push(parser.expression())
      else if (parser.is('[') || parser.is('(') || parser.is('{')) parser.skipBracket()
      else parser.next()
    }
    bodies.push(parseBlock(parser))
  }
  if (parser.peek().kind === 'dedent') parser.next()
  return [{ type: 'branch', tests, bodies }]
}

import { lexPython } from '../lex/python.ts'
import {
  callNode,
  callsIn,
  type ImportBinding,
  NOTHING,
  type Node,
  nameNode,
  type Parameter,
  textNode,
} from '../syntax.ts'
import { type Expressions, functionNode, type LanguageGrammar } from './cursor.ts'
import { ExpressionParser } from './expression.ts'

const GRAMMAR: LanguageGrammar = {
  binary: new Map([
    ['or', 1],
    ['and', 2],
    ...['in', 'is', '==', '!=', '<', '>', '<=', '>='].map((op) => [op, 3] as const),
    ['|', 4],
    ['^', 4],
    ['&', 4],
    ['<<', 5],
    ['>>', 5],
    ['+', 6],
    ['-', 6],
    ...['*', '/', '//', '%', '@'].map((op) => [op, 7] as const),
    ['**', 9],
  ]),
  unary: new Set(['not', '-', '+', '~', 'await', 'yield']),
  members: new Set(['.']),
  assignments: new Set([':=']),
  stops: new Set(['?']),
  primary: lambda,
  postfix: (_parser, node) => node,
  braces: 'map',
  commandCalls: false,
  named: '=',
}

const ASSIGNMENTS = new Set(['=', '+=', '-=', '*=', '/=', '//=', '%=', '**=', '>>=', '<<=', '&=', '^=', '|=', '@='])

function lambda(parser: Expressions): Node | undefined {
  const { cursor } = parser
  if (!cursor.is('lambda')) return undefined
  cursor.next()
  const parameters = readParameters(parser, ':')
  cursor.expect(':')
  return functionNode(undefined, parameters, [{ type: 'return', value: parser.expression() }], false)
}

/** Parameters up to the closer, which stays; what they call goes to `annotations`. */
function readParameters(parser: Expressions, closer: string, annotations: Node[] = []): Parameter[] {
  const { cursor } = parser
  const parameters: Parameter[] = []
  while (!cursor.done && !cursor.is(closer)) {
    if (cursor.take(',') || cursor.take('/')) continue
    const rest = cursor.take('*') || cursor.take('**')
    const name = cursor.next()
    if (name.kind !== 'name') {
      if (!rest) cursor.confuse()
      if (cursor.is(closer, -1)) cursor.at--
      continue
    }
    if (closer === ')' && cursor.take(':')) annotations.push(...callsIn(annotation(parser)))
    const initial = cursor.take('=') ? parser.expression() : undefined
    // A default is computed where the function is defined, whether or not anybody calls it.
    if (initial) annotations.push(...callsIn(initial))
    parameters.push({ target: nameNode(name.text), initial, rest })
  }
  return parameters
}

/** `*args: *Ts` spreads; what a name is said to be is otherwise an expression. */
function annotation(parser: Expressions): Node {
  parser.cursor.take('*')
  return parser.expression()
}

/** `[T: bound = default, *Ts]` behind the name of a function, class or type. */
function typeParameters(parser: Expressions): Node[] {
  const { cursor } = parser
  const found: Node[] = []
  if (!cursor.take('[')) return found
  while (!cursor.done && !cursor.is(']')) {
    if (cursor.take(',') || cursor.take('*') || cursor.take('**')) continue
    if (cursor.next().kind !== 'name') cursor.confuse()
    if (cursor.take(':')) found.push(...callsIn(parser.expression()))
    if (cursor.take('=')) found.push(...callsIn(annotation(parser)))
  }
  cursor.expect(']')
  return found
}

export function parsePython(text: string): { body: Node[]; confusions: number } {
  const parser = new ExpressionParser(lexPython(text), GRAMMAR)
  const body: Node[] = []
  while (!parser.cursor.done) body.push(...statement(parser))
  return { body, confusions: parser.cursor.confusions }
}

type ParseRule = (parser: ExpressionParser) => Node[]

const RULES = new Map<string, ParseRule>([
  ['def', (parser) => definition(parser, false)],
  ['class', classDefinition],
  ['if', branch],
  ['while', (parser) => [{ type: 'while', test: header(parser), body: block(parser) }]],
  ['for', loop],
  ['try', guarded],
  ['with', context],
  ['import', importModules],
  ['from', importNames],
  ['return', (parser) => [{ type: 'return', value: lineEnds(parser) ? undefined : expressions(parser) }]],
  [
    'raise',
    (parser) =>
      lineEnds(parser) ? [] : [expressions(parser), ...(parser.cursor.take('from') ? [parser.expression()] : [])],
  ],
  ['assert', (parser) => [expressions(parser)]],
  ['del', (parser) => [expressions(parser)]],
  ['global', names],
  ['nonlocal', names],
  ['pass', () => []],
  ['break', () => []],
  ['continue', () => []],
])

function statement(parser: ExpressionParser): Node[] {
  const { cursor } = parser
  return cursor.nested<Node[]>(() => {
    const token = cursor.peek()
    if (token.kind === 'newline' || token.kind === 'indent' || token.kind === 'dedent' || cursor.is(';')) {
      cursor.next()
      return []
    }
    if (cursor.is('@')) return decorated(parser)
    if (cursor.is('async')) cursor.next()
    const word = cursor.peek()
    const rule = word.kind === 'name' ? RULES.get(word.text) : undefined
    if (rule) {
      cursor.next()
      return rule(parser)
    }
    if (cursor.is('match') && matchStarts(parser)) return matchStatement(parser)
    return [simple(parser)]
  }, [])
}

function simple(parser: ExpressionParser): Node {
  const { cursor } = parser
  const before = cursor.at
  const left = expressions(parser)
  if (cursor.at === before) {
    cursor.confuse()
    cursor.next()
    return NOTHING
  }
  if (!cursor.take(':')) return assigned(parser, left)
  // What a name is said to be matters only for what is called there.
  const said = callsIn(parser.expression())
  const node = cursor.is('=') ? [assigned(parser, left)] : callsIn(left)
  if (!lineEnds(parser)) cursor.confuse()
  return said.length === 0 && node[0] && node.length === 1 ? node[0] : { type: 'block', body: [...node, ...said] }
}

function assigned(parser: ExpressionParser, left: Node): Node {
  const { cursor } = parser
  const operator = cursor.peek()
  if (operator.kind === 'operator' && ASSIGNMENTS.has(operator.text)) {
    cursor.next()
    const right = expressions(parser)
    const value = cursor.nested<Node>(() => assigned(parser, right), NOTHING)
    return { type: 'assign', target: left, operator: operator.text, value }
  }
  if (!lineEnds(parser)) {
    cursor.confuse()
    cursor.next()
  }
  return left
}

function lineEnds(parser: ExpressionParser): boolean {
  const { kind } = parser.cursor.peek()
  return kind === 'newline' || kind === 'end' || kind === 'dedent' || parser.cursor.is(';')
}

function expressions(parser: ExpressionParser): Node {
  const { cursor } = parser
  const items: Node[] = [parser.item().value]
  let tuple = false
  while (cursor.take(',')) {
    tuple = true
    if (lineEnds(parser) || cursor.is('=') || cursor.is(':')) break
    items.push(parser.item().value)
  }
  return tuple ? { type: 'list', items } : (items[0] ?? NOTHING)
}

function header(parser: ExpressionParser): Node {
  return expressions(parser)
}

/** `:` and what belongs to it: the rest of the line, or the indented lines. */
function block(parser: ExpressionParser): Node[] {
  const { cursor } = parser
  cursor.expect(':')
  const body: Node[] = []
  if (cursor.peek().kind !== 'newline') {
    while (!cursor.done && cursor.peek().kind !== 'newline') body.push(...statement(parser))
    cursor.next()
    return body
  }
  cursor.next()
  if (cursor.peek().kind !== 'indent') return body
  cursor.next()
  while (!cursor.done && cursor.peek().kind !== 'dedent') body.push(...statement(parser))
  if (!cursor.done) cursor.next()
  return body
}

function definition(parser: ExpressionParser, exposed: boolean): Node[] {
  const { cursor } = parser
  const name = cursor.next().text
  const said = typeParameters(parser)
  cursor.expect('(')
  const parameters = readParameters(parser, ')', said)
  cursor.expect(')')
  if (cursor.take('->')) said.push(...callsIn(parser.expression()))
  return [...said, functionNode(name, parameters, block(parser), exposed || /^test|^__/.test(name))]
}

function classDefinition(parser: ExpressionParser): Node[] {
  const { cursor } = parser
  const name = cursor.next().text
  const said = typeParameters(parser)
  const bases = cursor.take('(') ? parser.callArguments(')').map((argument) => argument.value) : []
  return [...said, { type: 'class', name, bases, body: block(parser) }]
}

function decorated(parser: ExpressionParser): Node[] {
  const { cursor } = parser
  const decorators: Node[] = []
  while (cursor.take('@')) {
    const decorator = parser.expression()
    decorators.push(decorator.type === 'function' ? callNode(decorator, []) : decorator)
    while (cursor.peek().kind === 'newline') cursor.next()
  }
  cursor.take('async')
  if (cursor.take('def')) return [...decorators, ...definition(parser, true)]
  return [...decorators, ...statement(parser)]
}

function branch(parser: ExpressionParser): Node[] {
  const { cursor } = parser
  const tests: Node[] = [header(parser)]
  const bodies: Node[][] = [block(parser)]
  for (;;) {
    if (cursor.take('elif')) tests.push(header(parser))
    else if (!cursor.take('else')) break
    bodies.push(block(parser))
  }
  return [{ type: 'branch', tests, bodies }]
}

function loop(parser: ExpressionParser): Node[] {
  const { cursor } = parser
  const target = parser.targets()
  cursor.expect('in')
  const iterable = expressions(parser)
  const body = block(parser)
  const after = cursor.take('else') ? block(parser) : []
  return [{ type: 'each', target, iterable, body }, ...after]
}

function guarded(parser: ExpressionParser): Node[] {
  const { cursor } = parser
  const body = block(parser)
  while (cursor.is('except') || cursor.is('finally') || cursor.is('else')) {
    const word = cursor.next().text
    if (word === 'except' && !cursor.is(':')) {
      cursor.take('*')
      body.push(expressions(parser))
      if (cursor.take('as')) cursor.next()
    }
    body.push(...block(parser))
  }
  return [{ type: 'block', body }]
}

function context(parser: ExpressionParser): Node[] {
  const { cursor } = parser
  const wrapped = cursor.is('(') && cursor.afterBracket().text === ':' && cursor.afterBracket().kind === 'operator'
  if (wrapped) cursor.next()
  const items: Node[] = []
  while (!cursor.done && !cursor.is(':') && !(wrapped && cursor.is(')'))) {
    const before = cursor.at
    if (cursor.take(',')) continue
    const value = parser.expression()
    if (cursor.take('as')) items.push({ type: 'assign', target: parser.operand(), operator: '=', value })
    else items.push(value)
    cursor.mustMove(before)
  }
  if (wrapped) cursor.take(')')
  return [...items, { type: 'block', body: block(parser) }]
}

function dottedName(parser: ExpressionParser): string {
  const { cursor } = parser
  let text = ''
  for (;;) {
    const token = cursor.peek()
    if (token.kind === 'operator' && /^\.+$/.test(token.text)) text += token.text
    else if (token.kind === 'name' && token.text !== 'import' && token.text !== 'as') text += token.text
    else return text
    cursor.next()
    if (token.kind === 'name' && !cursor.is('.')) return text
  }
}

function importModules(parser: ExpressionParser): Node[] {
  const { cursor } = parser
  const found: Node[] = []
  do {
    const module = dottedName(parser)
    const renamed = cursor.take('as') ? cursor.next().text : undefined
    const top = module.split('.')[0] ?? module
    found.push({ type: 'import', module: textNode(module), bindings: [{ imported: undefined, local: renamed ?? top }] })
  } while (cursor.take(','))
  return found
}

function importNames(parser: ExpressionParser): Node[] {
  const { cursor } = parser
  const module = dottedName(parser)
  cursor.expect('import')
  const bindings: ImportBinding[] = []
  const wrapped = cursor.take('(')
  while (!cursor.done && !cursor.is(')') && (wrapped || !lineEnds(parser))) {
    if (cursor.take(',')) continue
    const name = cursor.next().text
    bindings.push({ imported: name, local: cursor.take('as') ? cursor.next().text : name })
  }
  if (wrapped) cursor.take(')')
  return [{ type: 'import', module: textNode(module), bindings }]
}

function names(parser: ExpressionParser): Node[] {
  while (!lineEnds(parser)) parser.cursor.next()
  return []
}

/** `match` is an ordinary name unless a subject and a colon follow on its line. */
function matchStarts(parser: ExpressionParser): boolean {
  const { cursor } = parser
  const following = cursor.peek(1)
  if (following.kind === 'operator' && !'([{-*'.includes(following.text)) return false
  for (let ahead = 1; ahead < 60; ahead++) {
    if (cursor.peek(ahead).kind === 'newline') return cursor.is(':', ahead - 1)
  }
  return false
}

function matchStatement(parser: ExpressionParser): Node[] {
  const { cursor } = parser
  cursor.next()
  const tests = [header(parser)]
  const bodies: Node[][] = []
  cursor.expect(':')
  while (cursor.peek().kind === 'newline' || cursor.peek().kind === 'indent') cursor.next()
  while (cursor.take('case')) {
    while (!cursor.done && !cursor.is(':') && cursor.peek().kind !== 'newline') {
      if (cursor.take('if')) tests.push(parser.expression())
      else if (cursor.is('[') || cursor.is('(') || cursor.is('{')) cursor.skipBracket()
      else cursor.next()
    }
    bodies.push(block(parser))
  }
  if (cursor.peek().kind === 'dedent') cursor.next()
  return [{ type: 'branch', tests, bodies }]
}

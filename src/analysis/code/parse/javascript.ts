import { lexJavaScript } from '../lex/javascript.ts'
import {
  assignNode,
  EMPTY_NODE,
  expandKeys,
  type ImportBinding,
  type Node,
  nameNode,
  textNode,
  wordSet,
} from '../syntax.ts'
import { Parser } from './expression.ts'
import { JAVASCRIPT_GRAMMAR, parseClass, parseEnum, parseFunctionRest } from './javascript-grammar.ts'
import { skipAngles, skipType } from './javascript-types.ts'

const GRAMMAR = { ...JAVASCRIPT_GRAMMAR, statement: parseStatement }

/** JavaScript or TypeScript. */
export const parseJavaScript = (text: string) => Parser.parse(lexJavaScript(text), GRAMMAR)

type ParseRule = (parser: Parser) => Node[]

const STATEMENT_RULES = expandKeys<ParseRule>({
  if: parseBranch,
  for: parseLoop,
  while: (parser) => [{ type: 'while', test: parseParenthesized(parser), body: parseStatement(parser) }],
  do: parseDoLoop,
  switch: parseSwitch,
  try: parseTry,
  return: (parser) => [
    takeSemicolon(parser, { type: 'return', value: endsStatement(parser) ? undefined : parseSequence(parser) }),
  ],
  throw: (parser) => [takeSemicolon(parser, parseSequence(parser))],
  'break continue': parseLabel,
  'const let var using': parseDeclaration,
  import: parseImport,
  export: parseExport,
  function: (parser) => [parseFunctionRest(parser, false)],
  class: (parser) => [parseClass(parser)],
  debugger: () => [],
})

const TYPE_WORDS = wordSet('interface type declare namespace abstract enum')

function parseStatement(parser: Parser): Node[] {
  return parser.nested<Node[]>(() => {
    if (parser.take(';')) return []
    if (parser.is('{')) return [{ type: 'block', body: parser.block() }]
    const token = parser.peek()
    if (token.kind === 'name') {
      const following = parser.peek(1)
      const plainName = following.kind === 'operator' && /^[.=)(,;:]$|^=>$|^\?\.$/.test(following.text)
      const rule = STATEMENT_RULES.get(token.text)
      const applies = rule && !(token.text === 'import' && (following.text === '(' || following.text === '.'))
      const soft = token.text === 'let' || token.text === 'using'
      if (applies && !(soft && plainName)) {
        parser.next()
        return rule(parser)
      }
      if (TYPE_WORDS.has(token.text) && following.kind === 'name' && !following.fresh) return parseTypeStatement(parser)
      if (token.text === 'async' && parser.is('function', 1)) {
        parser.next()
        return parseStatement(parser)
      }
      if (parser.is(':', 1)) {
        parser.at += 2
        return parseStatement(parser)
      }
    }
    return [endStatement(parser, parseSequence(parser))]
  }, [])
}

function endStatement(parser: Parser, node: Node): Node {
  if (parser.take(';') || endsStatement(parser)) return node
  parser.confuse()
  parser.next()
  return node
}

/** The semicolon belongs to the statement: an `else` may follow. */
function takeSemicolon(parser: Parser, node: Node): Node {
  parser.take(';')
  return node
}

function endsStatement(parser: Parser): boolean {
  const token = parser.peek()
  return token.kind === 'end' || token.fresh || parser.is(';') || parser.is('}')
}

function parseSequence(parser: Parser): Node {
  const items: Node[] = [parser.expression()]
  while (parser.take(',')) items.push(parser.expression())
  return items.length === 1 ? (items[0] ?? EMPTY_NODE) : { type: 'block', body: items }
}

function parseParenthesized(parser: Parser): Node {
  parser.expect('(')
  const node = parseSequence(parser)
  parser.expect(')')
  return node
}

function parseBranch(parser: Parser): Node[] {
  const tests = [parseParenthesized(parser)]
  const bodies = [parseStatement(parser)]
  if (parser.take('else')) bodies.push(parseStatement(parser))
  return [{ type: 'branch', tests, bodies }]
}

function parseLoop(parser: Parser): Node[] {
  parser.take('await')
  parser.expect('(')
  const declared = parser.take('const') || parser.take('let') || parser.take('var') || parser.take('using')
  if (declared || parser.peek(1).text === 'of' || parser.peek(1).text === 'in') {
    const target = parser.operand()
    if (parser.take('of') || parser.take('in')) {
      const iterable = parseSequence(parser)
      parser.expect(')')
      return [{ type: 'each', target, iterable, body: parseStatement(parser) }]
    }
    if (parser.take(':')) skipType(parser)
    const initial: Node[] = parser.take('=') ? [assignNode(target, parser.expression())] : []
    return [...initial, ...parseCountedFor(parser)]
  }
  return parseCountedFor(parser)
}

function parseCountedFor(parser: Parser): Node[] {
  const head: Node[] = []
  let clauses = 0
  let endless = false
  parser.until(')', () => {
    if (parser.take(';')) {
      clauses++
      if (clauses === 1 && parser.is(';')) endless = true
      return
    }
    if (parser.take(',')) return
    head.push(parser.expression())
  })
  parser.expect(')')
  const body = parseStatement(parser)
  return [...head, { type: 'while', test: endless ? { type: 'number', text: '1' } : undefined, body }]
}

function parseDoLoop(parser: Parser): Node[] {
  const body = parseStatement(parser)
  const test = parser.take('while') ? parseParenthesized(parser) : undefined
  return [{ type: 'while', test, body }]
}

function parseSwitch(parser: Parser): Node[] {
  const tests = [parseParenthesized(parser)]
  const bodies: Node[][] = []
  parser.expect('{')
  parser.until('}', () => {
    if (parser.take('case')) tests.push(parseSequence(parser))
    else parser.take('default')
    parser.expect(':')
    const body: Node[] = []
    while (!parser.done && !parser.is('}') && !parser.is('case') && !(parser.is('default') && parser.is(':', 1))) {
      const start = parser.at
      body.push(...parseStatement(parser))
      parser.mustMove(start)
    }
    bodies.push(body)
  })
  parser.take('}')
  return [{ type: 'branch', tests, bodies }]
}

function parseTry(parser: Parser): Node[] {
  const body = parser.block()
  if (parser.take('catch')) {
    if (parser.take('(')) {
      body.push(assignNode(parser.operand(), EMPTY_NODE))
      if (parser.take(':')) skipType(parser)
      parser.expect(')')
    }
    body.push(...parser.block())
  }
  if (parser.take('finally')) body.push(...parser.block())
  return [{ type: 'block', body }]
}

function parseLabel(parser: Parser): Node[] {
  if (!endsStatement(parser)) parser.next()
  parser.take(';')
  return []
}

function parseDeclaration(parser: Parser): Node[] {
  if (parser.take('enum')) return parseEnum(parser)
  const found: Node[] = []
  do {
    const target = parser.operand()
    parser.take('!')
    if (parser.take(':')) skipType(parser)
    if (parser.take('=')) found.push(assignNode(target, parser.expression()))
  } while (parser.take(','))
  if (!parser.take(';') && !endsStatement(parser)) parser.confuse()
  return found
}

function parseTypeStatement(parser: Parser): Node[] {
  const word = parser.next().text
  const describes = word === 'declare' && (parser.is('global') || parser.is('module') || parser.is('namespace'))
  if (!describes && (word === 'abstract' || word === 'declare')) return parseStatement(parser)
  if (word === 'enum') return parseEnum(parser)
  if (word === 'namespace') {
    while (!parser.done && !parser.is('{')) parser.next()
    return parser.block()
  }
  if (word === 'type') {
    parser.next()
    skipAngles(parser)
    parser.expect('=')
    parser.take('|')
    skipType(parser)
    parser.take(';')
    return []
  }
  while (!parser.done && !parser.is('{')) parser.next()
  parser.skipBracket()
  return []
}

function parseImport(parser: Parser): Node[] {
  const bindings: ImportBinding[] = []
  parser.take('type')
  if (parser.peek().kind === 'text') return [{ type: 'import', module: textNode(parser.next().text), bindings }]
  while (!parser.done && !parser.is('from') && !parser.is(';') && !parser.is('=')) {
    if (parser.take(',')) continue
    if (parser.take('*')) {
      parser.expect('as')
      bindings.push({ imported: undefined, local: parser.next().text })
    } else if (parser.take('{')) bindings.push(...parseSpecifiers(parser))
    else bindings.push({ imported: 'default', local: parser.next().text })
  }
  if (parser.take('=')) {
    const local = bindings[0]?.local ?? '?'
    return [assignNode(nameNode(local), parser.expression())]
  }
  parser.take('from')
  const module = parser.peek().kind === 'text' ? textNode(parser.next().text) : EMPTY_NODE
  if (parser.take('with') || parser.take('assert')) parser.skipBracket()
  parser.take(';')
  return [{ type: 'import', module, bindings }]
}

function parseSpecifiers(parser: Parser): ImportBinding[] {
  const found: ImportBinding[] = []
  parser.until('}', () => {
    if (parser.take(',')) return
    if (parser.is('type') && parser.peek(1).kind === 'name') parser.next()
    const imported = parser.next().text
    found.push({ imported, local: parser.take('as') ? parser.next().text : imported })
  })
  parser.take('}')
  return found
}

function parseExport(parser: Parser): Node[] {
  parser.take('default')
  if (parser.is('type') && (parser.is('{', 1) || parser.is('*', 1))) parser.next()
  if (parser.is('{') || parser.is('*')) {
    if (parser.is('{')) parser.skipBracket()
    else parser.next()
    if (parser.take('as')) parser.next()
    if (parser.take('from')) return [{ type: 'import', module: textNode(parser.next().text), bindings: [] }]
    return []
  }
  return parseStatement(parser)
}

import { lexJavaScript } from '../lex/javascript.ts'
import { assignNode, byWord, type ImportBinding, NOTHING, type Node, nameNode, textNode, words } from '../syntax.ts'
import { Parser } from './expression.ts'
import { functionRest, JAVASCRIPT_GRAMMAR, readClass, readEnum } from './javascript-grammar.ts'
import { skipAngles, skipType } from './javascript-types.ts'

const GRAMMAR = { ...JAVASCRIPT_GRAMMAR, statement }

/** JavaScript or TypeScript. */
export const parseJavaScript = (text: string) => Parser.parse(lexJavaScript(text), GRAMMAR)

type ParseRule = (parser: Parser) => Node[]

const RULES = byWord<ParseRule>({
  if: branch,
  for: loop,
  while: (parser) => [{ type: 'while', test: parenthesised(parser), body: statement(parser) }],
  do: doLoop,
  switch: choose,
  try: guarded,
  return: (parser) => [closed(parser, { type: 'return', value: ends(parser) ? undefined : sequence(parser) })],
  throw: (parser) => [closed(parser, sequence(parser))],
  'break continue': label,
  'const let var using': declaration,
  import: importation,
  export: exportation,
  function: (parser) => [functionRest(parser, false)],
  class: (parser) => [readClass(parser)],
  debugger: () => [],
})

const TYPE_WORDS = words('interface type declare namespace abstract enum')

function statement(parser: Parser): Node[] {
  return parser.nested<Node[]>(() => {
    if (parser.take(';')) return []
    if (parser.is('{')) return [{ type: 'block', body: parser.block() }]
    const token = parser.peek()
    if (token.kind === 'name') {
      const following = parser.peek(1)
      const plainName = following.kind === 'operator' && /^[.=)(,;:]$|^=>$|^\?\.$/.test(following.text)
      const rule = RULES.get(token.text)
      const applies = rule && !(token.text === 'import' && (following.text === '(' || following.text === '.'))
      const soft = token.text === 'let' || token.text === 'using'
      if (applies && !(soft && plainName)) {
        parser.next()
        return rule(parser)
      }
      if (TYPE_WORDS.has(token.text) && following.kind === 'name' && !following.fresh) return typeStatement(parser)
      if (token.text === 'async' && parser.is('function', 1)) {
        parser.next()
        return statement(parser)
      }
      if (parser.is(':', 1)) {
        parser.at += 2
        return statement(parser)
      }
    }
    return [terminated(parser, sequence(parser))]
  }, [])
}

function terminated(parser: Parser, node: Node): Node {
  if (parser.take(';') || ends(parser)) return node
  parser.confuse()
  parser.next()
  return node
}

/** The semicolon belongs to the statement: an `else` may follow. */
function closed(parser: Parser, node: Node): Node {
  parser.take(';')
  return node
}

function ends(parser: Parser): boolean {
  const token = parser.peek()
  return token.kind === 'end' || token.fresh || parser.is(';') || parser.is('}')
}

function sequence(parser: Parser): Node {
  const items: Node[] = [parser.expression()]
  while (parser.take(',')) items.push(parser.expression())
  return items.length === 1 ? (items[0] ?? NOTHING) : { type: 'block', body: items }
}

function parenthesised(parser: Parser): Node {
  parser.expect('(')
  const node = sequence(parser)
  parser.expect(')')
  return node
}

function branch(parser: Parser): Node[] {
  const tests = [parenthesised(parser)]
  const bodies = [statement(parser)]
  if (parser.take('else')) bodies.push(statement(parser))
  return [{ type: 'branch', tests, bodies }]
}

function loop(parser: Parser): Node[] {
  parser.take('await')
  parser.expect('(')
  const declared = parser.take('const') || parser.take('let') || parser.take('var') || parser.take('using')
  if (declared || parser.peek(1).text === 'of' || parser.peek(1).text === 'in') {
    const target = parser.operand()
    if (parser.take('of') || parser.take('in')) {
      const iterable = sequence(parser)
      parser.expect(')')
      return [{ type: 'each', target, iterable, body: statement(parser) }]
    }
    if (parser.take(':')) skipType(parser)
    const initial: Node[] = parser.take('=') ? [assignNode(target, parser.expression())] : []
    return [...initial, ...counted(parser)]
  }
  return counted(parser)
}

function counted(parser: Parser): Node[] {
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
  const body = statement(parser)
  return [...head, { type: 'while', test: endless ? { type: 'number', text: '1' } : undefined, body }]
}

function doLoop(parser: Parser): Node[] {
  const body = statement(parser)
  const test = parser.take('while') ? parenthesised(parser) : undefined
  return [{ type: 'while', test, body }]
}

function choose(parser: Parser): Node[] {
  const tests = [parenthesised(parser)]
  const bodies: Node[][] = []
  parser.expect('{')
  parser.until('}', () => {
    if (parser.take('case')) tests.push(sequence(parser))
    else parser.take('default')
    parser.expect(':')
    const body: Node[] = []
    while (!parser.done && !parser.is('}') && !parser.is('case') && !(parser.is('default') && parser.is(':', 1))) {
      const start = parser.at
      body.push(...statement(parser))
      parser.mustMove(start)
    }
    bodies.push(body)
  })
  parser.take('}')
  return [{ type: 'branch', tests, bodies }]
}

function guarded(parser: Parser): Node[] {
  const body = parser.block()
  if (parser.take('catch')) {
    if (parser.take('(')) {
      body.push(assignNode(parser.operand(), NOTHING))
      if (parser.take(':')) skipType(parser)
      parser.expect(')')
    }
    body.push(...parser.block())
  }
  if (parser.take('finally')) body.push(...parser.block())
  return [{ type: 'block', body }]
}

function label(parser: Parser): Node[] {
  if (!ends(parser)) parser.next()
  parser.take(';')
  return []
}

function declaration(parser: Parser): Node[] {
  if (parser.take('enum')) return readEnum(parser)
  const found: Node[] = []
  do {
    const target = parser.operand()
    parser.take('!')
    if (parser.take(':')) skipType(parser)
    if (parser.take('=')) found.push(assignNode(target, parser.expression()))
  } while (parser.take(','))
  if (!parser.take(';') && !ends(parser)) parser.confuse()
  return found
}

function typeStatement(parser: Parser): Node[] {
  const word = parser.next().text
  const describes = word === 'declare' && (parser.is('global') || parser.is('module') || parser.is('namespace'))
  if (!describes && (word === 'abstract' || word === 'declare')) return statement(parser)
  if (word === 'enum') return readEnum(parser)
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

function importation(parser: Parser): Node[] {
  const bindings: ImportBinding[] = []
  parser.take('type')
  if (parser.peek().kind === 'text') return [{ type: 'import', module: textNode(parser.next().text), bindings }]
  while (!parser.done && !parser.is('from') && !parser.is(';') && !parser.is('=')) {
    if (parser.take(',')) continue
    if (parser.take('*')) {
      parser.expect('as')
      bindings.push({ imported: undefined, local: parser.next().text })
    } else if (parser.take('{')) bindings.push(...specifiers(parser))
    else bindings.push({ imported: 'default', local: parser.next().text })
  }
  if (parser.take('=')) {
    const local = bindings[0]?.local ?? '?'
    return [assignNode(nameNode(local), parser.expression())]
  }
  parser.take('from')
  const module = parser.peek().kind === 'text' ? textNode(parser.next().text) : NOTHING
  if (parser.take('with') || parser.take('assert')) parser.skipBracket()
  parser.take(';')
  return [{ type: 'import', module, bindings }]
}

function specifiers(parser: Parser): ImportBinding[] {
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

function exportation(parser: Parser): Node[] {
  parser.take('default')
  if (parser.is('type') && (parser.is('{', 1) || parser.is('*', 1))) parser.next()
  if (parser.is('{') || parser.is('*')) {
    if (parser.is('{')) parser.skipBracket()
    else parser.next()
    if (parser.take('as')) parser.next()
    if (parser.take('from')) return [{ type: 'import', module: textNode(parser.next().text), bindings: [] }]
    return []
  }
  return statement(parser)
}

import { lexJavaScript } from '../lex/javascript.ts'
import { type ImportBinding, NOTHING, type Node, nameNode, textNode } from '../syntax.ts'
import type { Expressions } from './cursor.ts'
import { ExpressionParser } from './expression.ts'
import { readClass, readEnum } from './javascript-classes.ts'
import { functionRest, javaScriptGrammar } from './javascript-grammar.ts'
import { skipAngles, skipType } from './javascript-types.ts'

const GRAMMAR = javaScriptGrammar(block, classRest)

function classRest(parser: Expressions): Node {
  return readClass(parser, block)
}

export function parseJavaScript(text: string): { body: Node[]; confusions: number } {
  const parser = new ExpressionParser(lexJavaScript(text), GRAMMAR)
  const body: Node[] = []
  while (!parser.cursor.done) body.push(...statements(parser))
  return { body, confusions: parser.cursor.confusions }
}

type ParseRule = (parser: Expressions) => Node[]

const RULES = new Map<string, ParseRule>([
  ['if', branch],
  ['for', loop],
  ['while', (parser) => [{ type: 'while', test: parenthesised(parser), body: statement(parser) }]],
  ['do', doLoop],
  ['switch', choose],
  ['try', guarded],
  ['return', (parser) => [closed(parser, { type: 'return', value: ends(parser) ? undefined : sequence(parser) })]],
  ['throw', (parser) => [closed(parser, sequence(parser))]],
  ['break', label],
  ['continue', label],
  ['const', declaration],
  ['let', declaration],
  ['var', declaration],
  ['using', declaration],
  ['import', importation],
  ['export', exportation],
  ['function', (parser) => [functionRest(parser, block, false)]],
  ['class', (parser) => [classRest(parser)]],
  ['debugger', () => []],
])

/** Words that start a statement only when a name follows. */
const TYPE_WORDS = new Set(['interface', 'type', 'declare', 'namespace', 'abstract', 'enum'])

function statement(parser: Expressions): Node[] {
  const { cursor } = parser
  return cursor.nested<Node[]>(() => {
    if (cursor.take(';')) return []
    if (cursor.is('{')) return [{ type: 'block', body: block(parser) }]
    const token = cursor.peek()
    if (token.kind === 'name') {
      const following = cursor.peek(1)
      const plainName = following.kind === 'operator' && /^[.=)(,;:]$|^=>$|^\?\.$/.test(following.text)
      const rule = RULES.get(token.text)
      const applies = rule && !(token.text === 'import' && (following.text === '(' || following.text === '.'))
      const soft = token.text === 'let' || token.text === 'using'
      if (applies && !(soft && plainName)) {
        cursor.next()
        return rule(parser)
      }
      if (TYPE_WORDS.has(token.text) && following.kind === 'name' && !following.fresh) return typeStatement(parser)
      if (token.text === 'async' && cursor.is('function', 1)) {
        cursor.next()
        return statement(parser)
      }
      if (cursor.is(':', 1)) {
        cursor.at += 2
        return statement(parser)
      }
    }
    return [terminated(parser, sequence(parser))]
  }, [])
}

function terminated(parser: Expressions, node: Node): Node {
  const { cursor } = parser
  if (cursor.take(';') || ends(parser)) return node
  cursor.confuse()
  cursor.next()
  return node
}

/** The semicolon belongs to the statement: an `else` may follow. */
function closed(parser: Expressions, node: Node): Node {
  parser.cursor.take(';')
  return node
}

function ends(parser: Expressions): boolean {
  const token = parser.cursor.peek()
  return token.kind === 'end' || token.fresh || parser.cursor.is(';') || parser.cursor.is('}')
}

function sequence(parser: Expressions): Node {
  const items: Node[] = [parser.expression()]
  while (parser.cursor.take(',')) items.push(parser.expression())
  return items.length === 1 ? (items[0] ?? NOTHING) : { type: 'block', body: items }
}

function statements(parser: Expressions): Node[] {
  const { cursor } = parser
  const body: Node[] = []
  const start = cursor.at
  while (!cursor.done && !cursor.is('}')) {
    const before = cursor.at
    body.push(...statement(parser))
    cursor.mustMove(before)
  }
  if (cursor.at === start && !cursor.done) {
    cursor.confuse()
    cursor.next()
  }
  return body
}

function block(parser: Expressions): Node[] {
  const { cursor } = parser
  cursor.expect('{')
  const body = cursor.is('}') ? [] : statements(parser)
  cursor.take('}')
  return body
}

function parenthesised(parser: Expressions): Node {
  const { cursor } = parser
  cursor.expect('(')
  const node = sequence(parser)
  cursor.expect(')')
  return node
}

function branch(parser: Expressions): Node[] {
  const tests = [parenthesised(parser)]
  const bodies = [statement(parser)]
  if (parser.cursor.take('else')) bodies.push(statement(parser))
  return [{ type: 'branch', tests, bodies }]
}

function loop(parser: Expressions): Node[] {
  const { cursor } = parser
  cursor.take('await')
  cursor.expect('(')
  const declared = cursor.take('const') || cursor.take('let') || cursor.take('var') || cursor.take('using')
  if (declared || cursor.peek(1).text === 'of' || cursor.peek(1).text === 'in') {
    const target = parser.operand()
    if (cursor.take('of') || cursor.take('in')) {
      const iterable = sequence(parser)
      cursor.expect(')')
      return [{ type: 'each', target, iterable, body: statement(parser) }]
    }
    if (cursor.take(':')) skipType(cursor)
    const initial: Node[] = cursor.take('=')
      ? [{ type: 'assign', target, operator: '=', value: parser.expression() }]
      : []
    return [...initial, ...counted(parser)]
  }
  return counted(parser)
}

function counted(parser: Expressions): Node[] {
  const { cursor } = parser
  const head: Node[] = []
  let clauses = 0
  let endless = false
  while (!cursor.done && !cursor.is(')')) {
    const before = cursor.at
    if (cursor.take(';')) {
      clauses++
      if (clauses === 1 && cursor.is(';')) endless = true
      continue
    }
    if (cursor.take(',')) continue
    head.push(parser.expression())
    cursor.mustMove(before)
  }
  cursor.expect(')')
  const body = statement(parser)
  return [...head, { type: 'while', test: endless ? { type: 'number', text: '1' } : undefined, body }]
}

function doLoop(parser: Expressions): Node[] {
  const body = statement(parser)
  const test = parser.cursor.take('while') ? parenthesised(parser) : undefined
  return [{ type: 'while', test, body }]
}

function choose(parser: Expressions): Node[] {
  const { cursor } = parser
  const tests = [parenthesised(parser)]
  const bodies: Node[][] = []
  cursor.expect('{')
  while (!cursor.done && !cursor.is('}')) {
    const before = cursor.at
    if (cursor.take('case')) tests.push(sequence(parser))
    else cursor.take('default')
    cursor.expect(':')
    const body: Node[] = []
    while (!cursor.done && !cursor.is('}') && !cursor.is('case') && !(cursor.is('default') && cursor.is(':', 1))) {
      const start = cursor.at
      body.push(...statement(parser))
      cursor.mustMove(start)
    }
    bodies.push(body)
    cursor.mustMove(before)
  }
  cursor.take('}')
  return [{ type: 'branch', tests, bodies }]
}

function guarded(parser: Expressions): Node[] {
  const { cursor } = parser
  const body = block(parser)
  if (cursor.take('catch')) {
    if (cursor.take('(')) {
      body.push({ type: 'assign', target: parser.operand(), operator: '=', value: NOTHING })
      if (cursor.take(':')) skipType(cursor)
      cursor.expect(')')
    }
    body.push(...block(parser))
  }
  if (cursor.take('finally')) body.push(...block(parser))
  return [{ type: 'block', body }]
}

function label(parser: Expressions): Node[] {
  if (!ends(parser)) parser.cursor.next()
  parser.cursor.take(';')
  return []
}

function declaration(parser: Expressions): Node[] {
  const { cursor } = parser
  if (cursor.take('enum')) return readEnum(parser)
  const found: Node[] = []
  do {
    const target = parser.operand()
    cursor.take('!')
    if (cursor.take(':')) skipType(cursor)
    if (cursor.take('=')) found.push({ type: 'assign', target, operator: '=', value: parser.expression() })
  } while (cursor.take(','))
  if (!cursor.take(';') && !ends(parser)) cursor.confuse()
  return found
}

function typeStatement(parser: Expressions): Node[] {
  const { cursor } = parser
  const word = cursor.next().text
  const describes = word === 'declare' && (cursor.is('global') || cursor.is('module') || cursor.is('namespace'))
  if (!describes && (word === 'abstract' || word === 'declare')) return statement(parser)
  if (word === 'enum') return readEnum(parser)
  if (word === 'namespace') {
    while (!cursor.done && !cursor.is('{')) cursor.next()
    return block(parser)
  }
  if (word === 'type') {
    cursor.next()
    skipAngles(cursor)
    cursor.expect('=')
    cursor.take('|')
    skipType(cursor)
    cursor.take(';')
    return []
  }
  while (!cursor.done && !cursor.is('{')) cursor.next()
  cursor.skipBracket()
  return []
}

function importation(parser: Expressions): Node[] {
  const { cursor } = parser
  const bindings: ImportBinding[] = []
  cursor.take('type')
  if (cursor.peek().kind === 'text') return [{ type: 'import', module: textNode(cursor.next().text), bindings }]
  while (!cursor.done && !cursor.is('from') && !cursor.is(';') && !cursor.is('=')) {
    if (cursor.take(',')) continue
    if (cursor.take('*')) {
      cursor.expect('as')
      bindings.push({ imported: undefined, local: cursor.next().text })
    } else if (cursor.take('{')) bindings.push(...specifiers(parser))
    else bindings.push({ imported: 'default', local: cursor.next().text })
  }
  if (cursor.take('=')) {
    const local = bindings[0]?.local ?? '?'
    return [{ type: 'assign', target: nameNode(local), operator: '=', value: parser.expression() }]
  }
  cursor.take('from')
  const module = cursor.peek().kind === 'text' ? textNode(cursor.next().text) : NOTHING
  if (cursor.take('with') || cursor.take('assert')) cursor.skipBracket()
  cursor.take(';')
  return [{ type: 'import', module, bindings }]
}

function specifiers(parser: Expressions): ImportBinding[] {
  const { cursor } = parser
  const found: ImportBinding[] = []
  while (!cursor.done && !cursor.is('}')) {
    if (cursor.take(',')) continue
    if (cursor.is('type') && cursor.peek(1).kind === 'name') cursor.next()
    const imported = cursor.next().text
    found.push({ imported, local: cursor.take('as') ? cursor.next().text : imported })
  }
  cursor.take('}')
  return found
}

function exportation(parser: Expressions): Node[] {
  const { cursor } = parser
  cursor.take('default')
  if (cursor.is('type') && (cursor.is('{', 1) || cursor.is('*', 1))) cursor.next()
  if (cursor.is('{') || cursor.is('*')) {
    if (cursor.is('{')) cursor.skipBracket()
    else cursor.next()
    if (cursor.take('as')) cursor.next()
    if (cursor.take('from')) return [{ type: 'import', module: textNode(cursor.next().text), bindings: [] }]
    return []
  }
  return statement(parser)
}

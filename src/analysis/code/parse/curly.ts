import { lexScript } from '../lex/script.ts'
import type { Token } from '../lex/token.ts'
import { callsIn, type ImportBinding, NOTHING, type Node, nameNode, textNode } from '../syntax.ts'
import { type CurlyDialect, curlyGrammar, phpParameters, skipReturnType } from './curly-grammar.ts'
import { type Expressions, functionNode } from './cursor.ts'
import { ExpressionParser } from './expression.ts'

const GRAMMARS = { perl: curlyGrammar('perl', block), php: curlyGrammar('php', block) }

export function parseCurly(dialect: CurlyDialect, text: string): { body: Node[]; confusions: number } {
  const parser = new ExpressionParser(lexScript(dialect, text), GRAMMARS[dialect])
  const body: Node[] = []
  while (!parser.cursor.done) {
    const before = parser.cursor.at
    body.push(...statement(parser))
    parser.cursor.mustMove(before)
  }
  return { body, confusions: parser.cursor.confusions }
}

type ParseRule = (parser: Expressions) => Node[]

const RULES = new Map<string, ParseRule>([
  ['if', branch],
  ['unless', branch],
  ['while', (parser) => [{ type: 'while', test: parenthesised(parser), body: statement(parser) }]],
  ['until', (parser) => [{ type: 'while', test: parenthesised(parser), body: statement(parser) }]],
  ['for', loop],
  ['foreach', loop],
  ['switch', (parser) => [parenthesised(parser), ...statement(parser)]],
  ['try', guarded],
  ['sub', definition],
  ['function', definition],
  ['class', classDefinition],
  ['trait', classDefinition],
  ['interface', classDefinition],
  ['use', importation],
  ['no', skipLine],
  ['package', skipLine],
  ['namespace', skipLine],
  ['declare', skipLine],
  ['return', (parser) => [modified(parser, { type: 'return', value: ends(parser) ? undefined : sequence(parser) })]],
  ['BEGIN', (parser) => block(parser)],
  ['END', (parser) => block(parser)],
])

const IGNORED = new Set([
  'endif',
  'endforeach',
  'endfor',
  'endwhile',
  'endswitch',
  'abstract',
  'final',
  'default',
  'else',
  'case',
  'break',
  'continue',
  'last',
  'next',
  'redo',
  'global',
  'const',
])
const MODIFIERS = new Set(['if', 'unless', 'while', 'until', 'for', 'foreach'])

function statement(parser: Expressions): Node[] {
  const { cursor } = parser
  return cursor.nested<Node[]>(() => {
    if (cursor.take(';') || cursor.take(':') || attribute(parser)) return []
    if (cursor.is('{')) return [{ type: 'block', body: block(parser) }]
    const token = cursor.peek()
    const rule = token.kind === 'name' ? RULES.get(token.text) : undefined
    const named = cursor.is('=>', 1) || cursor.is('->', 1) || cursor.is('::', 1)
    if (rule && !named && !((token.text === 'function' || token.text === 'sub') && cursor.peek(1).kind !== 'name')) {
      cursor.next()
      return rule(parser)
    }
    if (token.kind === 'name' && IGNORED.has(token.text) && !named) {
      cursor.next()
      return token.text === 'case' ? [sequence(parser)] : []
    }
    return [modified(parser, sequence(parser))]
  }, [])
}

/** `… if c`, `… for @list` behind a statement. */
function modified(parser: Expressions, node: Node): Node {
  const { cursor } = parser
  const word = cursor.peek()
  if (word.kind === 'name' && MODIFIERS.has(word.text)) {
    cursor.next()
    const test = sequence(parser)
    cursor.take(';')
    if (word.text === 'for' || word.text === 'foreach')
      return { type: 'each', target: nameNode('$_'), iterable: test, body: [node] }
    if (word.text === 'while' || word.text === 'until') return { type: 'while', test, body: [node] }
    return { type: 'branch', tests: [test], bodies: [[node]] }
  }
  if (!cursor.take(';') && !ends(parser)) cursor.confuse()
  return node
}

function ends(parser: Expressions): boolean {
  const { cursor } = parser
  return (
    cursor.done ||
    cursor.is(';') ||
    cursor.is('}') ||
    cursor.is(')') ||
    (cursor.peek().kind === 'name' && MODIFIERS.has(cursor.peek().text))
  )
}

function sequence(parser: Expressions): Node {
  const items: Node[] = [parser.expression()]
  while (parser.cursor.take(',') || parser.cursor.take('=>')) {
    if (ends(parser)) break
    items.push(parser.expression())
  }
  return items.length === 1 ? (items[0] ?? NOTHING) : { type: 'list', items }
}

function block(parser: Expressions): Node[] {
  const { cursor } = parser
  cursor.expect('{')
  const body: Node[] = []
  while (!cursor.done && !cursor.is('}')) {
    const before = cursor.at
    body.push(...statement(parser))
    cursor.mustMove(before)
  }
  cursor.take('}')
  return body
}

function parenthesised(parser: Expressions): Node {
  const { cursor } = parser
  if (!cursor.take('(')) return NOTHING
  const node = cursor.is(')') ? NOTHING : sequence(parser)
  cursor.expect(')')
  return node
}

function branch(parser: Expressions): Node[] {
  const { cursor } = parser
  const tests = [parenthesised(parser)]
  const bodies = [statement(parser)]
  while (cursor.is('elsif') || cursor.is('elseif') || cursor.is('else')) {
    const word = cursor.next().text
    if (word !== 'else' || cursor.take('if')) tests.push(parenthesised(parser))
    bodies.push(statement(parser))
  }
  return [{ type: 'branch', tests, bodies }]
}

function loop(parser: Expressions): Node[] {
  const { cursor } = parser
  let target: Node = nameNode('$_')
  if (!cursor.is('(')) target = parser.operand()
  cursor.expect('(')
  const head: Node[] = []
  let counted = false
  while (!cursor.done && !cursor.is(')')) {
    const before = cursor.at
    if (cursor.take(';')) {
      counted = true
      continue
    }
    if (cursor.take(',')) continue
    if (cursor.take('as')) {
      target = parser.expression()
      if (cursor.take('=>')) target = parser.expression()
      continue
    }
    head.push(parser.expression())
    cursor.mustMove(before)
  }
  cursor.expect(')')
  const body = statement(parser)
  if (counted)
    return [...head, { type: 'while', test: head.length === 0 ? { type: 'number', text: '1' } : undefined, body }]
  const iterable: Node = head.length === 1 && head[0] ? head[0] : { type: 'list', items: head }
  return [{ type: 'each', target, iterable, body }]
}

function guarded(parser: Expressions): Node[] {
  const { cursor } = parser
  const body = block(parser)
  while (cursor.is('catch') || cursor.is('finally')) {
    cursor.next()
    if (cursor.is('(')) cursor.skipBracket()
    body.push(...block(parser))
  }
  cursor.take(';')
  return [{ type: 'block', body }]
}

function definition(parser: Expressions): Node[] {
  const { cursor } = parser
  cursor.take('&')
  const name = cursor.next().text
  const parameters = cursor.is('(') ? phpParameters(parser) : []
  skipReturnType(parser)
  const body = cursor.is('{') ? block(parser) : []
  return [functionNode(name, parameters, body, /^(?:test|__)|^[A-Z]+$/.test(name))]
}

function classDefinition(parser: Expressions): Node[] {
  const { cursor } = parser
  const name = cursor.next().text
  cursor.skipTo(['{', ';'])
  if (cursor.take(';')) return []
  cursor.next()
  const body: Node[] = []
  while (!cursor.done && !cursor.is('}')) {
    if (attribute(parser)) continue
    if (cursor.take('function') || cursor.take('sub')) body.push(...definition(parser).map(exposed))
    else if (cursor.take('=')) body.push(parser.expression())
    else cursor.skipTo([], 1)
  }
  cursor.take('}')
  return [{ type: 'class', name, bases: [], body }]
}

function exposed(node: Node): Node {
  return node.type === 'function' ? { ...node, exposed: true } : node
}

/** `use Module qw(names)` in Perl; in PHP a namespace import, which renames nothing we look at. */
function importation(parser: Expressions): Node[] {
  const { cursor } = parser
  const module = cursor.next()
  const calls = parser.grammar.members.has('::') ? [] : importArguments(parser)
  const { at } = cursor
  cursor.skipTo([';', '}'])
  const bindings: ImportBinding[] = cursor.tokens
    .slice(at, cursor.at)
    .filter((token) => token.kind === 'text')
    .map(({ text }) => ({ imported: text, local: text }))
  if (module.text.includes('\\'))
    bindings.push({ imported: undefined, local: localName(module.text, cursor.tokens.slice(at, cursor.at)) })
  return [{ type: 'import', module: textNode(module.text), bindings }, ...calls]
}

/** `use A\\B` is called `B` from here on, `use A\\B as C` is called `C`. */
function localName(module: string, after: readonly Token[]): string {
  const [as, name] = after
  return as?.text === 'as' && name ? name.text : module.slice(module.lastIndexOf('\\') + 1)
}

/** What the list behind a Perl module calls: it is computed before anything else runs. The list itself stays. */
function importArguments(parser: Expressions): Node[] {
  const { cursor } = parser
  const { at } = cursor
  while (cursor.peek().kind === 'number') cursor.next()
  const calls = ends(parser) ? [] : callsIn(sequence(parser))
  if (calls.length === 0) cursor.at = at
  return calls
}

/** `#[Attribute(…)]` of PHP: no code, but data about it. */
function attribute(parser: Expressions): boolean {
  const { cursor } = parser
  if (!cursor.is('#') || !cursor.is('[', 1)) return false
  cursor.next()
  cursor.skipBracket()
  return true
}

function skipLine(parser: Expressions): Node[] {
  parser.cursor.skipTo([';', '{'])
  return []
}

import { lexScript } from '../lex/script.ts'
import type { Token } from '../lex/token.ts'
import {
  callsIn,
  EMPTY_NODE,
  expandKeys,
  type ImportBinding,
  type Node,
  nameNode,
  oneOrList,
  textNode,
  wordSet,
} from '../syntax.ts'
import { type CurlyDialect, curlyGrammar, parsePhpParameters, skipReturnType } from './curly-grammar.ts'
import { functionNode } from './cursor.ts'
import { Parser } from './expression.ts'

const GRAMMARS = {
  perl: { ...curlyGrammar('perl'), statement: parseStatement },
  php: { ...curlyGrammar('php'), statement: parseStatement },
}

export const parseCurly = (dialect: CurlyDialect, text: string) =>
  Parser.parse(lexScript(dialect, text), GRAMMARS[dialect])

type ParseRule = (parser: Parser) => Node[]

const STATEMENT_RULES = expandKeys<ParseRule>({
  'if unless': parseBranch,
  'while until': (parser) => [{ type: 'while', test: parseParenthesized(parser), body: parseStatement(parser) }],
  'for foreach': parseLoop,
  switch: (parser) => [parseParenthesized(parser), ...parseStatement(parser)],
  try: parseTry,
  'sub function': parseDefinition,
  'class trait interface': parseClass,
  use: parseImport,
  'no package namespace declare': skipLine,
  return: (parser) => [
    withModifier(parser, { type: 'return', value: endsStatement(parser) ? undefined : parseSequence(parser) }),
  ],
  'BEGIN END': (parser) => parser.block(),
})

const IGNORED_WORDS = wordSet(
  'endif endforeach endfor endwhile endswitch abstract final default else case break continue last next redo global const',
)
const MODIFIERS = wordSet('if unless while until for foreach')

function parseStatement(parser: Parser): Node[] {
  return parser.nested<Node[]>(() => {
    if (parser.take(';') || parser.take(':') || skipAttribute(parser)) return []
    if (parser.is('{')) return [{ type: 'block', body: parser.block() }]
    const token = parser.peek()
    const rule = token.kind === 'name' ? STATEMENT_RULES.get(token.text) : undefined
    const named = parser.is('=>', 1) || parser.is('->', 1) || parser.is('::', 1)
    if (rule && !named && !((token.text === 'function' || token.text === 'sub') && parser.peek(1).kind !== 'name')) {
      parser.next()
      return rule(parser)
    }
    if (token.kind === 'name' && IGNORED_WORDS.has(token.text) && !named) {
      parser.next()
      return token.text === 'case' ? [parseSequence(parser)] : []
    }
    return [withModifier(parser, parseSequence(parser))]
  }, [])
}

function withModifier(parser: Parser, node: Node): Node {
  const word = parser.peek()
  if (word.kind === 'name' && MODIFIERS.has(word.text)) {
    parser.next()
    const test = parseSequence(parser)
    parser.take(';')
    if (word.text === 'for' || word.text === 'foreach')
      return { type: 'each', target: nameNode('$_'), iterable: test, body: [node] }
    if (word.text === 'while' || word.text === 'until') return { type: 'while', test, body: [node] }
    return { type: 'branch', tests: [test], bodies: [[node]] }
  }
  if (!parser.take(';') && !endsStatement(parser)) parser.confuse()
  return node
}

function endsStatement(parser: Parser): boolean {
  return (
    parser.done ||
    parser.is(';') ||
    parser.is('}') ||
    parser.is(')') ||
    (parser.peek().kind === 'name' && MODIFIERS.has(parser.peek().text))
  )
}

function parseSequence(parser: Parser): Node {
  const items: Node[] = [parser.expression()]
  while (parser.take(',') || parser.take('=>')) {
    if (endsStatement(parser)) break
    items.push(parser.expression())
  }
  return oneOrList(items)
}

function parseParenthesized(parser: Parser): Node {
  if (!parser.take('(')) return EMPTY_NODE
  const node = parser.is(')') ? EMPTY_NODE : parseSequence(parser)
  parser.expect(')')
  return node
}

function parseBranch(parser: Parser): Node[] {
  const tests = [parseParenthesized(parser)]
  const bodies = [parseStatement(parser)]
  while (parser.is('elsif') || parser.is('elseif') || parser.is('else')) {
    const word = parser.next().text
    if (word !== 'else' || parser.take('if')) tests.push(parseParenthesized(parser))
    bodies.push(parseStatement(parser))
  }
  return [{ type: 'branch', tests, bodies }]
}

function parseLoop(parser: Parser): Node[] {
  let target: Node = nameNode('$_')
  if (!parser.is('(')) target = parser.operand()
  parser.expect('(')
  const head: Node[] = []
  let counted = false
  parser.until(')', () => {
    if (parser.take(';')) {
      counted = true
      return
    }
    if (parser.take(',')) return
    if (parser.take('as')) {
      target = parser.expression()
      if (parser.take('=>')) target = parser.expression()
      return
    }
    head.push(parser.expression())
  })
  parser.expect(')')
  const body = parseStatement(parser)
  if (counted)
    return [...head, { type: 'while', test: head.length === 0 ? { type: 'number', text: '1' } : undefined, body }]
  return [{ type: 'each', target, iterable: oneOrList(head), body }]
}

function parseTry(parser: Parser): Node[] {
  const body = parser.block()
  while (parser.is('catch') || parser.is('finally')) {
    parser.next()
    if (parser.is('(')) parser.skipBracket()
    body.push(...parser.block())
  }
  parser.take(';')
  return [{ type: 'block', body }]
}

function parseDefinition(parser: Parser): Node[] {
  parser.take('&')
  const name = parser.next().text
  const parameters = parser.is('(') ? parsePhpParameters(parser) : []
  skipReturnType(parser)
  const body = parser.is('{') ? parser.block() : []
  return [functionNode(name, parameters, body, /^(?:test|__)|^[A-Z]+$/.test(name))]
}

function parseClass(parser: Parser): Node[] {
  const name = parser.next().text
  parser.skipTo(['{', ';'])
  if (parser.take(';')) return []
  parser.next()
  const body: Node[] = []
  parser.until('}', () => {
    if (skipAttribute(parser)) return
    if (parser.take('function') || parser.take('sub')) body.push(...parseDefinition(parser).map(exposeNode))
    else if (parser.take('=')) body.push(parser.expression())
    else parser.skipTo([], 1)
  })
  parser.take('}')
  return [{ type: 'class', name, bases: [], body }]
}

function exposeNode(node: Node): Node {
  return node.type === 'function' ? { ...node, exposed: true } : node
}

/** `use Module qw(names)` in Perl; in PHP a namespace import, which renames nothing we look at. */
function parseImport(parser: Parser): Node[] {
  const module = parser.next()
  const calls = parser.grammar.members.has('::') ? [] : parseImportArguments(parser)
  const { at } = parser
  parser.skipTo([';', '}'])
  const bindings: ImportBinding[] = parser.tokens
    .slice(at, parser.at)
    .filter((token) => token.kind === 'text')
    .map(({ text }) => ({ imported: text, local: text }))
  if (module.text.includes('\\'))
    bindings.push({ imported: undefined, local: localName(module.text, parser.tokens.slice(at, parser.at)) })
  return [{ type: 'import', module: textNode(module.text), bindings }, ...calls]
}

/** `use A\\B` is called `B` from here on, `use A\\B as C` is called `C`. */
function localName(module: string, after: readonly Token[]): string {
  const [as, name] = after
  return as?.text === 'as' && name ? name.text : module.slice(module.lastIndexOf('\\') + 1)
}

/** What the list behind a Perl module calls: it is computed before anything else runs. The list itself stays. */
function parseImportArguments(parser: Parser): Node[] {
  const { at } = parser
  while (parser.peek().kind === 'number') parser.next()
  const calls = endsStatement(parser) ? [] : callsIn(parseSequence(parser))
  if (calls.length === 0) parser.at = at
  return calls
}

/** `#[Attribute(…)]` of PHP: no code, but data about it. */
function skipAttribute(parser: Parser): boolean {
  if (!parser.is('#') || !parser.is('[', 1)) return false
  parser.next()
  parser.skipBracket()
  return true
}

function skipLine(parser: Parser): Node[] {
  parser.skipTo([';', '{'])
  return []
}

import { callsIn, type Node, nameNode } from '../syntax.ts'
import { type Expressions, functionNode } from './cursor.ts'
import { bodyAfter, type ReadBlock, readDecorators, readParameters } from './javascript-grammar.ts'
import { skipAngles, skipType } from './javascript-types.ts'

export function readClass(parser: Expressions, readBlock: ReadBlock): Node {
  const { cursor } = parser
  const named = cursor.peek().kind === 'name' && !cursor.is('extends') && !cursor.is('implements')
  const name = named ? cursor.next().text : 'class'
  skipAngles(cursor)
  const bases = cursor.take('extends') ? [parser.operand()] : []
  skipAngles(cursor)
  if (cursor.take('implements'))
    do skipType(cursor)
    while (cursor.take(','))
  cursor.expect('{')
  const body: Node[] = []
  while (!cursor.done && !cursor.is('}')) {
    const before = cursor.at
    body.push(...classMember(parser, readBlock))
    cursor.mustMove(before)
  }
  cursor.expect('}')
  return { type: 'class', name, bases, body }
}

const MODIFIERS = new Set([
  'static',
  'async',
  'get',
  'set',
  'public',
  'private',
  'protected',
  'readonly',
  'override',
  'abstract',
  'declare',
  'accessor',
])

function classMember(parser: Expressions, readBlock: ReadBlock): Node[] {
  const { cursor } = parser
  if (cursor.take(';')) return []
  const found = readDecorators(parser)
  while (cursor.isAny(MODIFIERS) && !/^[(<=;:}?!]$/.test(cursor.peek(1).text)) cursor.next()
  if (cursor.is('{')) return [...found, ...readBlock(parser)]
  cursor.take('*')
  const token = cursor.peek()
  // A key in brackets is computed when the class is made.
  if (!computedKey(parser, found)) cursor.next()
  cursor.take('?')
  cursor.take('!')
  if (cursor.is('(') || cursor.is('<')) {
    const parameters = readParameters(parser)
    return [...found, functionNode(token.text, parameters, bodyAfter(parser, readBlock), true)]
  }
  if (cursor.take(':')) skipType(cursor)
  if (cursor.take('=')) {
    const value = parser.expression()
    found.push({ type: 'assign', target: nameNode(token.text), operator: '=', value })
  }
  const after = cursor.peek()
  if (!after.fresh && !cursor.is(';') && !cursor.is('}')) cursor.confuse()
  return found
}

function computedKey(parser: Expressions, found: Node[]): boolean {
  const { cursor } = parser
  if (!cursor.take('[')) return false
  found.push(...callsIn(parser.expression()))
  cursor.expect(']')
  return true
}

/** An enumeration after its word: its values may be computed. */
export function readEnum(parser: Expressions): Node[] {
  const { cursor } = parser
  const found: Node[] = []
  cursor.next()
  cursor.expect('{')
  while (!cursor.done && !cursor.is('}')) {
    if (cursor.take(',')) continue
    if (!computedKey(parser, found)) cursor.next()
    if (cursor.take('=')) found.push(...callsIn(parser.expression()))
    if (!cursor.is(',') && !cursor.is('}')) cursor.confuse()
  }
  cursor.expect('}')
  return found
}

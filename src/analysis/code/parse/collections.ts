import { type Argument, NOTHING, type Node, nameNode, type ObjectEntry, textNode } from '../syntax.ts'
import type { Expressions } from './cursor.ts'

interface Items extends Expressions {
  argument(): Argument
  comprehension(value: Node): Node
}

export function readSquare(parser: Items): Node {
  const { cursor } = parser
  const entries: ObjectEntry[] = []
  const items: Node[] = []
  while (!cursor.done && !cursor.is(']')) {
    const before = cursor.at
    if (cursor.take(',') || (cursor.peek().kind === 'newline' && cursor.next())) continue
    const argument = parser.argument()
    if (argument.name && argument.name !== '**') entries.push({ key: textNode(argument.name), value: argument.value })
    else items.push(argument.value)
    cursor.mustMove(before)
  }
  cursor.expect(']')
  return entries.length > 0 && items.length === 0 ? { type: 'map', entries } : { type: 'list', items }
}

export function readBraces(parser: Items): Node {
  const { cursor } = parser
  const entries: ObjectEntry[] = []
  const items: Node[] = []
  while (!cursor.done && !cursor.is('}')) {
    const before = cursor.at
    if (cursor.take(',') || (cursor.peek().kind === 'newline' && cursor.next())) continue
    const token = cursor.peek()
    const bare = (token.kind === 'name' || token.kind === 'text') && (cursor.is(':', 1) || cursor.is('=>', 1))
    if (bare) {
      cursor.next()
      cursor.next()
      const key = token.kind === 'name' && parser.grammar.named === '=' ? nameNode(token.text) : textNode(token.text)
      entries.push({ key, value: parser.comprehension(parser.expression()) })
    } else {
      const value = parser.argument().value
      if (cursor.take(':') || cursor.take('=>'))
        entries.push({ key: value, value: parser.comprehension(parser.expression()) })
      else items.push(value)
    }
    cursor.mustMove(before)
  }
  cursor.expect('}')
  return entries.length === 0 && items.length > 0
    ? { type: 'list', items }
    : { type: 'map', entries: [...entries, ...items.map((value) => ({ key: NOTHING, value }))] }
}

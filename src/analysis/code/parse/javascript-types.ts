import type { Cursor } from './cursor.ts'

const CONTINUES = new Set([
  '|',
  '&',
  '.',
  '=>',
  'keyof',
  'typeof',
  'readonly',
  'extends',
  'is',
  'infer',
  'in',
  'asserts',
  'new',
  '?',
  ':',
])

/** Skips a TypeScript type; stops before what ends it, the arrow of an arrow function included if asked. */
export function skipType(cursor: Cursor, until: 'end' | 'arrow' = 'end'): void {
  let angle = 0
  let first = true
  // `A extends B ? C : D`: conditions that wait for their question mark, and those that wait for their colon.
  let conditions = 0
  let choices = 0
  while (!cursor.done) {
    const token = cursor.peek()
    const previous = cursor.peek(-1)
    if (angle === 0 && token.text === 'extends') conditions++
    if (token.fresh && !first && angle === 0 && !CONTINUES.has(token.text) && !CONTINUES.has(previous.text)) return
    if (token.kind === 'operator') {
      if (until === 'arrow' && token.text === '=>' && angle === 0) return
      if (token.text === '<') angle++
      else if (/^>+$/.test(token.text) && angle > 0) angle = Math.max(0, angle - token.text.length)
      else if (token.text === '(' || token.text === '[' || token.text === '{') {
        if (token.text === '{' && !first && angle === 0 && !CONTINUES.has(previous.text)) return
        cursor.skipBracket()
        first = false
        continue
      } else if (angle === 0 && !CONTINUES.has(token.text)) return
      else if (angle === 0 && token.text === '?') {
        if (conditions === 0) return
        conditions--
        choices++
      } else if (angle === 0 && token.text === ':') {
        if (choices === 0) return
        choices--
      }
    }
    first = false
    cursor.next()
  }
}

/** Is this `<…>` a list of type arguments, with a call or template behind it? */
export function skipTypeArguments(cursor: Cursor): boolean {
  let depth = 0
  for (let ahead = 0; ahead < 40; ahead++) {
    const token = cursor.peek(ahead)
    if (token.kind === 'operator') {
      if (token.text === '<') depth++
      else if (/^>+$/.test(token.text)) {
        depth -= token.text.length
        if (depth <= 0) {
          if (!cursor.is('(', ahead + 1) && cursor.peek(ahead + 1).kind !== 'template') return false
          cursor.at += ahead + 1
          return true
        }
      } else if (!/^[,.|&[\]{}():?]$|^=>$/.test(token.text)) return false
    } else if (token.kind !== 'name' && token.kind !== 'text') return false
  }
  return false
}

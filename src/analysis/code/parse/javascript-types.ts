import { wordSet } from '../syntax.ts'
import type { Cursor } from './cursor.ts'

const INFIX_WORDS = wordSet('| & . => extends is in ? :')
const PREFIX_WORDS = wordSet('keyof typeof readonly infer asserts new unique abstract')

export function skipType(cursor: Cursor, until: 'end' | 'arrow' = 'end'): void {
  let angle = 0
  let first = true
  let conditions = 0
  let choices = 0
  while (!cursor.done) {
    const token = cursor.peek()
    const previous = cursor.peek(-1)
    if (angle === 0 && token.text === 'extends') conditions++
    const whole = !first && angle === 0 && !INFIX_WORDS.has(previous.text) && !PREFIX_WORDS.has(previous.text)
    if (whole && !INFIX_WORDS.has(token.text) && (token.fresh || token.kind !== 'operator')) return
    if (token.kind === 'operator') {
      if (until === 'arrow' && token.text === '=>' && angle === 0) return
      if (token.text === '<') angle++
      else if (/^>+$/.test(token.text) && angle > 0) angle = Math.max(0, angle - token.text.length)
      else if (token.text === '(' || token.text === '[' || token.text === '{') {
        if (token.text === '{' && whole) return
        cursor.skipBracket()
        first = false
        continue
      } else if (angle === 0 && !INFIX_WORDS.has(token.text)) return
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

export function skipAngles(cursor: Cursor): void {
  const end = cursor.is('<') ? anglesEnd(cursor) : undefined
  if (end !== undefined) cursor.at = end
}

/** Is this `<…>` a list of type arguments, with a call, a template or nothing to compare with behind it? */
export function skipTypeArguments(cursor: Cursor): boolean {
  const end = anglesEnd(cursor)
  const after = end === undefined ? undefined : cursor.tokens[end]
  if (end === undefined || !after) return false
  if (!(after.kind === 'operator' && /^[(),;\]}]$/.test(after.text)) && after.kind !== 'template') return false
  // In plain JavaScript these are comparisons: what is called there is called.
  if (hasCallBetween(cursor, end)) cursor.confuse()
  cursor.at = end
  return true
}

const MAX_ANGLES = 200
const TYPE_PUNCTUATION = /^[,.|&:?=-]$|^=>$|^\.\.\.$/

function anglesEnd(cursor: Cursor): number | undefined {
  let depth = 0
  let at = cursor.at
  for (let count = 0; count < MAX_ANGLES; count++) {
    const token = cursor.tokens[at]
    if (!token) return undefined
    if (token.kind === 'operator') {
      if (token.text === '<') depth++
      else if (/^>+$/.test(token.text)) {
        depth -= token.text.length
        if (depth <= 0) return at + 1
      } else if (token.text === '(' || token.text === '[' || token.text === '{')
        at = cursor.closers[at] ?? cursor.tokens.length
      else if (!TYPE_PUNCTUATION.test(token.text)) return undefined
    }
    at++
  }
  return undefined
}

const TYPE_WORDS = /^(?:import|new|abstract|asserts|is|infer|keyof|typeof|readonly|extends|in|unique)$/
const BEFORE_METHOD = /^[{;,)\]}>]$/

function hasCallBetween(cursor: Cursor, end: number): boolean {
  for (let at = cursor.at + 1; at < end; at++) {
    const token = cursor.tokens[at]
    const following = cursor.tokens[at + 1]
    const previous = cursor.tokens[at - 1]
    const called = following?.kind === 'template' || (following?.kind === 'operator' && following.text === '(')
    if (token?.kind === 'name' && called && previous?.kind === 'operator' && !TYPE_WORDS.test(token.text)) {
      if (following.kind === 'template' || !(BEFORE_METHOD.test(previous.text) || token.fresh)) return true
    }
    const embedded = token?.kind === 'template' ? (token.parts ?? []) : []
    if (embedded.some((part) => typeof part !== 'string' && part.some((inner) => inner.text === '('))) return true
  }
  return false
}

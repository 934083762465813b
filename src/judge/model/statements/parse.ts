import type { Lift, Reading } from '../../../intent/statements/reader.ts'
import { STATED_ACTS, type StatedActId } from '../../../intent/statements/stated-acts.ts'
import { AIM_KINDS, type Aim, type Condition, type Statement } from '../../../intent/statements/statement.ts'
import type { ModelReply } from '../transport.ts'
import { FORM_KEYS } from './form.ts'

export type ParsedReading =
  | { readonly kind: 'read'; readonly reading: Reading }
  | { readonly kind: 'refused' }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'unparseable'; readonly why: string }

const OPEN = '<statements>'
const CLOSE = '</statements>'

/** Longer than any answer that the token limit allows; what is longer is not parsed. */
const MAX_REPLY = 16_384
const MAX_STATEMENTS = 12
const MAX_IDS = 64
const MAX_VALUES = 24
const MAX_VALUE = 200
const MAX_TEXT = 400
const MAX_SENTENCE = 2_000

/**
 * Reads a reply. INVARIANT: it states something only if the whole reply is `<statements>{…}</statements>`, ended of itself, and every key,
 * act and aim in it is known.
 */
export function parseReading({ text, end }: Pick<ModelReply, 'text' | 'end'>): ParsedReading {
  if (end === 'refusal') return { kind: 'refused' }
  if (end === 'too-long') return { kind: 'too-long' }
  if (text === undefined) return unparseable('not one text')
  if (text.length > MAX_REPLY) return unparseable('too long')
  if (end !== 'complete') return unparseable('cut off')
  const whole = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
  if (!whole.startsWith(OPEN) || !whole.endsWith(CLOSE) || whole.length < OPEN.length + CLOSE.length)
    return unparseable('not the protocol')
  const body = whole.slice(OPEN.length, -CLOSE.length)
  if (body.includes('<')) return unparseable('two answers')
  try {
    return { kind: 'read', reading: readingOf(JSON.parse(body)) }
  } catch (error) {
    return unparseable(error instanceof Unfit ? error.message : 'no JSON')
  }
}

/** What is not the form. */
class Unfit extends Error {}

function readingOf(value: unknown): Reading {
  const fields = fieldsOf(value, ['add', 'lift', 'keep'], 'the answer')
  const added = listOf(fields.get('add'), MAX_STATEMENTS, 'statements').map(statementOf)
  const lifted = listOf(fields.get('lift'), MAX_IDS, 'lifts').map(liftOf)
  const kept = listOf(fields.get('keep'), MAX_IDS, 'ids').map(idOf)
  const ids = [...lifted.map(({ id }) => id), ...kept]
  if (new Set(ids).size !== ids.length) throw new Unfit('an id twice')
  return { added, lifted, kept }
}

function statementOf(value: unknown): Statement {
  const fields = fieldsOf(value, FORM_KEYS, 'a statement')
  const kind = fields.has('limit') ? 'limit' : 'grant'
  if (fields.has('limit') === fields.has('grant')) throw new Unfit('neither a limit nor a grant, or both')
  const acts = listOf(fields.get(kind), MAX_VALUES, 'acts').map(actOf)
  const condition = conditionOf(fields)
  const [rest, partly] = ['rest', 'partly'].map((key) => optionalText(fields.get(key), MAX_TEXT, key))
  // A limit that waits for something can't be checked by code.
  const waits = kind === 'limit' && condition?.type === 'when' ? `when ${condition.event}` : undefined
  const left = [waits, rest, partly].filter((part) => part !== undefined).join('; ')
  return {
    kind,
    scope: { acts: [...new Set(acts)], aims: aimsOf(fields) },
    ...(condition && waits === undefined && { condition }),
    ...(left !== '' && { rest: left }),
    sentence: textOf(fields.get('said'), MAX_SENTENCE, 'said'),
  }
}

/** "Except" alone means everything but these. */
function aimsOf(fields: Fields): readonly Aim[] {
  const [on, only, except] = [valuesOf(fields, 'on'), valuesOf(fields, 'only'), valuesOf(fields, 'except')]
  const aims = AIM_KINDS.flatMap((what): Aim[] => {
    const [named, alone, excepted] = [on.get(what), only.get(what), except.get(what)]
    const spared = excepted && { except: excepted }
    if (named === undefined && alone === undefined) return excepted ? [{ what, how: 'only', values: excepted }] : []
    // All details have to stand in the call.
    if (what === 'detail' && named) return named.map((value) => ({ what, how: 'named', values: [value], ...spared }))
    return [
      ...(named ? [{ what, how: 'named', values: named, ...spared } as const] : []),
      ...(alone ? [{ what, how: 'only', values: alone, ...spared } as const] : []),
    ]
  })
  const count = [on, only, except].flatMap((by) => [...by.values()]).reduce((sum, values) => sum + values.length, 0)
  if (count > MAX_VALUES) throw new Unfit('too many values')
  return aims
}

function valuesOf(fields: Fields, key: 'on' | 'only' | 'except'): ReadonlyMap<string, readonly string[]> {
  const value = fields.get(key)
  if (value === undefined) return new Map()
  const byKind = fieldsOf(value, AIM_KINDS, key)
  return new Map(
    [...byKind].map(([kind, listed]) => {
      const values = listOf(listed, MAX_VALUES, 'values').map((each) => textOf(each, MAX_VALUE, 'a value').trim())
      if (values.length === 0) throw new Unfit('an aim without a value')
      return [kind, values]
    }),
  )
}

/** Where several are given, the strictest: it alone decides how long a statement holds. */
function conditionOf(fields: Fields): Condition | undefined {
  const when = optionalText(fields.get('when'), MAX_TEXT, 'when')
  const until = optionalText(fields.get('until'), MAX_TEXT, 'until')
  const [ask, today] = [flagOf(fields, 'ask'), flagOf(fields, 'today')]
  if (when !== undefined) return { type: 'when', event: when }
  if (until !== undefined) return { type: 'until', event: until }
  if (ask) return { type: 'ask-first' }
  return today ? { type: 'today' } : undefined
}

function liftOf(value: unknown): Lift {
  const fields = fieldsOf(value, ['id', 'said'], 'a lift')
  return { id: idOf(fields.get('id')), sentence: textOf(fields.get('said'), MAX_SENTENCE, 'said') }
}

function actOf(value: unknown): StatedActId {
  if (typeof value !== 'string' || !STATED_ACTS.has(value as StatedActId)) throw new Unfit('an unknown act')
  return value as StatedActId
}

function idOf(value: unknown): number {
  if (!Number.isSafeInteger(value) || Number(value) < 1) throw new Unfit('a wrong id')
  return Number(value)
}

type Fields = ReadonlyMap<string, unknown>

function fieldsOf(value: unknown, known: readonly string[], what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unfit(`${what} is no object`)
  const fields = new Map(Object.entries(value))
  for (const key of fields.keys()) if (!known.includes(key)) throw new Unfit(`an unknown key in ${what}`)
  return fields
}

function listOf(value: unknown, most: number, what: string): readonly unknown[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new Unfit(`${what}: no list`)
  if (value.length > most) throw new Unfit(`too many ${what}`)
  return value
}

function textOf(value: unknown, most: number, what: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw new Unfit(`${what}: no text`)
  if (value.length > most) throw new Unfit(`${what}: too long`)
  return value
}

function optionalText(value: unknown, most: number, what: string): string | undefined {
  return value === undefined ? undefined : textOf(value, most, what)
}

function flagOf(fields: Fields, key: string): boolean {
  const value = fields.get(key)
  if (value !== undefined && typeof value !== 'boolean') throw new Unfit(`${key}: neither true nor false`)
  return value === true
}

function unparseable(why: string): ParsedReading {
  return { kind: 'unparseable', why }
}

import type { IncomingMessage } from 'node:http'
import * as v from 'valibot'
import { nearest } from '../../rules/nearest.ts'
import { Refused } from './problem.ts'

/** Whoever pauses for longer than this holds a connection, and is let go. */
const IDLE_MS = 30_000

const CLOSES = { headers: { Connection: 'close' } }

/** How long a body may be, and how long it may take. */
export interface Limits {
  readonly most: number
  readonly ms: number
}

/** The body of a request as JSON of a shape. */
export async function jsonBody<T>(
  incoming: IncomingMessage,
  shape: v.GenericSchema<unknown, T>,
  limits: Limits,
): Promise<T> {
  isOfType(incoming, 'application/json')
  const text = await wholeBody(incoming, limits)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Refused(400, `the body is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  return shaped(shape, value)
}

/** A value as the shape says; every problem of it is named. */
export function shaped<T>(shape: v.GenericSchema<unknown, T>, value: unknown): T {
  const found = v.safeParse(shape, value)
  if (found.success) return found.output
  const problems = found.issues.slice(0, 10).map((issue) => issueWords(issue, shape))
  throw new Refused(400, problems.join('; '))
}

/** A problem in words for whoever sent the value, and not for whoever wrote the shape. */
function issueWords(issue: v.BaseIssue<unknown>, shape: v.GenericSchema): string {
  const place = v.getDotPath(issue)
  const { kind, type, expected, received, path } = issue
  if (type === 'strict_object' && expected === 'never' && place !== null)
    return `${place} is no field here${meant(place, shape)}`
  if (type.endsWith('object') && path?.at(-1)?.origin === 'key') return `${place ?? 'a field'} is missing`
  const what = place ?? 'the value'
  return kind === 'schema'
    ? `${what} must be ${words(expected ?? 'something else')}, not ${received}`
    : `${what}: ${issue.message}`
}

function meant(given: string, shape: v.GenericSchema): string {
  const entries = 'entries' in shape && typeof shape.entries === 'object' ? Object.keys(shape.entries ?? {}) : []
  const name = nearest(given, entries)
  return name === undefined ? '' : `; did you mean ${name}?`
}

/** `("yes" | "no")`, `Array`: as people say it. */
function words(expected: string): string {
  if (expected.startsWith('(')) return `one of ${expected.slice(1, -1).replaceAll(' | ', ', ')}`
  return NAMES.get(expected) ?? expected
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['Array', 'a list'],
  ['Object', 'an object'],
])

/** A page of another origin can send forms and texts without being asked, but not this. */
export function isOfType({ headers }: IncomingMessage, type: string): void {
  const given = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (given !== type) throw new Refused(415, `the body must be ${type}`, CLOSES)
}

async function wholeBody(incoming: IncomingMessage, { most, ms }: Limits): Promise<string> {
  if (Number(incoming.headers['content-length'] ?? 0) > most) throw tooLong(most)
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    let isWhole = false
    const slow = setTimeout(() => fail(new Refused(408, 'the body came too slowly', CLOSES)), ms)
    const fail = (error: Error) => {
      clearTimeout(slow)
      incoming.removeAllListeners('data')
      incoming.pause()
      reject(error)
    }
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > most) fail(tooLong(most))
      else chunks.push(chunk)
    })
    incoming.once('end', () => {
      isWhole = true
      clearTimeout(slow)
      const [only, ...more] = chunks
      resolve((more.length === 0 ? only : Buffer.concat(chunks))?.toString('utf8') ?? '')
    })
    incoming.once('error', fail)
    incoming.once('close', () => {
      if (!isWhole) fail(new Refused(400, 'the body was cut off', CLOSES))
    })
  })
}

/** The lines of a body as they come. A line that is too long, or a pause that is, ends them. */
export async function* bodyLines(
  incoming: IncomingMessage,
  { line, whole }: { readonly line: number; readonly whole: number },
  idleMs = IDLE_MS,
): AsyncGenerator<string> {
  let size = 0
  let rest: Buffer[] = []
  let length = 0
  const slow = setTimeout(() => incoming.destroy(new Refused(408, 'the body came too slowly', CLOSES)), idleMs)
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      slow.refresh()
      size += chunk.length
      if (size > whole) throw tooLong(whole)
      let from = 0
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        const text = Buffer.concat([...rest, chunk.subarray(from, at)]).toString('utf8')
        rest = []
        length = 0
        from = at + 1
        if (text.trim() !== '') yield text
        // Who takes the lines slowly is not a sender who sends slowly.
        slow.refresh()
      }
      length += chunk.length - from
      if (length > line) throw tooLong(line)
      rest.push(chunk.subarray(from))
    }
  } finally {
    clearTimeout(slow)
  }
  const last = Buffer.concat(rest).toString('utf8')
  if (last.trim() !== '') yield last
}

function tooLong(most: number): Refused {
  return new Refused(413, `the body is longer than ${most} bytes`, CLOSES)
}

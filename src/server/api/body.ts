import type { IncomingMessage } from 'node:http'
import * as v from 'valibot'
import { nearestName } from '../../rules/nearest-name.ts'
import { RequestRefusedError } from './problem.ts'

/** Whoever pauses for longer than this holds a connection, and is let go. */
const IDLE_MS = 30_000

const CLOSE_CONNECTION = { headers: { Connection: 'close' } }

/** How long a body may be, and how long it may take. */
export interface BodyLimits {
  readonly most: number
  readonly ms: number
}

/** The body of a request as JSON of a shape. */
export async function readJsonBody<T>(
  incoming: IncomingMessage,
  shape: v.GenericSchema<unknown, T>,
  limits: BodyLimits,
): Promise<T> {
  requireContentType(incoming, 'application/json')
  const text = await readBody(incoming, limits)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new RequestRefusedError(400, `the body is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  return validateShape(shape, value)
}

/** A value as the shape says; every problem of it is named. */
export function validateShape<T>(shape: v.GenericSchema<unknown, T>, value: unknown): T {
  const found = v.safeParse(shape, value)
  if (found.success) return found.output
  const problems = found.issues.slice(0, 10).map((issue) => issueText(issue, shape))
  throw new RequestRefusedError(400, problems.join('; '))
}

/** A problem in words for whoever sent the value, and not for whoever wrote the shape. */
function issueText(issue: v.BaseIssue<unknown>, shape: v.GenericSchema): string {
  const place = v.getDotPath(issue)
  const { kind, type, expected, received, path } = issue
  if (type === 'strict_object' && expected === 'never' && place !== null)
    return `${place} is no field here${suggestionText(place, shape)}`
  if (type.endsWith('object') && path?.at(-1)?.origin === 'key') return `${place ?? 'a field'} is missing`
  const what = place ?? 'the value'
  return kind === 'schema'
    ? `${what} must be ${expectedText(expected ?? 'something else')}, not ${received}`
    : `${what}: ${issue.message}`
}

function suggestionText(given: string, shape: v.GenericSchema): string {
  const entries = 'entries' in shape && typeof shape.entries === 'object' ? Object.keys(shape.entries ?? {}) : []
  const name = nearestName(given, entries)
  return name === undefined ? '' : `; did you mean ${name}?`
}

/** `("yes" | "no")`, `Array`: as people say it. */
function expectedText(expected: string): string {
  if (expected.startsWith('(')) return `one of ${expected.slice(1, -1).replaceAll(' | ', ', ')}`
  return TYPE_LABELS.get(expected) ?? expected
}

const TYPE_LABELS: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['Array', 'a list'],
  ['Object', 'an object'],
])

/** A page of another origin can send forms and texts without being asked, but not this. */
export function requireContentType({ headers }: IncomingMessage, type: string): void {
  const given = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (given !== type) throw new RequestRefusedError(415, `the body must be ${type}`, CLOSE_CONNECTION)
}

async function readBody(incoming: IncomingMessage, { most, ms }: BodyLimits): Promise<string> {
  if (Number(incoming.headers['content-length'] ?? 0) > most) throw bodyTooLong(most)
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    let isWhole = false
    const slow = setTimeout(() => fail(new RequestRefusedError(408, 'the body came too slowly', CLOSE_CONNECTION)), ms)
    const fail = (error: Error) => {
      clearTimeout(slow)
      incoming.removeAllListeners('data')
      incoming.pause()
      reject(error)
    }
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > most) fail(bodyTooLong(most))
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
      if (!isWhole) fail(new RequestRefusedError(400, 'the body was cut off', CLOSE_CONNECTION))
    })
  })
}

/** The lines of a body as they arrive. A line that is too long, or a pause that is, ends them. */
export async function* readBodyLines(
  incoming: IncomingMessage,
  { line, whole }: { readonly line: number; readonly whole: number },
  idleMs = IDLE_MS,
): AsyncGenerator<string> {
  let size = 0
  let rest: Buffer[] = []
  let length = 0
  const slow = setTimeout(
    () => incoming.destroy(new RequestRefusedError(408, 'the body came too slowly', CLOSE_CONNECTION)),
    idleMs,
  )
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      slow.refresh()
      size += chunk.length
      if (size > whole) throw bodyTooLong(whole)
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
      if (length > line) throw bodyTooLong(line)
      rest.push(chunk.subarray(from))
    }
  } finally {
    clearTimeout(slow)
  }
  const last = Buffer.concat(rest).toString('utf8')
  if (last.trim() !== '') yield last
}

function bodyTooLong(most: number): RequestRefusedError {
  return new RequestRefusedError(413, `the body is longer than ${most} bytes`, CLOSE_CONNECTION)
}

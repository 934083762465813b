import type { ModelFailure } from '../../failure.ts'
import { cleanReason } from '../../parse.ts'
import type { EndCause } from '../deadline.ts'
import { ConnectionError } from './fetch.ts'

/** What an error of an SDK or of the connection means, in either dialect: gateways speak one and pass on the other's words. */
export function classifyError(error: unknown, ended: EndCause, secrets: readonly string[]): ModelFailure {
  if (ended !== undefined) return { kind: ended, detail: '' }
  const status = own(error, 'status')
  const detail = cleanReason(messageOf(error), secrets).slice(0, 160)
  if (typeof status === 'number') return failureByStatus(status, own(error, 'code'), detail)
  if (error instanceof SyntaxError) return { kind: 'server-error', detail: 'the answer was not whole' }
  return { kind: own(error, 'cause') instanceof ConnectionError ? 'network' : 'crashed', detail }
}

/** What a server calls an error says more than its status. */
const KINDS_BY_CODE = new Map<unknown, 'plan-limit' | 'too-long' | 'refused'>([
  ['insufficient_quota', 'plan-limit'],
  ['billing_hard_limit_reached', 'plan-limit'],
  ['context_length_exceeded', 'too-long'],
  ['content_filter', 'refused'],
])

const TOO_LONG =
  /prompt is too long|too many (?:input )?tokens|(?:context|input) (?:window|length|limit|size)|token count .{0,40}exceeds/i

const BAD_KEY = /\bapi.?key (?:is )?(?:not valid|invalid|expired)/i

export function failureByStatus(status: number, code: unknown, detail: string): ModelFailure {
  const named = KINDS_BY_CODE.get(code)
  if (named !== undefined) return { kind: named, detail }
  if (status === 401 || status === 403) return { kind: 'refused-key', detail }
  if (status === 402) return { kind: 'plan-limit', detail }
  if (status === 429) return { kind: 'rate-limit', detail }
  if (status === 413) return { kind: 'too-long', detail }
  if (status === 408 || status === 409 || status >= 500) return { kind: 'server-error', detail: `${status} ${detail}` }
  if (status === 400 && TOO_LONG.test(detail)) return { kind: 'too-long', detail }
  if (status === 400 && BAD_KEY.test(detail)) return { kind: 'refused-key', detail }
  return { kind: 'misconfigured', detail: `${status} ${detail}` }
}

/** Worth one more try inside the deadline. */
export function isTransient({ kind }: ModelFailure): boolean {
  return kind === 'rate-limit' || kind === 'server-error' || kind === 'network'
}

/** How long the server asks to wait, in milliseconds. */
export function retryAfter(error: unknown): number | undefined {
  const headers = own(error, 'headers')
  if (!(headers instanceof Headers)) return undefined
  const seconds = Number.parseFloat(headers.get('retry-after') ?? '')
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined
}

/** The server's own words, where there are any. */
function messageOf(error: unknown): string {
  for (const told of [own(error, 'apiMessage'), own(own(error, 'error'), 'message')])
    if (typeof told === 'string' && told !== '') return told
  const cause = own(error, 'cause')
  const said = cause instanceof Error ? cause : error
  // One SDK puts the status before everything it says.
  return (said instanceof Error ? said.message : String(said)).replace(/^\d{3} /, '')
}

function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}

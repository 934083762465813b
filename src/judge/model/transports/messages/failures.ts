import type { ModelFailure } from '../../failure.ts'
import { cleanReason } from '../../parse.ts'
import type { EndCause } from '../deadline.ts'
import { ConnectionError } from './fetch.ts'

/** What an error of the SDK or of the connection means. */
export function classifyError(error: unknown, ended: EndCause, secrets: readonly string[]): ModelFailure {
  if (ended !== undefined) return { kind: ended, detail: '' }
  const status = statusOf(error)
  const detail = cleanReason(messageOf(error), secrets).slice(0, 160)
  if (status !== undefined) return failureByStatus(status, detail)
  if (error instanceof SyntaxError) return { kind: 'server-error', detail: 'the answer was not whole' }
  return { kind: own(error, 'cause') instanceof ConnectionError ? 'network' : 'crashed', detail }
}

function failureByStatus(status: number, detail: string): ModelFailure {
  if (status === 401 || status === 403) return { kind: 'refused-key', detail }
  if (status === 429) return { kind: 'rate-limit', detail }
  if (status === 413) return { kind: 'too-long', detail }
  if (status === 408 || status === 409 || status >= 500) return { kind: 'server-error', detail: `${status} ${detail}` }
  const tooLong = /prompt is too long|too many (?:input )?tokens|context (?:window|length|limit)/i.test(detail)
  if (status === 400 && tooLong) return { kind: 'too-long', detail }
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

function statusOf(error: unknown): number | undefined {
  const status = own(error, 'status')
  return typeof status === 'number' ? status : undefined
}

function messageOf(error: unknown): string {
  const told = own(error, 'apiMessage')
  if (typeof told === 'string' && told !== '') return told
  const cause = own(error, 'cause')
  const said = cause instanceof Error ? cause : error
  return said instanceof Error ? said.message : String(said)
}

function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}

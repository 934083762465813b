import { createHash } from 'node:crypto'
import { ignoreErrors } from './attempts.ts'
import type { ModelAnswer } from './transport.ts'

/** An endpoint refused a key. The same request is not worth repeating at once, and every session may find out for itself. */
export interface KeyRefusal {
  /** What was refused: key, endpoint, model, settings. */
  readonly print: string
  /** Wall clock, of the latest refusal. */
  readonly at: number
  /** What the endpoint said, cleaned. */
  readonly detail: string
  /** When each session was refused within the last minute, by a hash of its id. */
  readonly sessions: Readonly<Record<string, number>>
}

/** Keeps the last refusal until a key is accepted. The edge may keep it on disk. */
export interface RefusedKeyLatch {
  get(): KeyRefusal | undefined
  set(refusal: KeyRefusal | undefined): void
}

/** One session tries a refused key this often; another one tries it at once. */
const RETRY_KEY_MS = 60_000

/** So many sessions in one minute, and every further one waits, too. */
const MOST_SESSIONS = 64

export function createMemoryLatch(): RefusedKeyLatch {
  let latched: KeyRefusal | undefined
  return {
    get: () => latched,
    set: (refusal) => {
      latched = refusal
    },
  }
}

interface KeyAttempt {
  readonly print: string
  readonly session: string
  readonly now: number
}

/** How many milliseconds this session has to wait before the key is worth another request; 0 when it need not. */
export function retryDelay(refusal: KeyRefusal | undefined, { print, session, now }: KeyAttempt): number {
  if (refusal === undefined || refusal.print !== print) return 0
  const recent = recentSessions(refusal.sessions, now)
  const own = recent.find(([name]) => name === sessionHash(session))
  const since = own?.[1] ?? (recent.length >= MOST_SESSIONS ? Math.min(...recent.map(([, at]) => at)) : undefined)
  return since === undefined ? 0 : RETRY_KEY_MS - (now - since)
}

/** The refusal to keep after this one. */
export function nextRefusal(
  before: KeyRefusal | undefined,
  { print, session, now }: KeyAttempt,
  detail: string,
): KeyRefusal {
  const others = before?.print === print ? recentSessions(before.sessions, now).slice(1 - MOST_SESSIONS) : []
  return { print, at: now, detail, sessions: { ...Object.fromEntries(others), [sessionHash(session)]: now } }
}

/** A reply ends what is known of a refused key. */
export function noteKeyAnswer(latch: RefusedKeyLatch, attempt: KeyAttempt, answer: ModelAnswer): void {
  ignoreErrors(() => {
    const before = latch.get()
    if ('reply' in answer) {
      if (before !== undefined) latch.set(undefined)
    } else if (answer.failure.kind === 'refused-key') {
      latch.set(nextRefusal(before, attempt, answer.failure.detail))
    }
  })
}

/** A clock that was set back makes nobody wait. */
function recentSessions(sessions: KeyRefusal['sessions'], now: number): [string, number][] {
  return Object.entries(sessions).filter(([, at]) => at <= now && now - at < RETRY_KEY_MS)
}

function sessionHash(session: string): string {
  return fingerprint([session]).slice(0, 16)
}

/** What must change before it is another request. */
export function fingerprint(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

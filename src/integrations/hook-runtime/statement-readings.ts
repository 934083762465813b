import { setTimeout as pause } from 'node:timers/promises'
import { type CheckedReading, checkReading } from '../../intent/statements/checked-reading.ts'
import type { ReadableTurn } from '../../intent/statements/ledger.ts'
import type { StatementReader, TurnToRead } from '../../intent/statements/reader.ts'
import { randomText } from '../../state/random.ts'
import type { StatementLogEvent } from '../../state/session-events.ts'
import type { SessionFold, SessionLog } from '../../state/session-log.ts'
import { currentReader, newestTurn, turnInSession, turnsToRead } from './turns-to-read.ts'

/** Where the turns of a session are read, and by whom. */
export interface ReadingContext {
  readonly sessionId: string
  readonly log: SessionLog
  readonly now: () => number
  /** For one turn. */
  readonly deadlineMs: number
  readonly reader: StatementReader
  /** Told when a reading adds a limit. */
  readonly onLimit?: (() => void) | undefined
  readonly signal?: AbortSignal | undefined
}

const POLL_MS = 60
/** What a process needs beside the model's time to note its reading. */
const MARGIN_MS = 500

/**
 * Reads the turns that nobody has read, oldest first, until none is left or the time is up. Parallel processes share the work through the
 * log: what another one began to read is waited for. Throws only where the log does.
 */
export async function readTurns(context: ReadingContext, until = Number.POSITIVE_INFINITY): Promise<SessionFold> {
  const { log, now, signal, sessionId, reader } = context
  for (;;) {
    const fold = log.fold()
    const [turn] = turnsToRead(fold)
    const left = until - now()
    if (turn === undefined || left <= 0 || signal?.aborted) return fold
    if (readerOf(turn, fold, context) !== undefined) {
      await pause(Math.min(POLL_MS, left))
      continue
    }
    const id = randomText(9)
    log.append({ type: 'reading-begun', turn: turn.key, at: now(), reader: id })
    // Whoever wrote first reads.
    if (readerOf(turn, log.fold(), context) !== id) continue
    const timeMs = Math.min(context.deadlineMs, left)
    const result = await readInTime(reader, turnInSession(turn, fold, { sessionId, now: now() }), { timeMs, signal })
    const isCut = timeMs < context.deadlineMs * NEARLY_ALL
    log.append(...resultEvents(result, { turn, fold, reader: id, at: now(), isCut: isCut || signal?.aborted === true }))
    if (result.kind !== 'read') continue
    if (result.reading.added.some(({ kind }) => kind === 'limit')) context.onLimit?.()
  }
}

function readerOf({ key }: ReadableTurn, fold: SessionFold, { deadlineMs, now }: ReadingContext): string | undefined {
  return currentReader(fold.statements, key, { leaseMs: deadlineMs + MARGIN_MS, now: now() })
}

type TimedResult =
  | { readonly kind: 'read'; readonly reading: CheckedReading; readonly model?: string }
  | { readonly kind: 'unread'; readonly why: string }
  | { readonly kind: 'late' }

interface Patience {
  readonly timeMs: number
  readonly signal: AbortSignal | undefined
}

/** Of the time that a reading may take. */
const NEARLY_ALL = 0.9

/** A reader has a deadline of its own; this one holds where it is forgotten. */
async function readInTime(reader: StatementReader, turn: TurnToRead, { timeMs, signal }: Patience) {
  const stop = new AbortController()
  const quit = () => stop.abort()
  signal?.addEventListener('abort', quit, { once: true })
  const late = pause(timeMs, undefined, { signal: stop.signal }).then(
    (): TimedResult => ({ kind: 'late' }),
    (): TimedResult => ({ kind: 'late' }),
  )
  try {
    const start = performance.now()
    const result = await Promise.race([checkedReading(reader, turn, stop.signal), late])
    const isOver = result.kind === 'unread' && performance.now() - start > timeMs * NEARLY_ALL
    return isOver ? await late : result
  } finally {
    quit()
    signal?.removeEventListener('abort', quit)
  }
}

/** More than any person states in one turn. */
const MAX_READING = 64_000

async function checkedReading(reader: StatementReader, turn: TurnToRead, signal: AbortSignal): Promise<TimedResult> {
  try {
    const result = await reader.read(turn, signal)
    if (result.kind === 'unread') return signal.aborted ? { kind: 'late' } : result
    const reading = checkReading(result.reading, turn)
    return JSON.stringify(reading).length > MAX_READING
      ? { kind: 'unread', why: 'the reading is too long' }
      : { ...result, reading }
  } catch (error) {
    return { kind: 'unread', why: error instanceof Error ? error.message : String(error) }
  }
}

interface ResultContext {
  readonly turn: ReadableTurn
  readonly fold: SessionFold
  readonly reader: string
  readonly at: number
  /** There was less time than a reading may take. */
  readonly isCut: boolean
}

function resultEvents(
  result: TimedResult,
  { turn, fold, reader, at, isCut }: ResultContext,
): readonly StatementLogEvent[] {
  const failed = (
    key: string,
    problem: string,
    again: { readonly newest?: string | undefined },
  ): StatementLogEvent => ({
    type: 'reading-failed',
    turn: key,
    at,
    why: problem.slice(0, MAX_WHY),
    reader,
    ...(again.newest !== undefined && { newest: again.newest }),
  })
  const newest = newestTurn(fold)
  switch (result.kind) {
    case 'read': {
      const unproven = turn.vouched ? {} : ({ unproven: true } as const)
      const { model } = result
      return [{ type: 'reading', turn: turn.key, at, ...result.reading, ...unproven, ...(model && { model }) }]
    }
    case 'unread':
      return [failed(turn.key, result.why, { newest })]
    case 'late':
      if (isCut) return [failed(turn.key, 'cut short', {})]
      // Who doesn't answer one doesn't answer the others: no call waits for each of them.
      return turnsToRead(fold).map(({ key }) => failed(key, 'no answer in time', { newest }))
  }
}

const MAX_WHY = 300

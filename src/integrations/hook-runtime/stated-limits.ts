import { statementReaderFor } from '../../assemble.ts'
import { hostFacts } from '../../facts/host.ts'
import type { StatementReader } from '../../intent/statements/reader.ts'
import type { Ledger } from '../../intent/statements/statement.ts'
import type { StatementSource } from '../../session.ts'
import type { Policy } from '../../settings/policy.ts'
import { voidApprovals } from '../../state/approvals.ts'
import { readPausedUntil } from '../../state/pause.ts'
import { openSessionLog, type SessionFold, type SessionLog } from '../../state/session-log.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { notedLedger, requestLedger, type StatedFold, sessionLedger, unnotedReadings } from '../../state/statements.ts'
import { wordStatements } from '../../wording/statement.ts'
import type { HookContext } from './hook-context.ts'
import { hookJudgeEdge } from './judge-edge.ts'
import type { ReadingContext } from './statement-readings.ts'
import { turnsToRead } from './turns-to-read.ts'

/** Who reads what people say; undefined where no model is there for it, or it is switched off. */
export function readerFor(policy: Policy, edge: HookContext): StatementReader | undefined {
  return edge.statementReader
    ? edge.statementReader(policy)
    : statementReaderFor(policy, edge.integration.tools, hookJudgeEdge(edge))
}

export interface StatedContext {
  readonly sessionId: string
  readonly fold: SessionFold
  readonly log: SessionLog
  readonly policy: Policy
  readonly edge: HookContext
}

/** What people stated, for one call. */
export interface CallStatements {
  readonly source: StatementSource
  /** The session as the call was decided on it. */
  readonly decidedOn: () => SessionFold
  readonly news: () => LimitNews | undefined
}

/** Undefined where nothing was stated and no model reads. */
export function callStatements({ sessionId, fold, log, policy, edge }: StatedContext): CallStatements | undefined {
  const reader = readerFor(policy, edge)
  const { now } = edge
  let at = reader === undefined ? notePhrases(fold, log, now()) : fold
  if (reader === undefined && at.statements.length === 0) return undefined
  const ledgerOf = (known: SessionFold): Ledger => {
    const ledger = sessionLedger(known, now())
    // What only the agent's request tells may limit.
    const more = edge.ahead && requestLedger(known, edge.ahead.entries(known), now())
    return more ? { ...ledger, statements: more.statements } : ledger
  }
  let ledger = ledgerOf(at)
  const settle = async (): Promise<Ledger> => {
    if (reader === undefined) return ledger
    try {
      if (turnsToRead(fold).length > 0)
        at = await readTurnsOf({ sessionId, log, policy, edge, reader }, now() + readingDeadline(policy))
      // What the model could not read counts as the phrases read it.
      at = notePhrases(at, log, now())
      ledger = ledgerOf(at)
    } catch {
      // What can't be read or noted stays unread; a log that is broken closes the call where it is needed next.
    }
    return ledger
  }
  return {
    source: {
      get ledger() {
        return ledger
      },
      ...(reader && { settle }),
    },
    decidedOn: () => at,
    news: () => limitNews(at, now()),
  }
}

/** A statement that the phrases read gets its number for good: it is told, listed and removed by it. */
export function notePhrases(fold: SessionFold, log: SessionLog, now: number): SessionFold {
  const readings = unnotedReadings(fold, now)
  if (readings.length === 0) return fold
  log.append(...readings)
  return log.fold()
}

interface Reads extends Omit<StatedContext, 'fold'> {
  readonly reader: StatementReader
}

/** Loaded only where there is something to read. */
async function readTurnsOf(reads: Reads, until?: number): Promise<SessionFold> {
  return (await import('./statement-readings.ts')).readTurns(readingContext(reads), until)
}

function readingContext({ sessionId, log, policy, edge, reader }: Reads): ReadingContext {
  return {
    sessionId,
    log,
    now: edge.now,
    deadlineMs: readingDeadline(policy),
    reader,
    // What was approved before may be what the limit is about.
    onLimit: () => voidApprovals(stateFolder(edge.home), sessionId),
    signal: edge.signal,
  }
}

const READING_DEADLINE_MS = 6_000

/** How long one turn may take to read, and how long a call waits for it. */
function readingDeadline({ judge }: Policy): number {
  const { deadlineMs } = (judge.extra['statements'] ?? {}) as { readonly deadlineMs?: unknown }
  return typeof deadlineMs === 'number' && deadlineMs > 0 && deadlineMs <= 600_000 ? deadlineMs : READING_DEADLINE_MS
}

/** Reads what a person just said, while the agent begins to think: no call has to wait for it then. */
export async function readAhead(
  { sessionId, cwd }: { readonly sessionId: string; readonly cwd: string },
  edge: HookContext,
): Promise<void> {
  const { home } = edge
  const folder = stateFolder(home)
  if (readPausedUntil(folder, edge.now()) !== undefined) return
  const policy = edge.readPolicy({ cwd: hostFacts({ cwd, home }).projectRoot, home })
  const reader = readerFor(policy, edge)
  if (reader === undefined) return
  await readTurnsOf({ sessionId, log: openSessionLog(folder, sessionId), policy, edge, reader })
}

/** The limits in force are others than those that the person was told of last. */
export interface LimitNews {
  readonly text: string
  readonly limits: readonly number[]
}

const MOST_TOLD = 5

export function limitNews(fold: StatedFold, now: number): LimitNews | undefined {
  const { statements } = fold
  const limits = notedLedger(fold, now).statements.filter(({ kind }) => kind === 'limit')
  const told = statements.findLast((event) => event.type === 'limits-told')?.limits ?? []
  const ids = limits.map(({ id }) => id)
  if (ids.length === told.length && ids.every((id) => told.includes(id))) return undefined
  const more = limits.length > MOST_TOLD ? `; ${limits.length - MOST_TOLD} more (see \`irongate limits\`)` : ''
  const text =
    limits.length === 0 ? 'No limits in force.' : `Limits in force: ${wordStatements(limits.slice(-MOST_TOLD))}${more}.`
  return { text, limits: ids }
}

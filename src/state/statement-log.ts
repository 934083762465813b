import { foldLedger, type StatementEvent } from '../intent/statements/ledger.ts'
import type { Ledger } from '../intent/statements/statement.ts'
import type { Transcript } from '../transcript/entries.ts'
import { withoutReplies } from './offers.ts'
import type { StatementLogEvent } from './session-events.ts'
import { openSessionLog, readPastSession, type SessionFold } from './session-log.ts'

/** The conversation whose turns state something: that of the root agent, and without replies to what was stopped. */
export function statedTranscript(fold: Pick<SessionFold, 'entries' | 'offered'>): Transcript {
  return withoutReplies(fold.entries(undefined), fold.offered)
}

/** What people stated in a session: the same for the root agent and all its sub-agents. */
export function sessionLedger(fold: Pick<SessionFold, 'entries' | 'offered' | 'statements'>, now: number): Ledger {
  return foldLedger(fold.statements.filter(isForLedger), statedTranscript(fold), now)
}

function isForLedger(event: StatementLogEvent): event is StatementEvent {
  return event.type === 'reading' || event.type === 'statement-removed'
}

/** The ledger of a session that may be over; undefined where nothing of it is kept. */
export function readLedger(folder: string, sessionId: string, now: number): Ledger | undefined {
  const fold = readPastSession(folder, sessionId)()
  return fold && sessionLedger(fold, now)
}

/**
 * Takes a statement out of force; false where no such statement is. INVARIANT: only a person may. Who calls this has positive proof of one.
 */
export function removeStatement(folder: string, sessionId: string, id: number, now: number = Date.now()): boolean {
  const isHeld = readLedger(folder, sessionId, now)?.statements.some((statement) => statement.id === id) === true
  if (isHeld) openSessionLog(folder, sessionId).append({ type: 'statement-removed', id, at: now })
  return isHeld
}

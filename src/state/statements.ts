import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type PastStatement, statementHistory } from '../intent/statements/history.ts'
import { foldLedger, type StatementEvent, type TurnReading } from '../intent/statements/ledger.ts'
import { phraseReadings, statedLedger } from '../intent/statements/phrases/phrase-ledger.ts'
import type { Ledger } from '../intent/statements/statement.ts'
import { createRedactor } from '../redaction/redact.ts'
import type { Transcript } from '../transcript/entries.ts'
import { listFolderSafely } from './folder-names.ts'
import { withoutReplies } from './offers.ts'
import { fileNameFor } from './private-folder.ts'
import type { StatementLogEvent } from './session-events.ts'
import { openSessionLog, readSessionFile, type SessionFold } from './session-log.ts'

/** What of a session statements depend on. */
export type StatedFold = Pick<SessionFold, 'entries' | 'offered' | 'statements'>

/** The conversation whose turns state something: that of the root agent, and without replies to what was stopped. */
export function statedTranscript(fold: Pick<StatedFold, 'entries' | 'offered'>): Transcript {
  return withoutReplies(fold.entries(undefined), fold.offered)
}

/** What people stated in a session: the same for the root agent and all its sub-agents. */
export function sessionLedger(fold: StatedFold, now: number): Ledger {
  return statedLedger(fold.statements.filter(isForLedger), statedTranscript(fold), now)
}

/** Only what the log itself tells: statements whose numbers last. */
export function notedLedger(fold: StatedFold, now: number): Ledger {
  return foldLedger(fold.statements.filter(isForLedger), statedTranscript(fold), now)
}

/** The same in a conversation as somebody else tells it. */
export function requestLedger({ statements }: StatedFold, transcript: Transcript, now: number): Ledger {
  return statedLedger(statements.filter(isForLedger), transcript, now)
}

/** What the phrases read in turns that nobody has read, to be noted in the log: it is shown and removed by its number. */
export function unnotedReadings(fold: StatedFold, now: number): readonly TurnReading[] {
  return phraseReadings(fold.statements.filter(isForLedger), statedTranscript(fold), now)
}

function isForLedger(event: StatementLogEvent): event is StatementEvent {
  return event.type === 'reading' || event.type === 'statement-removed'
}

/** What people stated in a session, as its log has it, to be shown. */
export function sessionStatements(folder: string, sessionId: string, now: number): readonly PastStatement[] {
  return statementsIn(sessionFile(folder, sessionId), now)
}

export function statementsInForce(folder: string, sessionId: string, now: number): readonly PastStatement[] {
  return sessionStatements(folder, sessionId, now).filter(({ ended }) => ended === undefined)
}

/** A session whose log holds statements. */
export interface StatedSession {
  /** What `fileNameFor` makes of its id. */
  readonly name: string
  /** When something was last added to its log. */
  readonly active: number
  readonly statements: readonly PastStatement[]
}

/** The sessions that are kept and in which something was stated. A log that can't be read is told: every call of its session asks. */
export function statedSessions(
  folder: string,
  now: number,
  onDamage?: (file: string) => void,
): readonly StatedSession[] {
  const place = join(folder, 'sessions')
  return listFolderSafely(place).flatMap((file) => {
    if (!file.endsWith('.jsonl')) return []
    const path = join(place, file)
    try {
      // Most logs hold none, and long ones take a while to be read.
      if (!readFileSync(path, 'utf8').includes('"type":"reading"')) return []
      const statements = statementsIn(path, now)
      return statements.length === 0
        ? []
        : [{ name: file.slice(0, -'.jsonl'.length), active: statSync(path).mtimeMs, statements }]
    } catch {
      onDamage?.(path)
      return []
    }
  })
}

/** Takes a statement out of force, for good. False where it isn't in force. Who asks this has made sure that a person does. */
export function removeStatement(folder: string, sessionId: string, id: number, now: number = Date.now()): boolean {
  if (!statementsInForce(folder, sessionId, now).some((one) => one.id === id)) return false
  openSessionLog(folder, sessionId).append({ type: 'statement-removed', id, at: now })
  return true
}

export function sessionFile(folder: string, sessionId: string): string {
  return join(folder, 'sessions', `${fileNameFor(sessionId)}.jsonl`)
}

/** For people and agents to look at: what is secret in a sentence stays so. */
function statementsIn(file: string, now: number): readonly PastStatement[] {
  const fold = existsSync(file) ? readSessionFile(file) : undefined
  if (fold === undefined || fold.statements.length === 0) return []
  const redactor = createRedactor()
  const past = statementHistory(fold.statements.filter(isForLedger), now, statedTranscript(fold))
  return past.map((one) => redactor.value(one) as PastStatement)
}

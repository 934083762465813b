import { existsSync } from 'node:fs'
import { spokenLimits } from '../intent/consent/index.ts'
import { unreadTranscript } from '../intent/statements/ledger.ts'
import { createRedactor } from '../redaction/redact.ts'
import { readSessionFile } from './session-log.ts'
import { sessionFile, sessionLedger, statedTranscript } from './statements.ts'

/** The limits of a session that no model has read and that are known by their plain form, to be shown: the person's sentences. */
export function sessionSpokenLimits(folder: string, sessionId: string, now: number): readonly string[] {
  const file = sessionFile(folder, sessionId)
  const fold = existsSync(file) ? readSessionFile(file) : undefined
  if (fold === undefined) return []
  const redactor = createRedactor()
  const unread = unreadTranscript(statedTranscript(fold), sessionLedger(fold, now))
  return spokenLimits(unread).map((sentence) => redactor.text(sentence))
}

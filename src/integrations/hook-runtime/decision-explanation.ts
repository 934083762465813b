import { effectiveOutcome, finalRecords } from '../../audit/effective-outcome.ts'
import { fileRecords } from '../../audit/file-records.ts'
import { newestRecord, type RecordQuery, type RecordStore } from '../../audit/query.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { explainToAgent, withoutJudgeText } from '../../audit/record-explanation.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { PersonPrompt } from '../integration.ts'
import type { HookContext } from './hook-context.ts'

/** A prompt waits for the answer: older Records are for `irongate why`. */
const LOOK_BACK_MS = 30 * 24 * 60 * 60 * 1000
const MAX_LINE = 2000

/** One line on a decision, for a person and the agent alike: a screen of the host's is no proof of a person, so no judge's words. */
export async function explainDecision(
  id: string,
  { sessionId }: PersonPrompt,
  { home, now }: HookContext,
): Promise<string> {
  const records = fileRecords(stateFolder(home))
  const since = now() - LOOK_BACK_MS
  const found =
    id === ''
      ? await findLastStopped(records, { session: sessionId, since })
      : await newestRecord(records, { id, probes: true, since })
  if (found !== undefined) return cleanLine(`irongate: ${explainToAgent(withoutJudgeText(found))}`)
  if (id === '') return 'irongate: nothing was stopped in this session.'
  return cleanLine(`irongate: there is no record ${JSON.stringify(id)} of the last days; \`irongate log\` lists them.`)
}

async function findLastStopped(records: RecordStore, query: RecordQuery): Promise<AuditRecord | undefined> {
  for await (const record of finalRecords(records, ['ask', 'deny', 'abort'], query))
    if (effectiveOutcome(record) !== 'allow') return record
  return undefined
}

function cleanLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .slice(0, MAX_LINE)
    .toWellFormed()
}

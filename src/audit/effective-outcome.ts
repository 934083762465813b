import type { Outcome } from '../decision.ts'
import type { RecordQuery, RecordStore } from './query.ts'
import type { AuditRecord } from './record.ts'

/** What became of a call by the gate: in shadow mode it stops and asks nothing, whatever it would have said. */
export function effectiveOutcome({ outcome, shadow }: Pick<AuditRecord, 'outcome' | 'shadow'>): Outcome {
  return shadow ? 'allow' : outcome
}

/** Is it a command that a person typed to the gate, and no call of an agent? Such a Record is kept beside the calls. */
export function isUserCommand({ reason }: Pick<AuditRecord, 'reason'>): boolean {
  return reason.type === 'person'
}

/** Records of these outcomes, newest first, without those of calls that waited and of which it was decided once more. */
export async function* finalRecords(
  store: RecordStore,
  outcomes: readonly Outcome[],
  query: Omit<RecordQuery, 'decisions' | 'limit'> = {},
): AsyncGenerator<AuditRecord> {
  const decidedAgain = new Set<string>()
  for await (const record of store.query(query)) {
    if (record.after !== undefined) decidedAgain.add(record.after.id)
    if (outcomes.includes(record.outcome) && !decidedAgain.has(record.id)) yield record
  }
}

/** What became of a call that waited; undefined where nothing else did. */
export async function decisionAfterWait(
  store: RecordStore,
  { id, at, sessionId }: AuditRecord,
): Promise<AuditRecord | undefined> {
  for await (const record of store.query({ since: at, session: sessionId, probes: true }))
    if (record.after?.id === id) return record
  return undefined
}

import { canonicalJson } from '../analysis/text/canonical-json.ts'
import type { AuditRecord } from './record.ts'

/** A Record, and how often it happened in a row. */
export interface RepeatedRecord {
  readonly record: AuditRecord
  readonly times: number
}

/** Equal calls that were not allowed, one after the other, are one: the first of them in the order given. */
export async function* groupRepeats(records: AsyncIterable<AuditRecord>): AsyncGenerator<RepeatedRecord> {
  let current: RepeatedRecord | undefined
  for await (const record of records) {
    if (current !== undefined && isSameCall(current.record, record)) {
      current = { record: current.record, times: current.times + 1 }
      continue
    }
    if (current !== undefined) yield current
    current = { record, times: 1 }
  }
  if (current !== undefined) yield current
}

/** The same without counting, for programs: one of each. */
export async function* withoutGrouping(records: AsyncIterable<AuditRecord>): AsyncGenerator<RepeatedRecord> {
  for await (const record of records) yield { record, times: 1 }
}

function isSameCall(left: AuditRecord, right: AuditRecord): boolean {
  if (left.outcome === 'allow' || left.outcome !== right.outcome || left.tool !== right.tool) return false
  if (left.sessionId !== right.sessionId || left.agentId !== right.agentId || left.cwd !== right.cwd) return false
  if (left.shadow !== right.shadow) return false
  return left.category === right.category && canonicalJson(left.input) === canonicalJson(right.input)
}

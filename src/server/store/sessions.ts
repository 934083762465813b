import { effectiveOutcome } from '../../audit/effective-outcome.ts'
import { isProbe } from '../../audit/query.ts'
import type { AuditRecord } from '../../audit/record.ts'
import type { Outcome } from '../../decision.ts'
import { chainPlaceOf, isLaterPlace } from './identity.ts'
import { clampTime } from './tally.ts'

/** What Records of one delivery add to the summary of their session. */
export interface SessionChange {
  readonly probe: boolean
  readonly host: string
  readonly cwd: string
  first: number
  last: number
  readonly outcomes: Record<Outcome, number>
  head: { seq: number; hash: string; at: number } | undefined
}

/** By the ids of the sessions. */
export function sessionChanges(records: readonly AuditRecord[]): ReadonlyMap<string, SessionChange> {
  const changes = new Map<string, SessionChange>()
  for (const record of records) {
    const at = clampTime(record.at)
    let change = changes.get(record.sessionId)
    if (change === undefined) {
      const { host, cwd } = record
      const outcomes = { allow: 0, ask: 0, deny: 0, abort: 0 }
      change = { probe: isProbe(record), host, cwd, first: at, last: at, outcomes, head: undefined }
      changes.set(record.sessionId, change)
    }
    change.first = Math.min(change.first, at)
    change.last = Math.max(change.last, at)
    change.outcomes[effectiveOutcome(record)]++
    const place = chainPlaceOf(record)
    if (place !== undefined && (change.head === undefined || isLaterPlace(place, change.head))) change.head = place
  }
  return changes
}

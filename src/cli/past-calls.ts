import type { AuditRecord } from '../audit/record.ts'
import { recentRecords } from '../audit/store.ts'
import { stateFolder } from '../state/state-folder.ts'

const DAY_MS = 86_400_000
/** More Records than a month of work leaves; the newest are looked at. */
const MOST = 20_000

/** The Records of the last days, newest first. What stands here is all that `allow` and `rule` know of the store. */
export function pastCalls(home: string, days: number, now = Date.now()): readonly AuditRecord[] {
  return recentRecords(stateFolder(home), { most: MOST, matches: ({ at }) => at >= now - days * DAY_MS })
}

/** The Record of a call that was not allowed. */
export function stoppedCall(home: string, id: string): AuditRecord | undefined {
  const matches = (record: AuditRecord) => record.id === id && record.outcome !== 'allow'
  return recentRecords(stateFolder(home), { most: 1, matches })[0]
}

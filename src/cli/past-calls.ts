import { isUserCommand } from '../audit/effective-outcome.ts'
import { fileRecords } from '../audit/file-records.ts'
import { newestRecord } from '../audit/query.ts'
import type { AuditRecord } from '../audit/record.ts'
import { stateFolder } from '../state/state-folder.ts'

const DAY_MS = 86_400_000
/** More Records than a month of work leaves; the newest are looked at. */
const MAX_RECORDS = 20_000

/** The Records of calls of the last days, newest first. What stands here is all that `allow` and `rule` know of the store. */
export async function pastCalls(
  home: string,
  days: number,
  { now = Date.now(), most = MAX_RECORDS }: { readonly now?: number; readonly most?: number } = {},
): Promise<readonly AuditRecord[]> {
  const records: AuditRecord[] = []
  const query = { since: now - days * DAY_MS, limit: most, probes: true }
  for await (const record of fileRecords(stateFolder(home)).query(query))
    if (!isUserCommand(record)) records.push(record)
  return records
}

/** The Record of a call that was not allowed. */
export async function findStoppedCall(home: string, id: string): Promise<AuditRecord | undefined> {
  return newestRecord(fileRecords(stateFolder(home)), { id, decisions: ['ask', 'deny', 'abort'], probes: true })
}

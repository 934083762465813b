import { type ChainHead, chainRecord, chainStart } from '../../audit/chain.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { type RecordFixture, recordFor } from '../../audit/testing.ts'

export async function all<T>(found: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = []
  for await (const each of found) list.push(each)
  return list
}

/** Records of a session as its next, each in the chain. */
export function chainRecords(
  given: readonly RecordFixture[],
  session = 's',
  start: ChainHead = chainStart(session),
): readonly AuditRecord[] {
  const records: AuditRecord[] = []
  let head = start
  for (const each of given) {
    const record = chainRecord(recordFor({ ...each, session }), head)
    records.push(record)
    head = { seq: record.seq, hash: record.hash, at: record.at }
  }
  return records
}

import { setTimeout as wait } from 'node:timers/promises'
import type { RecordQuery, RecordStore } from './query.ts'
import type { AuditRecord } from './record.ts'

const PAUSE_MS = 400
/** A Record is dated before it is written. */
const LATE_MS = 5000

/** What was there already when somebody began to follow, and what was shown since. */
export type SeenIds = Set<string>

export async function recentRecordIds(store: RecordStore, query: RecordQuery, now: number): Promise<SeenIds> {
  const seen: SeenIds = new Set()
  for await (const record of store.query(withOverlap(query, now))) seen.add(keyOf(record))
  return seen
}

/** Records as they are read, each noted as seen. */
export async function* markSeen(records: AsyncIterable<AuditRecord>, seen: SeenIds): AsyncGenerator<AuditRecord> {
  for await (const record of records) {
    seen.add(keyOf(record))
    yield record
  }
}

/** Records as they are made, oldest first, from any store; until the signal. */
export async function* followRecords(
  store: RecordStore,
  query: RecordQuery,
  { seen, signal }: { readonly seen: SeenIds; readonly signal: AbortSignal },
): AsyncGenerator<AuditRecord> {
  for (let from = Date.now(); !signal.aborted; ) {
    const now = Date.now()
    const fresh: AuditRecord[] = []
    for await (const record of store.query(withOverlap(query, from)))
      if (!seen.has(keyOf(record))) fresh.unshift(record)
    yield* markSeen(toAsyncIterable(fresh), seen)
    from = now
    // The signal ends the wait, too.
    await wait(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
}

async function* toAsyncIterable(records: readonly AuditRecord[]): AsyncGenerator<AuditRecord> {
  yield* records
}

function withOverlap(query: RecordQuery, now: number): RecordQuery {
  return { ...query, since: Math.max(query.since ?? 0, now - LATE_MS), limit: undefined }
}

function keyOf({ id, at, hash }: AuditRecord): string {
  return hash ?? `${id} ${at}`
}

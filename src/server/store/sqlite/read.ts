import { matchesQuery } from '../../../audit/query.ts'
import type { AuditRecord } from '../../../audit/record.ts'
import { InvalidCursorError } from '../cursor.ts'
import type { Page, PageQuery, SessionQuery, SessionSummary, StoredRecord } from '../store.ts'
import type { SqliteDatabase } from './database.ts'
import { firstKey, keyAfter } from './record-keys.ts'
import { matchingKeys, requiredBitsOf } from './search-index.ts'

const PAGE = 100
/** Of more sessions than this Records are looked through one by one. */
const FEW_SESSIONS = 64

interface Row {
  readonly key: number
  readonly machine: string
  readonly line: string
}

/** A page of Records. What the database finds is a guess; `matches` decides. */
export function page(database: SqliteDatabase, query: PageQuery): Page {
  const limit = query.limit ?? PAGE
  const records: StoredRecord[] = []
  let last = 0
  if (limit <= 0) return { records }
  for (const { key, machine, line } of rowsFor(database, query)) {
    if (query.machine !== undefined && machine !== query.machine) continue
    const record = JSON.parse(line) as AuditRecord
    if (!matchesQuery(record, query)) continue
    if (records.length >= limit) return { records, next: String(last) }
    records.push({ machine, record })
    last = key
  }
  return { records }
}

function* rowsFor(database: SqliteDatabase, query: PageQuery): Generator<Row> {
  const from = firstKey(query.since ?? 0)
  const end = query.until === undefined ? Number.MAX_SAFE_INTEGER : keyAfter(query.until)
  const before = Math.min(end, cursor(query.after))
  let last: number | undefined
  for (const key of keysFor(database, query, from, before)) {
    // A key may be in two blocks, when another Record took the place of an erased one.
    if (key === last) continue
    last = key
    const row = database.get<Row>(`${SELECT} where key = ?`, key)
    if (row !== undefined) yield row
  }
}

const SELECT = 'select key, name as machine, line from records join machines on machines.ref = records.machine'

function keysFor(database: SqliteDatabase, query: PageQuery, from: number, before: number): Iterable<number> {
  // Half a character at the end of it is nothing that SQLite could compare.
  const sessions = query.session?.isWellFormed() ? sessionsLike(database, query.session) : undefined
  if (sessions !== undefined && sessions.length <= FEW_SESSIONS) return keysOfSessions(database, sessions, from, before)
  const sought = requiredBitsOf(query)
  return sought === undefined ? allKeys(database, from, before) : matchingKeys(database, sought, from, before)
}

function cursor(after: string | undefined): number {
  if (after === undefined) return Number.MAX_SAFE_INTEGER
  const key = Number(after)
  if (!/^\d{1,16}$/.test(after) || !Number.isSafeInteger(key)) throw new InvalidCursorError()
  return key
}

function sessionsLike(database: SqliteDatabase, start: string): readonly number[] {
  return database
    .all<{ readonly ref: number }>(
      'select ref from sessions where substr(id, 1, length(?)) = ? limit ?',
      start,
      start,
      FEW_SESSIONS + 1,
    )
    .map(({ ref }) => ref)
}

function* keysOfSessions(
  database: SqliteDatabase,
  refs: readonly number[],
  from: number,
  before: number,
): Generator<number> {
  const sql = `select key from records where session in (${refs.map(() => '?').join()}) and key >= ? and key < ? order by key desc`
  for (const { key } of database.each<{ readonly key: number }>(sql, ...refs, from, before)) yield key
}

function* allKeys(database: SqliteDatabase, from: number, before: number): Generator<number> {
  const sql = 'select key from records where key >= ? and key < ? order by key desc'
  for (const { key } of database.each<{ readonly key: number }>(sql, from, before)) yield key
}

interface SessionRow extends Omit<SessionSummary, 'outcomes'> {
  readonly allow: number
  readonly ask: number
  readonly deny: number
  readonly abort: number
}

export function sessions(
  database: SqliteDatabase,
  { since, machine, limit = PAGE }: SessionQuery,
): readonly SessionSummary[] {
  return database
    .all<SessionRow>(
      `select name as machine, id as sessionId, host, cwd, first, last, allow, ask, deny, abort
        from sessions join machines on machines.ref = sessions.machine
        where probe = 0 and last >= ? and (?2 is null or name = ?2) order by last desc, id limit ?`,
      since ?? 0,
      machine ?? null,
      limit,
    )
    .map(({ allow, ask, deny, abort, ...summary }) => ({ ...summary, outcomes: { allow, ask, deny, abort } }))
}

/** Every Record of a session, in the order of its chain; what stands outside of it after those. Only the keys are held at once. */
export function* chain(database: SqliteDatabase, machine: string, sessionId: string): Generator<AuditRecord> {
  const rows = database.all<{ readonly key: number; readonly seq: number | null }>(
    `select key, seq from records where session =
      (select sessions.ref from sessions join machines on machines.ref = sessions.machine where name = ? and id = ?)`,
    machine,
    sessionId,
  )
  rows.sort((left, right) => (left.seq ?? Number.MAX_VALUE) - (right.seq ?? Number.MAX_VALUE) || left.key - right.key)
  for (const { key } of rows) {
    const row = database.get<{ readonly line: string }>('select line from records where key = ?', key)
    if (row !== undefined) yield JSON.parse(row.line) as AuditRecord
  }
}

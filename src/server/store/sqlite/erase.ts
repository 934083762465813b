import type { AuditRecord } from '../../../audit/record.ts'
import type { Erasure } from '../store.ts'
import { ALL_MACHINES, clampTime, countInto, type Hours } from '../tally.ts'
import type { SqliteDatabase } from './database.ts'
import { createMachineRef } from './machines.ts'
import { firstKey, timeOfKey } from './record-keys.ts'
import { addTallies } from './tallies.ts'

/** As many are taken out at once: others can write in between. */
const ERASE_BATCH = 2000

interface Row {
  readonly key: number
  readonly machine: number
  readonly session: number
  readonly line: string
}

/** Notes first what is to go, so that nothing of it comes back meanwhile; then takes it out, a part at a time. */
export function erase(database: SqliteDatabase, what: Erasure, now: number): number {
  const machine = what.machine === undefined ? ALL_MACHINES : createMachineRef(database, what.machine)
  const next =
    'before' in what ? rowsByAge(database, machine, what.before) : rowsBySession(database, machine, what.session, now)
  let erased = 0
  for (let rows = next(); rows.length > 0; rows = next()) {
    database.change(() => deleteRows(database, rows))
    erased += rows.length
  }
  database.run('delete from tallies where value = 0')
  if ('before' in what) deleteOldBlocks(database)
  // What was erased stands in the log until it is written over.
  database.get('pragma wal_checkpoint(truncate)')
  return erased
}

/** The next rows that are to go. */
type NextRows = () => readonly Row[]

const SELECT = 'select key, machine, session, line from records'

function rowsByAge(database: SqliteDatabase, machine: number, before: number): NextRows {
  noteErasedSession(database, machine, '', clampTime(before) - 1)
  const sql = `${SELECT} where key < ? and (? = ${ALL_MACHINES} or machine = ?) order by key limit ${ERASE_BATCH}`
  return () => database.all<Row>(sql, firstKey(before), machine, machine)
}

function rowsBySession(database: SqliteDatabase, machine: number, id: string, now: number): NextRows {
  const found = database.all<{ readonly ref: number; readonly last: number }>(
    `select ref, last from sessions where id = ? and (? = ${ALL_MACHINES} or machine = ?)`,
    id,
    machine,
    machine,
  )
  noteErasedSession(database, machine, id, Math.max(clampTime(now), ...found.map(({ last }) => last)))
  const refs = found.map(({ ref }) => ref)
  const sql = `${SELECT} where session in (${refs.map(() => '?').join()}) order by key limit ${ERASE_BATCH}`
  return () => database.all<Row>(sql, ...refs)
}

function noteErasedSession(database: SqliteDatabase, machine: number, session: string, until: number): void {
  database.run(
    'insert into erased values (?, ?, ?) on conflict do update set until = max(until, excluded.until)',
    machine,
    session,
    until,
  )
}

/** Within a change of the database: the rows, what was counted of them, and their share of their sessions. */
function deleteRows(database: SqliteDatabase, rows: readonly Row[]): void {
  const hours = new Map<number, Hours>()
  const sessions = new Map<number, AuditRecord[]>()
  for (const { key, machine, session, line } of rows) {
    const record = JSON.parse(line) as AuditRecord
    database.run('delete from records where key = ?', key)
    const ofMachine = hours.get(machine) ?? new Map()
    hours.set(machine, ofMachine)
    countInto(ofMachine, record, -1)
    const ofSession = sessions.get(session) ?? []
    sessions.set(session, ofSession)
    ofSession.push(record)
  }
  for (const [machine, counts] of hours) addTallies(database, machine, counts)
  for (const [session, records] of sessions) deleteFromSession(database, session, records)
}

function deleteFromSession(database: SqliteDatabase, session: number, records: readonly AuditRecord[]): void {
  const ends = database.get<{ readonly first: number | null; readonly last: number | null }>(
    'select min(key) as first, max(key) as last from records where session = ?',
    session,
  )
  if (ends?.first == null || ends.last == null) {
    database.run('delete from sessions where ref = ?', session)
    return
  }
  const gone = { allow: 0, ask: 0, deny: 0, abort: 0 }
  for (const { outcome } of records) gone[outcome]++
  database.run(
    `update sessions set first = ?, last = ?, allow = allow - ?, ask = ask - ?, deny = deny - ?, abort = abort - ?
      where ref = ?`,
    timeOfKey(ends.first),
    timeOfKey(ends.last),
    gone.allow,
    gone.ask,
    gone.deny,
    gone.abort,
    session,
  )
}

/** Blocks that lie before all that is left. */
function deleteOldBlocks(database: SqliteDatabase): void {
  database.run('delete from blocks where newest < (select coalesce(min(key), ?) from records)', Number.MAX_SAFE_INTEGER)
}

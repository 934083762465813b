import type { AuditRecord } from '../../../audit/record.ts'
import { recordIdentity } from '../identity.ts'
import { recordLineText } from '../record-line-text.ts'
import { type SessionChange, sessionChanges } from '../sessions.ts'
import type { AppendResult, RecordDelivery } from '../store.ts'
import { clampTime, countInto, type Hours } from '../tally.ts'
import type { SqliteDatabase } from './database.ts'
import { createMachineRef } from './machines.ts'
import { assignKey, firstKey } from './record-keys.ts'
import { addToBlocks } from './search-index.ts'
import { addTallies } from './tallies.ts'

/** Takes what is new of a delivery, with its counts, its sessions and how far it was read, all or none. */
export function append(database: SqliteDatabase, delivery: RecordDelivery): AppendResult {
  return database.change(() => {
    const machine = createMachineRef(database, delivery.machine)
    const { fresh, refused } = insert(database, { ...delivery, ref: machine })
    const records = fresh.map(({ record }) => record)
    for (const [id, change] of sessionChanges(records)) addToSession(database, machine, id, change)
    addToBlocks(database, delivery.machine, fresh)
    const hours: Hours = new Map()
    for (const record of records) countInto(hours, record)
    addTallies(database, machine, hours)
    for (const [file, { offset, first }] of delivery.positions ?? [])
      database.run('insert or replace into positions values (?, ?, ?, ?)', machine, file, offset, first)
    const known = delivery.records.length - fresh.length - refused
    return { taken: fresh.length, known, ...(refused > 0 && { refused }) }
  })
}

interface NewRecords {
  readonly key: number
  readonly record: AuditRecord
}

function insert(database: SqliteDatabase, { ref: machine, records }: RecordDelivery & { readonly ref: number }) {
  const fresh: NewRecords[] = []
  const isErased = erasureFilter(database, machine)
  const sessions = new Map<string, number>()
  let last = database.get<{ readonly key: number | null }>('select max(key) as key from records')?.key ?? -1
  let refused = 0
  for (const record of [...records].sort((left, right) => left.at - right.at)) {
    if (isErased(record)) continue
    const hash = recordIdentity(record)
    const first = firstKey(record.at)
    // Most are later than all that is there.
    const found = first > last ? { free: first } : assignKey(database, { at: record.at, machine, hash })
    if (found === 'crowded') refused++
    if (typeof found === 'string') continue
    database.run(
      'insert into records (key, machine, session, seq, hash, line) values (?, ?, ?, ?, ?, ?)',
      found.free,
      machine,
      sessionRef(database, sessions, machine, record),
      typeof record.seq === 'number' && Number.isSafeInteger(record.seq) ? record.seq : null,
      hash,
      recordLineText(record),
    )
    fresh.push({ key: found.free, record })
    last = Math.max(last, found.free)
  }
  return { fresh, refused }
}

/** Was a Record taken out before? Then it is not taken in again. */
function erasureFilter(database: SqliteDatabase, machine: number): (record: AuditRecord) => boolean {
  const rows = database.all<{ readonly session: string; readonly until: number }>(
    'select session, max(until) as until from erased where machine in (0, ?) group by session',
    machine,
  )
  const until = new Map(rows.map((row) => [row.session, row.until]))
  const older = until.get('') ?? -1
  return ({ at, sessionId }) => clampTime(at) <= Math.max(older, until.get(sessionId) ?? -1)
}

function sessionRef(
  database: SqliteDatabase,
  known: Map<string, number>,
  machine: number,
  { sessionId, host, cwd, at }: AuditRecord,
): number {
  const found = known.get(sessionId) ?? sessionIn(database, machine, sessionId)
  if (found !== undefined) {
    known.set(sessionId, found)
    return found
  }
  database.run(
    `insert into sessions (machine, id, probe, host, cwd, first, last, allow, ask, deny, abort)
      values (?, ?, 0, ?, ?, ?, ?, 0, 0, 0, 0)`,
    machine,
    sessionId,
    host,
    cwd,
    clampTime(at),
    clampTime(at),
  )
  return sessionRef(database, known, machine, { sessionId, host, cwd, at } as AuditRecord)
}

function sessionIn(database: SqliteDatabase, machine: number, id: string): number | undefined {
  return database.get<{ readonly ref: number }>('select ref from sessions where machine = ? and id = ?', machine, id)
    ?.ref
}

/** A head counts where none is known, or where it is behind that one: as `isLaterHead` says. */
const LATER_HEAD_SQL = 'seq is null or head_at is null or ?10 > head_at or (?10 = head_at and ?8 > seq)'

function addToSession(database: SqliteDatabase, machine: number, id: string, change: SessionChange): void {
  const { probe, first, last, outcomes, head } = change
  const counted = [probe ? 1 : 0, first, last, outcomes.allow, outcomes.ask, outcomes.deny, outcomes.abort]
  const sets = `probe = ?1, first = min(first, ?2), last = max(last, ?3),
    allow = allow + ?4, ask = ask + ?5, deny = deny + ?6, abort = abort + ?7`
  if (head === undefined)
    database.run(`update sessions set ${sets} where machine = ?8 and id = ?9`, ...counted, machine, id)
  else
    database.run(
      `update sessions set ${sets},
        seq = iif(${LATER_HEAD_SQL}, ?8, seq), hash = iif(${LATER_HEAD_SQL}, ?9, hash), head_at = iif(${LATER_HEAD_SQL}, ?10, head_at)
        where machine = ?11 and id = ?12`,
      ...[...counted, head.seq, head.hash, head.at, machine, id],
    )
}

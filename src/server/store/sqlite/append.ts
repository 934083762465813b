import type { AuditRecord } from '../../../audit/record.ts'
import { identityOf, isLater } from '../identity.ts'
import { lineText } from '../line-text.ts'
import { type SessionChange, sessionChanges } from '../sessions.ts'
import type { Delivery, Taken } from '../store.ts'
import { countInto, type Hours, timeOf } from '../tally.ts'
import { addToBlocks } from './blocks.ts'
import type { SqliteDatabase } from './database.ts'
import { firstKey, keyFor } from './keys.ts'
import { madeRef } from './machines.ts'
import { addTallies } from './tallies.ts'

/** Takes what is new of a delivery, with its counts, its sessions and how far it was read, all or none. */
export function append(database: SqliteDatabase, delivery: Delivery): Taken {
  return database.change(() => {
    const machine = madeRef(database, delivery.machine)
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

interface Fresh {
  readonly key: number
  readonly record: AuditRecord
}

function insert(database: SqliteDatabase, { ref: machine, records }: Delivery & { readonly ref: number }) {
  const fresh: Fresh[] = []
  const isErased = erasures(database, machine)
  const sessions = new Map<string, number>()
  let last = database.get<{ readonly key: number | null }>('select max(key) as key from records')?.key ?? -1
  let refused = 0
  for (const record of [...records].sort((left, right) => left.at - right.at)) {
    if (isErased(record)) continue
    const hash = identityOf(record)
    const first = firstKey(record.at)
    // Most are later than all that is there.
    const found = first > last ? { free: first } : keyFor(database, { at: record.at, machine, hash })
    if (found === 'crowded') refused++
    if (typeof found === 'string') continue
    database.run(
      'insert into records (key, machine, session, seq, hash, line) values (?, ?, ?, ?, ?, ?)',
      found.free,
      machine,
      sessionRef(database, sessions, machine, record),
      typeof record.seq === 'number' && Number.isSafeInteger(record.seq) ? record.seq : null,
      hash,
      lineText(record),
    )
    fresh.push({ key: found.free, record })
    last = Math.max(last, found.free)
  }
  return { fresh, refused }
}

/** Was a Record taken out before? Then it is not taken in again. */
function erasures(database: SqliteDatabase, machine: number): (record: AuditRecord) => boolean {
  const rows = database.all<{ readonly session: string; readonly until: number }>(
    'select session, max(until) as until from erased where machine in (0, ?) group by session',
    machine,
  )
  const until = new Map(rows.map((row) => [row.session, row.until]))
  const older = until.get('') ?? -1
  return ({ at, sessionId }) => timeOf(at) <= Math.max(older, until.get(sessionId) ?? -1)
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
    timeOf(at),
    timeOf(at),
  )
  return sessionRef(database, known, machine, { sessionId, host, cwd, at } as AuditRecord)
}

function sessionIn(database: SqliteDatabase, machine: number, id: string): number | undefined {
  return database.get<{ readonly ref: number }>('select ref from sessions where machine = ? and id = ?', machine, id)
    ?.ref
}

function addToSession(database: SqliteDatabase, machine: number, id: string, change: SessionChange): void {
  const { probe, first, last, outcomes, head } = change
  database.run(
    `update sessions set probe = ?, first = min(first, ?), last = max(last, ?),
      allow = allow + ?, ask = ask + ?, deny = deny + ?, abort = abort + ? where machine = ? and id = ?`,
    probe ? 1 : 0,
    first,
    last,
    outcomes.allow,
    outcomes.ask,
    outcomes.deny,
    outcomes.abort,
    machine,
    id,
  )
  if (head === undefined) return
  const before = database.get<{ readonly seq: number | null; readonly at: number | null }>(
    'select seq, head_at as at from sessions where machine = ? and id = ?',
    machine,
    id,
  )
  if (before?.seq != null && before.at != null && !isLater(head, { seq: before.seq, at: before.at })) return
  database.run(
    'update sessions set seq = ?, hash = ?, head_at = ? where machine = ? and id = ?',
    head.seq,
    head.hash,
    head.at,
    machine,
    id,
  )
}

import type { AuditRecord } from '../../../audit/record.ts'
import { sessionChanges } from '../sessions.ts'
import type { Erasure } from '../store.ts'
import { ALL_MACHINES, clampTime, countInto, type Hours } from '../tally.ts'
import { ERASE_LOCK } from './append.ts'
import type { PostgresDatabase, PostgresSession } from './database.ts'
import { ensureMachineRef } from './machines.ts'
import { dropMonthPartitions } from './month-partitions.ts'
import { toPostgresText } from './postgres-text.ts'
import { addTallies } from './tallies.ts'

/** As many are taken out at once: others can write in between. */
const ERASE_BATCH = 2000

/** Notes first what is to go, so that nothing of it comes back meanwhile; then takes it out, a part at a time. */
export async function erase(database: PostgresDatabase, what: Erasure, now: number): Promise<number> {
  const machine = what.machine === undefined ? ALL_MACHINES : await ensureMachineRef(database, what.machine)
  const { where, values } = await noteErasure(database, what, machine, now)
  let erased = 0
  for (;;) {
    const count = await database.change((asking) => deleteRows(asking, where, values))
    erased += count
    if (count < ERASE_BATCH) break
  }
  if ('before' in what && machine === ALL_MACHINES) await dropMonthPartitions(database, what.before)
  return erased
}

interface Condition {
  readonly where: string
  readonly values: readonly unknown[]
}

/** Nobody appends while it is noted: whoever comes later knows. */
async function noteErasure(
  database: PostgresDatabase,
  what: Erasure,
  machine: number,
  now: number,
): Promise<Condition> {
  const owner = `($1 = ${ALL_MACHINES} or machine = $1)`
  return database.change(async (asking) => {
    await asking.run(ERASE_LOCK)
    if ('before' in what) {
      const before = clampTime(what.before)
      await noteSession(asking, machine, '', before - 1)
      return { where: `${owner} and at < $2`, values: [machine, before] }
    }
    const session = toPostgresText(what.session)
    const last = await asking.get<{ last: number | null }>(
      `select max(last) as last from sessions where ${owner} and id = $2`,
      machine,
      session,
    )
    await noteSession(asking, machine, session, Math.max(clampTime(now), last?.last ?? 0))
    return { where: `${owner} and session = $2`, values: [machine, session] }
  })
}

async function noteSession(asking: PostgresSession, machine: number, session: string, until: number): Promise<void> {
  await asking.run(
    `insert into erased as known values ($1, $2, $3)
      on conflict (machine, session) do update set until = greatest(known.until, excluded.until)`,
    machine,
    session,
    until,
  )
}

/** Within a change: the rows, what was counted of them, and their share of their sessions. */
async function deleteRows(asking: PostgresSession, where: string, values: readonly unknown[]): Promise<number> {
  // One at a time, and nobody appends: sessions and counts are then touched in any order.
  await asking.run(ERASE_LOCK)
  const rows = await asking.all<{ machine: number; line: string }>(
    `delete from records where (at, machine, hash) in
      (select at, machine, hash from records where ${where} order by at limit ${ERASE_BATCH}) returning machine, line`,
    ...values,
  )
  const byMachine = new Map<number, AuditRecord[]>()
  for (const { machine, line } of rows)
    byMachine.set(machine, [...(byMachine.get(machine) ?? []), JSON.parse(line) as AuditRecord])
  const hours = new Map<number, Hours>()
  for (const [machine, records] of byMachine) {
    const counts: Hours = new Map()
    for (const record of records) countInto(counts, record, -1)
    hours.set(machine, counts)
    for (const [id, { outcomes }] of sessionChanges(records)) await deleteFromSession(asking, machine, id, outcomes)
  }
  await addTallies(asking, hours)
  await asking.run('delete from tallies where value = 0')
  return rows.length
}

async function deleteFromSession(
  asking: PostgresSession,
  machine: number,
  id: string,
  gone: Readonly<Record<AuditRecord['outcome'], number>>,
): Promise<void> {
  const ends = await asking.get<{ first: number | null; last: number | null }>(
    'select min(at) as first, max(at) as last from records where machine = $1 and session = $2',
    machine,
    toPostgresText(id),
  )
  if (ends?.first == null || ends.last == null) {
    await asking.run('delete from sessions where machine = $1 and id = $2', machine, toPostgresText(id))
    return
  }
  await asking.run(
    `update sessions set first = $3, last = $4, allow = allow - $5, ask = ask - $6, deny = deny - $7, abort = abort - $8
      where machine = $1 and id = $2`,
    machine,
    toPostgresText(id),
    ends.first,
    ends.last,
    gone.allow,
    gone.ask,
    gone.deny,
    gone.abort,
  )
}

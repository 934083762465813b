import type { AuditRecord } from '../../../audit/record.ts'
import { overviewOf, partsOf, widthFor, within } from '../overview.ts'
import type { Overview, Range } from '../store.ts'
import { countInto, type Hours } from '../tally.ts'
import type { Database } from './database.ts'
import { firstKey, keyAfter } from './keys.ts'
import { ALL_MACHINES, refOf } from './machines.ts'

/** Adds counts to those of a machine and of all. Within a change of the database. */
export function addTallies(database: Database, machine: number, hours: Hours): void {
  for (const [hour, tally] of hours)
    for (const [name, value] of tally)
      for (const owner of [machine, ALL_MACHINES])
        database.run(
          `insert into tallies values (?, ?, ?, ?)
            on conflict (machine, hour, name) do update set value = value + excluded.value`,
          owner,
          hour,
          name,
          value,
        )
  database.run(
    'delete from tallies where value = 0 and hour in (select value from json_each(?))',
    JSON.stringify([...hours.keys()]),
  )
}

/** Out of the counts of whole hours, and the Records of those that the stretch cuts. */
export function overview(database: Database, asked: Range): Overview {
  const range = within(asked)
  const machine = asked.machine === undefined ? ALL_MACHINES : refOf(database, asked.machine)
  const hours: Hours = new Map()
  if (machine === undefined) return overviewOf(range, hours)
  const { first, last, ends } = partsOf(range)
  const rows = database.each<{ readonly hour: number; readonly name: string; readonly value: number }>(
    `select hour / ?4 * ?4 as hour, name, sum(value) as value from tallies
      where machine = ?1 and hour between ?2 and ?3 group by 1, 2`,
    machine,
    first,
    last,
    widthFor(range),
  )
  for (const { hour, name, value } of rows) {
    const tally = hours.get(hour) ?? new Map<string, number>()
    hours.set(hour, tally.set(name, value))
  }
  for (const [from, to] of ends) for (const record of recordsOf(database, machine, from, to)) countInto(hours, record)
  return overviewOf(range, hours)
}

function* recordsOf(database: Database, machine: number, from: number, to: number): Generator<AuditRecord> {
  const rows = database.each<{ readonly line: string }>(
    `select line from records where key >= ? and key < ? and (? = ${ALL_MACHINES} or machine = ?)`,
    firstKey(from),
    keyAfter(to),
    machine,
    machine,
  )
  for (const { line } of rows) yield JSON.parse(line) as AuditRecord
}

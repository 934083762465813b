import type { AuditRecord } from '../../../audit/record.ts'
import { overviewOf, rangePartsOf, tallyKeysOf, toStorableRange } from '../overview.ts'
import type { Overview, Range } from '../store.ts'
import { ALL_MACHINES, countInto, type Hours } from '../tally.ts'
import type { SqliteDatabase } from './database.ts'
import { findMachineRef } from './machines.ts'
import { firstKey, keyAfter } from './record-keys.ts'

/** Adds counts to those of a machine and of all. Within a change of the database. */
export function addTallies(database: SqliteDatabase, machine: number, hours: Hours): void {
  for (const [first, tally] of hours)
    for (const [name, value] of tally)
      for (const owner of [machine, ALL_MACHINES])
        for (const [width, hour] of tallyKeysOf(first))
          database.run(
            `insert into tallies values (?, ?, ?, ?, ?)
              on conflict (machine, width, hour, name) do update set value = value + excluded.value`,
            owner,
            width,
            hour,
            name,
            value,
          )
}

interface Count {
  readonly hour: number
  readonly name: string
  readonly value: number
}

/** Out of the counts of whole hours, and the Records of those that the stretch cuts. */
export function overview(database: SqliteDatabase, asked: Range): Overview {
  const range = toStorableRange(asked)
  const machine = asked.machine === undefined ? ALL_MACHINES : findMachineRef(database, asked.machine)
  const hours: Hours = new Map()
  if (machine === undefined) return overviewOf(range, hours)
  const { spans, ends } = rangePartsOf(range)
  for (const { width, first, last } of spans)
    for (const { hour, name, value } of database.all<Count>(
      'select hour, name, value from tallies where machine = ? and width = ? and hour between ? and ? and value <> 0',
      machine,
      width,
      first,
      last,
    )) {
      const tally = hours.get(hour) ?? new Map<string, number>()
      hours.set(hour, tally.set(name, value))
    }
  for (const [from, to] of ends) for (const record of recordsOf(database, machine, from, to)) countInto(hours, record)
  return overviewOf(range, hours)
}

function* recordsOf(database: SqliteDatabase, machine: number, from: number, to: number): Generator<AuditRecord> {
  const rows = database.each<{ readonly line: string }>(
    `select line from records where key >= ? and key < ? and (? = ${ALL_MACHINES} or machine = ?)`,
    firstKey(from),
    keyAfter(to),
    machine,
    machine,
  )
  for (const { line } of rows) yield JSON.parse(line) as AuditRecord
}

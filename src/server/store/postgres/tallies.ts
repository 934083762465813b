import type { AuditRecord } from '../../../audit/record.ts'
import { overviewOf, partsOf, widthFor, within } from '../overview.ts'
import type { Overview, Range } from '../store.ts'
import { countInto, type Hours } from '../tally.ts'
import { refOf } from './append.ts'
import type { Asking } from './database.ts'

/** Stands for all machines in counts and erasures. */
export const ALL_MACHINES = 0

interface Count {
  readonly machine: number
  readonly hour: number
  readonly name: string
  readonly value: number
}

/** Adds counts, by machine, to those of each and of all. Within a change. */
export async function addTallies(asking: Asking, byMachine: ReadonlyMap<number, Hours>): Promise<void> {
  const sums = new Map<string, Count>()
  for (const [owner, hours] of byMachine)
    for (const [hour, tally] of hours)
      for (const [name, value] of tally)
        for (const machine of [owner, ALL_MACHINES]) {
          const key = `${machine} ${hour} ${name}`
          sums.set(key, { machine, hour, name, value: (sums.get(key)?.value ?? 0) + value })
        }
  const counts = [...sums].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, count]) => count)
  if (counts.length === 0) return
  const columns = [
    counts.map(({ machine }) => machine),
    counts.map(({ hour }) => hour),
    counts.map(({ name }) => name.toWellFormed().replaceAll('\0', '\ufffd')),
    counts.map(({ value }) => value),
  ]
  await asking.run(
    `insert into tallies as known
      select machine, hour, name, sum(value)::bigint from unnest($1::integer[], $2::integer[], $3::text[], $4::bigint[])
        with ordinality as given (machine, hour, name, value, place) group by machine, hour, name order by min(place)
      on conflict (machine, hour, name) do update set value = known.value + excluded.value`,
    ...columns,
  )
}

/** Out of the counts of whole hours, and the Records of those that the stretch cuts. */
export async function overview(asking: Asking, asked: Range): Promise<Overview> {
  const range = within(asked)
  const machine = asked.machine === undefined ? ALL_MACHINES : await refOf(asking, asked.machine)
  const hours: Hours = new Map()
  if (machine === undefined) return overviewOf(range, hours)
  const { first, last, ends } = partsOf(range)
  const width = widthFor(range)
  const rows = await asking.all<Count>(
    `select hour / $4 * $4 as hour, name, sum(value)::bigint as value from tallies
      where machine = $1 and hour between $2 and $3 group by 1, 2`,
    machine,
    first,
    last,
    width,
  )
  for (const { hour, name, value } of rows) {
    const tally = hours.get(hour) ?? new Map<string, number>()
    hours.set(hour, tally.set(name, value))
  }
  for (const [from, to] of ends)
    for (const { line } of await asking.all<{ line: string }>(
      `select line from records where at between $1 and $2 and ($3 = ${ALL_MACHINES} or machine = $3)`,
      from,
      to,
      machine,
    ))
      countInto(hours, JSON.parse(line) as AuditRecord)
  return overviewOf(range, hours)
}

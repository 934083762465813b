import type { AuditRecord } from '../../../audit/record.ts'
import { overviewOf, rangePartsOf, tallyKeysOf, toStorableRange } from '../overview.ts'
import type { Overview, Range } from '../store.ts'
import { ALL_MACHINES, countInto, type Hours } from '../tally.ts'
import type { PostgresSession } from './database.ts'
import { machineRef } from './machines.ts'
import { toPostgresText } from './postgres-text.ts'

interface Count {
  readonly machine: number
  readonly width: number
  readonly hour: number
  readonly name: string
  readonly value: number
}

/** Adds counts, by machine, to those of each and of all. Within a change. */
export async function addTallies(asking: PostgresSession, byMachine: ReadonlyMap<number, Hours>): Promise<void> {
  const counts = sumsOf(byMachine)
  if (counts.length === 0) return
  await asking.run(
    `insert into tallies as known
      select * from unnest($1::integer[], $2::integer[], $3::integer[], $4::text[], $5::bigint[])
      on conflict (machine, width, hour, name) do update set value = known.value + excluded.value`,
    counts.map(({ machine }) => machine),
    counts.map(({ width }) => width),
    counts.map(({ hour }) => hour),
    counts.map(({ name }) => name),
    counts.map(({ value }) => value),
  )
}

/** Each row once, and always in the same order: servers wait for each other, and never in a circle. */
function sumsOf(byMachine: ReadonlyMap<number, Hours>): readonly Count[] {
  const sums = new Map<string, Count>()
  for (const [owner, hours] of byMachine)
    for (const [first, tally] of hours)
      for (const [given, value] of tally)
        for (const machine of [owner, ALL_MACHINES])
          for (const [width, hour] of tallyKeysOf(first)) {
            const name = toPostgresText(given)
            const key = `${machine} ${width} ${hour} ${name}`
            sums.set(key, { machine, width, hour, name, value: (sums.get(key)?.value ?? 0) + value })
          }
  return [...sums].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, count]) => count)
}

/** Out of the counts of whole hours, and the Records of those that the stretch cuts. */
export async function overview(asking: PostgresSession, asked: Range): Promise<Overview> {
  const range = toStorableRange(asked)
  const machine = asked.machine === undefined ? ALL_MACHINES : await machineRef(asking, asked.machine)
  const hours: Hours = new Map()
  if (machine === undefined) return overviewOf(range, hours)
  const { spans, ends } = rangePartsOf(range)
  for (const { width, first, last } of spans)
    for (const { hour, name, value } of await asking.all<Count>(
      'select hour, name, value from tallies where machine = $1 and width = $2 and hour between $3 and $4 and value <> 0',
      machine,
      width,
      first,
      last,
    )) {
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

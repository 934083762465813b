import type { PostgresDatabase } from './database.ts'

/** Months that may get a partition of their own: times that nobody can have meant must not make thousands of them. */
const FIRST_YEAR = 2020
const MAX_AHEAD_MS = 62 * 24 * 60 * 60 * 1000
/** Rows of it are among the others already: they stay there. */
const ROWS_EXIST_CODE = '23514'
const PARTITION_LOCK = 'select pg_advisory_xact_lock(7420190, 2)'

export interface Month {
  readonly name: string
  readonly from: number
  readonly to: number
}

export function monthOf(at: number): Month {
  const date = new Date(at)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  const two = String(month + 1).padStart(2, '0')
  return { name: `records_${year}_${two}`, from: Date.UTC(year, month), to: Date.UTC(year, month + 1) }
}

/** Makes the partitions that Records of these times go into. `made` remembers which are there. */
export async function createMonthPartitions(
  database: PostgresDatabase,
  times: readonly number[],
  made: Set<string>,
  now: number,
): Promise<void> {
  const likely = times.filter((at) => at >= Date.UTC(FIRST_YEAR) && at < now + MAX_AHEAD_MS)
  const missing = new Map(likely.map(monthOf).map((month) => [month.name, month]))
  for (const { name, from, to } of missing.values()) {
    if (made.has(name)) continue
    try {
      await database.change(async (asking) => {
        await asking.run(PARTITION_LOCK)
        // To make one that is there already would wait for all who write.
        if ((await asking.get<{ there: boolean }>('select to_regclass($1) is not null as there', name))?.there) return
        await asking.run(`create table ${name} partition of records for values from (${from}) to (${to})`)
      })
    } catch (error) {
      if ((error as { code?: string }).code !== ROWS_EXIST_CODE) throw error
    }
    made.add(name)
  }
}

/** Drops partitions that lie before a time as a whole and have no rows any more. */
export async function dropMonthPartitions(database: PostgresDatabase, before: number): Promise<void> {
  const rows = await database.all<{ name: string }>(
    "select relname as name from pg_class join pg_inherits on oid = inhrelid where inhparent = 'records'::regclass",
  )
  for (const { name } of rows) {
    const [, year, month] = /^records_(\d{4})_(\d{2})$/.exec(name) ?? []
    if (year === undefined || Date.UTC(Number(year), Number(month)) > before) continue
    await database.change(async (asking) => {
      await asking.run(PARTITION_LOCK)
      const { empty } =
        (await asking.get<{ empty: boolean }>(`select not exists (select 1 from ${name}) as empty`)) ?? {}
      if (empty) await asking.run(`drop table ${name}`)
    })
  }
}

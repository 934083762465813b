import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { overviewOf, toStorableRange } from '../../src/server/store/overview.ts'
import { postgresStore } from '../../src/server/store/postgres/index.ts'
import { openSqliteStore, sqliteFile } from '../../src/server/store/sqlite/index.ts'
import type { Range, Store } from '../../src/server/store/store.ts'
import { countInto, type Hours } from '../../src/server/store/tally.ts'
import { type Cluster, programs, startCluster } from '../../test/postgres/cluster.ts'
import { stretched, templates } from './real-records.ts'

/**
 * How long the Overview takes over a quarter of a year as it grows: figures of everything, of one machine, and pages and searches beside
 * them; for both stores. What is kept by the hour must be what counting gives.
 *   node bench/server/overview.ts [--sizes 50000,500000,5000000] [--stores sqlite,postgres] [--json]
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '50000,500000' },
    stores: { type: 'string', default: 'sqlite,postgres' },
    json: { type: 'boolean', default: false },
  },
})
const BAR_MS = 1000
const BATCH = 5000
const UNTIL = Date.UTC(2026, 10, 1, 12, 34, 56)
const RANGE: Range = { since: UNTIL - 90 * 86_400_000, until: UNTIL }
const ROUNDS = 7
/** In PostgreSQL, of more Records the texts are indexed when all are in: it gives the same, and does not take hours. */
const INDEXED_LATER = 1_000_000
const given = await templates()

interface Result {
  readonly store: string
  readonly records: number
  readonly fillPerSecond: number
  readonly bytesEach: number
  readonly equal: boolean
  /** Milliseconds: the first time, and the middle of several. */
  readonly ms: Readonly<Record<string, readonly [first: number, middle: number]>>
}

/** A store that is filled and asked, and what is done around that. */
interface Place {
  readonly name: string
  readonly store: Store
  readonly count: number
  /** Called when everything is in. */
  readonly filled?: () => Promise<void>
  readonly size: () => Promise<number>
}

async function measure({ name, store, count, filled, size }: Place): Promise<Result> {
  const hours: Hours = new Map()
  let batch = []
  const start = performance.now()
  for (const record of stretched(given, { count, from: RANGE.since, until: UNTIL, quick: true })) {
    countInto(hours, record)
    batch.push(record)
    if (batch.length < BATCH) continue
    await store.append({ machine: 'bench', records: batch })
    batch = []
  }
  await store.append({ machine: 'bench', records: batch })
  const seconds = (performance.now() - start) / 1000
  await filled?.()
  const rare = `# ${((Math.floor(count / 3) * 2654435761) >>> 0).toString()}`
  const asked: Readonly<Record<string, () => Promise<unknown>>> = {
    overview: () => store.overview(RANGE),
    'overview of a day': () => store.overview({ since: UNTIL - 86_400_000, until: UNTIL }),
    'newest page': () => store.page({ limit: 100 }),
    'page of denials': () => store.page({ decisions: ['deny'], limit: 100 }),
    'a text that one has': () => store.page({ text: rare, limit: 10 }),
    sessions: () => store.sessions({ limit: 100 }),
  }
  const ms: Record<string, readonly [number, number]> = {}
  for (const [what, ask] of Object.entries(asked)) ms[what] = await timed(ask)
  const found = await store.overview(RANGE)
  const equal =
    JSON.stringify(found) === JSON.stringify(overviewOf(toStorableRange(RANGE), hours)) && found.total === count
  return {
    store: name,
    records: count,
    fillPerSecond: Math.round(count / seconds),
    bytesEach: Math.round((await size()) / count),
    equal,
    ms,
  }
}

async function timed(ask: () => Promise<unknown>): Promise<readonly [number, number]> {
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await ask()
    took.push(Math.round((performance.now() - start) * 10) / 10)
  }
  return [took[0] ?? 0, took.toSorted((left, right) => left - right)[ROUNDS >> 1] ?? 0]
}

async function onSqlite(count: number): Promise<Result> {
  const folder = mkdtempSync(join(process.env['BENCH_TMP'] ?? tmpdir(), 'irongate-bench-overview-'))
  try {
    const store = openSqliteStore(folder)
    const result = await measure({ name: 'sqlite', store, count, size: async () => statSync(sqliteFile(folder)).size })
    await store.close()
    return result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onPostgres(cluster: Cluster, count: number): Promise<Result> {
  const schema = `bench_${count}`
  const store = await postgresStore({ url: cluster.url, schema })
  const client = new Client({ connectionString: cluster.url, options: `-c search_path=${schema},public` })
  await client.connect()
  try {
    const asked = async (text: string, ...values: readonly string[]) =>
      Object.values((await client.query<Record<string, unknown>>(text, [...values])).rows[0] ?? {})[0]
    const texts = await asked(
      "select indexdef from pg_indexes where indexname = 'records_says' and schemaname = $1",
      schema,
    )
    const isLate = count > INDEXED_LATER && typeof texts === 'string'
    if (isLate) await asked('drop index records_says')
    const filled = async () => {
      await asked("set maintenance_work_mem = '1GB'")
      if (isLate) await asked(texts)
      await asked('analyze')
    }
    const size = async () =>
      Number(
        await asked(
          "select sum(pg_total_relation_size(oid)) from pg_class where relkind = 'r' and relnamespace = $1::regnamespace",
          schema,
        ),
      )
    return await measure({ name: 'postgres', store, count, filled, size })
  } finally {
    await client.end()
    await store.close()
  }
}

function shown({ store, records, fillPerSecond, bytesEach, equal, ms }: Result): string {
  const times = Object.entries(ms).map(
    ([what, [first, middle]]) => `  ${what.padEnd(22)} ${middle} ms (first ${first} ms)`,
  )
  return [
    `${store}, ${records} records (filled at ${fillPerSecond} per second, ${bytesEach} bytes each); kept counts ${equal ? 'equal' : 'DIFFER FROM'} counting`,
    ...times,
    '',
  ].join('\n')
}

const results: Result[] = []
const bin = values.stores.includes('postgres') ? programs() : undefined
if (values.stores.includes('postgres') && bin === undefined) process.stderr.write('SKIPPED: there is no PostgreSQL\n')
const cluster = bin === undefined ? undefined : await startCluster(bin)
try {
  for (const size of values.sizes.split(',').map(Number)) {
    const runs = [
      ...(values.stores.includes('sqlite') ? [() => onSqlite(size)] : []),
      ...(cluster === undefined ? [] : [() => onPostgres(cluster, size)]),
    ]
    for (const run of runs) {
      const result = await run()
      results.push(result)
      if (!values.json) process.stdout.write(shown(result))
    }
  }
} finally {
  await cluster?.stop()
}
if (values.json) process.stdout.write(`${JSON.stringify({ bar: BAR_MS, results })}\n`)
if (results.some(({ equal, ms }) => !equal || (ms['overview']?.[0] ?? 0) > BAR_MS)) process.exitCode = 1

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { overviewOf, within } from '../../src/server/store/overview.ts'
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
const given = await templates()

interface Result {
  readonly store: string
  readonly records: number
  readonly fillPerSecond: number
  readonly bytesEach: number | undefined
  readonly equal: boolean
  /** Milliseconds: the first time, and the middle of several. */
  readonly ms: Readonly<Record<string, readonly [first: number, middle: number]>>
}

async function measure(name: string, store: Store, count: number, size: () => number | undefined): Promise<Result> {
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
  const equal = JSON.stringify(found) === JSON.stringify(overviewOf(within(RANGE), hours)) && found.total === count
  const bytes = size()
  return {
    store: name,
    records: count,
    fillPerSecond: Math.round(count / seconds),
    bytesEach: bytes === undefined ? undefined : Math.round(bytes / count),
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
    const result = await measure('sqlite', store, count, () => statSync(sqliteFile(folder)).size)
    await store.close()
    return result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onPostgres(cluster: Cluster, count: number): Promise<Result> {
  const store = await postgresStore({ url: cluster.url, schema: `bench_${count}` })
  const result = await measure('postgres', store, count, () => undefined)
  await store.close()
  return result
}

function shown({ store, records, fillPerSecond, bytesEach, equal, ms }: Result): string {
  const times = Object.entries(ms).map(
    ([what, [first, middle]]) => `  ${what.padEnd(22)} ${middle} ms (first ${first} ms)`,
  )
  const size = bytesEach === undefined ? '' : `, ${bytesEach} bytes each`
  return [
    `${store}, ${records} records (filled at ${fillPerSecond} per second${size}); kept counts ${equal ? 'equal' : 'DIFFER FROM'} counting`,
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

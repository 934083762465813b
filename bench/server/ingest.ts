import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatRecordLine } from '../../src/audit/chain.ts'
import { dayOf } from '../../src/audit/day-files.ts'
import { ingestRecords } from '../../src/server/ingest/ingest.ts'
import { openSqliteStore, sqliteFile } from '../../src/server/store/sqlite/index.ts'
import { stretched, templates } from './real-records.ts'

/**
 * How many Records per second a server takes from the day files into its SQLite file, with the index for searches and the counts: read,
 * parsed, checked against their hashes, written, on the disk. `--json` for programs.
 */
const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    json: { type: 'boolean', default: false },
  },
})
const BAR = 20_000
const count = Number(values.records)
const folder = mkdtempSync(join(process.env['BENCH_TMP'] ?? tmpdir(), 'irongate-bench-ingest-'))
try {
  mkdirSync(join(folder, 'audit'), { mode: 0o700 })
  const until = Date.UTC(2026, 10, 1)
  let text = ''
  let bytes = 0
  let part = 1
  const flush = () => {
    writeFileSync(join(folder, 'audit', `${dayOf(until)}.${++part}.jsonl`), text, { mode: 0o600 })
    bytes += Buffer.byteLength(text)
    text = ''
  }
  for (const record of stretched(await templates(), { count, from: until - 86_400_000, until })) {
    text += `${formatRecordLine(record)}\n`
    if (text.length > 32 * 1024 * 1024) flush()
  }
  flush()
  const store = openSqliteStore(folder)
  const cpu = process.cpuUsage()
  const start = performance.now()
  const { taken, damaged } = await ingestRecords({ folder, machine: 'bench', store })
  const seconds = (performance.now() - start) / 1000
  const used = process.cpuUsage(cpu)
  await store.close()
  if (taken !== count || damaged !== 0) throw new Error(`${taken} of ${count} were taken, ${damaged} damaged`)
  const result = {
    records: count,
    bytesEach: Math.round(bytes / count),
    perSecond: Math.round(count / seconds),
    cpuMicrosecondsEach: Math.round((used.user + used.system) / count),
    fileBytesEach: Math.round(statSync(sqliteFile(folder)).size / count),
    bar: BAR,
  }
  process.stdout.write(
    values.json
      ? `${JSON.stringify(result)}\n`
      : `${result.perSecond} Records of ${result.bytesEach} bytes per second (bar ${BAR}); ${result.cpuMicrosecondsEach} µs of processor time each; ${result.fileBytesEach} bytes each in the file\n`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

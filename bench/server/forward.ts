import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatRecordLine } from '../../src/audit/chain.ts'
import { dayOf } from '../../src/audit/day-files.ts'
import { enrollMachine } from '../../src/server/fleet/enrollment.ts'
import { beginEnrolment } from '../../src/server/fleet/machines.ts'
import { createRemoteServer } from '../../src/server/fleet/remote.ts'
import { fingerprintOf, signingKey } from '../../src/server/fleet/signing.ts'
import { ingestRecords } from '../../src/server/ingest/ingest.ts'
import { startTestServer } from '../../src/server/serve/testing.ts'
import { openSqliteStore } from '../../src/server/store/sqlite/index.ts'
import { stretched, templates } from './real-records.ts'

/**
 * How many Records per second a server takes of another machine, over HTTP into its SQLite file; the forwarder and the server are in one
 * process, and the time is that of both. `--json` for programs.
 */
const { values } = parseArgs({
  options: { records: { type: 'string', default: '50000' }, json: { type: 'boolean', default: false } },
})
const count = Number(values.records)
const home = mkdtempSync(join(tmpdir(), 'irongate-bench-forward-'))
const folder = join(home, '.irongate/state')
const server = await startTestServer()
try {
  mkdirSync(join(folder, 'audit'), { recursive: true, mode: 0o700 })
  const until = Date.now()
  let text = ''
  for (const record of stretched(await templates(), { count, from: until - 3_600_000, until }))
    text += `${formatRecordLine(record)}\n`
  writeFileSync(join(folder, 'audit', `${dayOf(until)}.jsonl`), text, { mode: 0o600 })
  const shared = openSqliteStore(join(server.home, '.irongate/state'))
  const code = await beginEnrolment(shared.documents, 'bench', Date.now())
  const fingerprint = fingerprintOf((await signingKey(shared.documents)).public)
  await shared.close()
  const enrolled = await enrollMachine(home, new URL(server.url), { code, fingerprint })
  const store = createRemoteServer({ ...enrolled, say: (line) => process.stderr.write(`${line}\n`) })
  const cpu = process.cpuUsage()
  const start = performance.now()
  const { taken } = await ingestRecords({ folder, machine: 'bench', store, bytes: 1024 * 1024 })
  const seconds = (performance.now() - start) / 1000
  const used = process.cpuUsage(cpu)
  if (taken !== count) throw new Error(`${taken} of ${count} were taken`)
  const perSecond = Math.round(count / seconds)
  const cpuMicrosecondsEach = Math.round((used.user + used.system) / count)
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ records: count, perSecond, cpuMicrosecondsEach })}\n`
      : `${perSecond} Records per second over HTTP; ${cpuMicrosecondsEach} µs of processor time each, of both sides\n`,
  )
} finally {
  await server.end()
  rmSync(home, { recursive: true, force: true })
}

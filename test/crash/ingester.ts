import { ingestRecords } from '../../src/server/ingest/ingest.ts'
import { openSqliteStore } from '../../src/server/store/sqlite/index.ts'

/** A server that takes Records, a few at a time, until it is killed. */
const [folder = ''] = process.argv.slice(2)
const store = openSqliteStore(folder)
process.stdout.write('ready\n')
for (;;) {
  await ingestRecords({ folder, machine: 'm', store, bytes: 3000 })
  await new Promise((done) => setImmediate(done))
}

import { writeRecord } from '../../src/audit/record-writer.ts'
import { recordFor } from '../../src/audit/testing.ts'

/** A hook that writes Records as fast as it can until it is killed. Says the id of each that is written. */
const [folder = '', name = '', start = '0'] = process.argv.slice(2)
process.stdout.write('ready\n')
for (let index = 0; ; index++) {
  const session = `${name}-${index % 3}`
  const record = recordFor({
    session,
    at: Number(start) + index,
    command: `make ${name} ${index} ${'x'.repeat(index % 2000)}`,
  })
  writeRecord(folder, record)
  process.stdout.write(`${record.id}\n`)
  // What was written to a pipe leaves the process before it goes on.
  if (index % 8 === 0) await new Promise((done) => setImmediate(done))
}

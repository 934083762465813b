import { hostsRun } from './clients.ts'

/** `node test/hosts/ran.ts HOST...`: did the last run of the suite drive the real client of each of these? */
const ran = hostsRun()
const missing = process.argv.slice(2).filter((host) => !ran.has(host))
process.stdout.write(`real clients that ran: ${[...ran].sort().join(', ') || 'none'}\n`)
if (missing.length > 0) {
  process.stderr.write(`NOT TESTED with its real client: ${missing.join(', ')}\n`)
  process.exitCode = 1
}

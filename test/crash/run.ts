import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { crashRound } from './rounds.ts'

/** Kills hooks and server at random moments: `node test/crash/run.ts --rounds 200`. */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' } } })
const rounds = Number(values.rounds)
/** A new folder from time to time: each round looks at all that is there. */
const ROUNDS_OF_A_FOLDER = 20
let folder = ''
let acknowledged = 0
let failed = 0
for (let round = 0; round < rounds; round++) {
  if (round % ROUNDS_OF_A_FOLDER === 0) {
    if (folder !== '') rmSync(folder, { recursive: true, force: true })
    folder = mkdtempSync(join(tmpdir(), 'irongate-crash-'))
  }
  const found = await crashRound(folder, round, Math.random)
  acknowledged += found.acknowledged
  if (found.problems.length === 0) continue
  failed++
  process.stdout.write(`round ${round}, kept in ${folder}:\n${found.problems.slice(0, 10).join('\n')}\n`)
  folder = ''
}
if (folder !== '') rmSync(folder, { recursive: true, force: true })
process.stdout.write(`${rounds} rounds, ${acknowledged} acknowledged records, ${failed} rounds with a problem\n`)
process.exitCode = failed === 0 ? 0 : 1

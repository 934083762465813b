/** A whole agent that asks `irongate hook generic` before each call: `node own-agent.js "the task" turns.json`. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'

const [task, turns] = process.argv.slice(2)
const person = createInterface({ input: process.stdin, output: process.stderr })

/** Tells the gate of one event. Only status 0 and 2 are answers: all else (a crash, a time-out, no such program) ends the run. */
function tell(event, fields) {
  const input = JSON.stringify({ event, session: `own-${process.pid}`, cwd: process.cwd(), ...fields })
  const { status, stdout, error } = spawnSync('irongate', ['hook', 'generic'], { input, timeout: 90_000 })
  if (status !== 0 && status !== 2) throw new Error(`the gate gave no answer (${error ?? `status ${status}`})`)
  return { ...JSON.parse(String(stdout)), mayGoOn: status === 0 }
}

async function mayRun(call, { mayGoOn, decision, message }) {
  if (mayGoOn) return true
  const asked = decision === 'ask' && (await person.question(`${message} Run it? (y/N) `))
  if (asked !== 'y') tell('refused', { call })
  return asked === 'y'
}

if (!tell('prompt', { text: task }).mayGoOn) throw new Error('the gate does not take this task')
// A real agent asks its model for the next command here, and gives it back what was printed.
for (const [at, command] of JSON.parse(readFileSync(turns, 'utf8')).entries()) {
  const answer = tell('tool', { tool: 'Bash', input: { command }, call: `call-${at}` })
  const runs = await mayRun(`call-${at}`, answer)
  console.log(runs ? String(spawnSync('sh', ['-c', command]).stdout) : answer.message)
  if (runs) tell('ran', { call: `call-${at}` })
  if (answer.stop) break
}
person.close()

import { readFileSync } from 'node:fs'
import { findCrossings } from '../src/intent/statements/crossing.ts'
import { ledgerOf, limit } from '../src/intent/statements/testing.ts'
import { understandExample } from '../src/judge/embedded/testing.ts'

/**
 * How long it takes to hold a call against fifty limits, in processor time: `node bench/statement-speed.ts [SESSIONS.jsonl]`. The calls
 * are those of recorded sessions; each is asked about for the first time.
 */
const [file = `${import.meta.dirname}/../../shared/data/dev/sessions.jsonl`] = process.argv.slice(2)
const CALLS = 10_000
const STATEMENTS = 50
const ROUNDS = 5

interface RecordedEvent {
  readonly tool?: string
  readonly input?: Record<string, unknown>
}

const recorded = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .flatMap((line) => (JSON.parse(line) as { events: RecordedEvent[] }).events)
  .flatMap(({ tool, input }) => (tool === undefined || input === undefined ? [] : [{ tool, input }]))
const understood = recorded.slice(0, CALLS).map((call) => understandExample({ call }))
const calls = Array.from({ length: CALLS }, (_, at) => understood[at % understood.length]).filter(
  (one) => one !== undefined,
)

const kinds = [
  (n: number) => limit('edit', `path only area${n}/**,client/**,src/**`),
  (n: number) => limit('commit', `branch named release/${n}`),
  (n: number) => limit('network', `host only example.com,h${n}.example.org`),
  () => limit('', 'environment named production'),
  (n: number) => limit('add-dependency', `package named p${n}`),
]
const ledger = ledgerOf(
  ...Array.from({ length: STATEMENTS }, (_, n) => kinds[n % kinds.length]?.(n)).filter((one) => one !== undefined),
)

const rounds = Array.from({ length: ROUNDS }, () => {
  const fresh = calls.map(({ action, facts }) => ({ action: { ...action }, facts }))
  const before = process.cpuUsage()
  for (const { action, facts } of fresh) findCrossings(action, facts, ledger)
  return process.cpuUsage(before).user / fresh.length
})
process.stdout.write(
  `${calls.length} calls against ${STATEMENTS} limits: ${rounds.map((each) => each.toFixed(1)).join(', ')} µs per call (${ROUNDS} rounds)\n`,
)

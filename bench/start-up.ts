import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/** What the whole process costs beside a bare Node. Runs take turns, so that a busy machine slows all of them alike. */
interface Subject {
  readonly name: string
  readonly args: readonly string[]
  readonly input?: string
}

const LAUNCHER = new URL('../bin/irongate.js', import.meta.url).pathname
const SESSION = 'bench-start-up'

function check(tool: string, input: string): Subject {
  return { name: `check ${tool} '${input}'`, args: [LAUNCHER, 'check', tool, input] }
}

function hook(tool: string, input: Record<string, unknown>): Subject {
  const event = {
    hook_event_name: 'PreToolUse',
    session_id: SESSION,
    transcript_path: '/nonexistent.jsonl',
    cwd: process.cwd(),
    permission_mode: 'auto',
    tool_name: tool,
    tool_use_id: 'start-up',
    tool_input: input,
  }
  return { name: `hook ${tool}`, args: [LAUNCHER, 'hook', 'claude-code'], input: JSON.stringify(event) }
}

const BARE: Subject = { name: 'node -e 0', args: ['-e', '0'] }
const SUBJECTS: readonly Subject[] = [
  BARE,
  check('Read', 'src/x'),
  check('Bash', 'git status'),
  check('Bash', 'rm -rf build && npm test'),
]

interface Row {
  readonly name: string
  readonly runs: number
  readonly minMs: number
  readonly p50Ms: number
  /** Over bare Node, at p50. */
  readonly overMs: number
  readonly ratio: number
}

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '40' },
    json: { type: 'boolean', default: false },
    /** Also the hook, which writes a session into this account's state folder. */
    hook: { type: 'boolean', default: false },
  },
})

function timed({ args, input = '' }: Subject): number {
  const started = performance.now()
  const { error, status, stderr } = spawnSync(process.execPath, args, { input })
  const took = performance.now() - started
  // Any answer will do (0, 10, 20), a failure to answer will not.
  if (error || status === null || status > 30 || status === 2) throw error ?? new Error(`${args.join(' ')}: ${stderr}`)
  return took
}

/** The first runs fill the store of compiled code and are not counted. */
function measure(subjects: readonly Subject[], runs: number): Row[] {
  const times = subjects.map((): number[] => [])
  for (let round = -8; round < runs; round++) {
    for (const [index, subject] of subjects.entries()) {
      const took = timed(subject)
      if (round >= 0) times[index]?.push(took)
    }
  }
  const sorted = times.map((list) => list.sort((left, right) => left - right))
  const middle = (list: readonly number[]) => list[list.length >> 1] ?? Number.NaN
  const bare = middle(sorted[0] ?? [])
  return subjects.map(({ name }, index) => {
    const list = sorted[index] ?? []
    const [minMs = Number.NaN] = list
    const p50Ms = middle(list)
    return { name, runs, minMs, p50Ms, overMs: p50Ms - bare, ratio: p50Ms / bare }
  })
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(({ name, minMs, p50Ms, overMs, ratio }) =>
    [
      name.padEnd(40),
      ...[minMs, p50Ms, overMs].map((ms) => ms.toFixed(1).padStart(8)),
      ratio.toFixed(2).padStart(7),
    ].join(''),
  )
  return [`${''.padEnd(40)}     min     p50    over  ratio   (ms, ${rows[0]?.runs} runs each)`, ...lines, ''].join('\n')
}

const subjects = values.hook ? [...SUBJECTS, hook('Read', { file_path: `${process.cwd()}/src/x` })] : SUBJECTS
const rows = measure(subjects, Math.max(1, Number(values.runs) || 40))
process.stdout.write(values.json ? `${JSON.stringify(rows)}\n` : table(rows))

import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { hookFile } from '../src/cli/package-root.ts'
import { launcherPath, writeLauncher } from '../src/integrations/install/install.ts'
import { launcherScript } from '../src/integrations/install/launcher-script.ts'
import { launcherHosts } from '../src/integrations/registry.ts'

const STARTED_BY = await launcherHosts()

/**
 * What the installed hook costs at every tool call: the whole process, from the host's start of it to its answer, against
 * bare Node and against another tool's hook. Runs take turns, so that a busy machine slows all of them alike.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '40' }, json: { type: 'boolean', default: false } },
})
const RUNS = Number(values.runs)
const WARM_UP = 8
const PEER = resolve('node_modules/cc-safety-net/dist/bin/cc-safety-net.js')

interface Subject {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly input?: string
}

/** Two accounts with the hook installed: one keeps a process between events, one does without. */
const home = account()
const alone = account('{"hosts":{"claude-code":{"daemon":false}}}')
const project = join(home, 'project')
mkdirSync(project)
spawnSync('git', ['init', '--quiet', project])

function account(settings?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'irongate-latency-'))
  const parts = { node: process.execPath, hook: hookFile(), home: folder }
  writeLauncher({ file: launcherPath(folder), text: launcherScript(parts, STARTED_BY) }, folder)
  if (settings !== undefined) writeFileSync(join(folder, '.irongate', 'settings.json'), settings)
  return folder
}

/** A transcript as the host writes it: few turns of a person among much else. */
function transcript(bytes: number): string {
  const file = join(home, `transcript-${bytes}.jsonl`)
  const handle = openSync(file, 'w')
  const filler = JSON.stringify({ type: 'assistant', message: { content: [{ type: 'text', text: 'x'.repeat(4000) }] } })
  const rest = Buffer.from(`${filler}\n`.repeat(120))
  for (let written = 0, turns = 0; written < bytes; turns++) {
    const content = `Please go on with part ${turns}, and look at the tests.`
    const turn = { type: 'user', uuid: `u${turns}`, message: { content }, turnOrigin: 'human' }
    written += writeSync(handle, `${JSON.stringify(turn)}\n`)
    written += writeSync(handle, rest.subarray(0, Math.min(rest.length, bytes - written)))
  }
  closeSync(handle)
  return file
}

function event(session: string, tool: string, input: Record<string, string>, transcriptPath?: string): string {
  return JSON.stringify({
    session_id: session,
    ...(transcriptPath !== undefined && { transcript_path: transcriptPath }),
    cwd: project,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
    tool_use_id: 'bench',
  })
}

const BASH = { command: 'git status --short && ls -la src | head -20' }
const READ = { file_path: join(project, 'a.ts') }
const hook = [launcherPath(home), 'hook', 'claude-code'] as const
const hookAlone = [launcherPath(alone), 'hook', 'claude-code'] as const
const subjects: readonly Subject[] = [
  { name: 'bare node', command: [process.execPath, '-e', '0'] },
  { name: 'fast path (Read)', command: hook, input: event('bench-read', 'Read', READ) },
  { name: 'Bash analysis', command: hook, input: event('bench-bash', 'Bash', BASH) },
  { name: 'Bash, 100 kB transcript', command: hook, input: event('bench-small', 'Bash', BASH, transcript(100_000)) },
  {
    name: 'Bash, 100 MB transcript',
    command: hook,
    input: event('bench-large', 'Bash', BASH, transcript(100_000_000)),
  },
  { name: 'alone: fast path (Read)', command: hookAlone, input: event('bench-read', 'Read', READ) },
  { name: 'alone: Bash analysis', command: hookAlone, input: event('bench-bash', 'Bash', BASH) },
  {
    name: 'cc-safety-net, Bash',
    command: [process.execPath, PEER, 'hook', '--claude-code'],
    input: event('bench-peer', 'Bash', BASH),
  },
]

function once({ command: [program, ...args], input = '' }: Subject): number {
  const started = performance.now()
  const { status, stderr } = spawnSync(program, args, {
    input,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`)
  return performance.now() - started
}

/** A session begins, and leaves the process that answers the events after it. */
async function begin(): Promise<void> {
  once({
    name: '',
    command: hook,
    input: JSON.stringify({ ...JSON.parse(event('bench-read', 'Read', READ)), hook_event_name: 'SessionStart' }),
  })
  const run = join(home, '.irongate', 'run')
  for (let tries = 0; tries < 200; tries++) {
    if (existsSync(run) && readdirSync(run).some((name) => name.endsWith('.sock'))) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('no process stayed for the next events')
}

await begin()
const times = new Map(subjects.map((subject) => [subject, [] as number[]]))
for (let run = 0; run < WARM_UP + RUNS; run++)
  for (const [subject, list] of times) {
    const ms = once(subject)
    if (run >= WARM_UP) list.push(ms)
  }
for (const folder of [home, alone]) rmSync(folder, { recursive: true, force: true })

function quantile(list: readonly number[], part: number): number {
  const sorted = [...list].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

const rows = [...times].map(([{ name }, list]) => ({
  name,
  min: Math.min(...list),
  p50: quantile(list, 0.5),
  p95: quantile(list, 0.95),
}))
const bare = rows[0]?.p50 ?? 0
if (values.json) process.stdout.write(`${JSON.stringify(rows)}\n`)
else
  for (const { name, min, p50, p95 } of rows)
    process.stdout.write(
      `${name.padEnd(26)} min ${min.toFixed(1).padStart(6)} ms  p50 ${p50.toFixed(1).padStart(6)} ms  p95 ${p95.toFixed(1).padStart(6)} ms  ${p50 < bare ? '' : '+'}${(p50 - bare).toFixed(1)} ms  ${(p50 / bare).toFixed(2)} of bare node\n`,
    )

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { atOnce, callsFor, makeProject, type SessionCall, unlike } from './calls.ts'
import { type Measured, measured, requestOf } from './load.ts'

/**
 * How many decisions per second the server gives over HTTP, with a Record of each (`npm run build` first): calls of real sessions, no two
 * alike, the client and the server on the same processors. First as many as it can, then at the bar's rate and at half of it. The processor
 * time of each decision, by who spent it, tells more than the rates where others use the machine, too.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '64' },
    data: { type: 'string', multiple: true },
    'made-up': { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})

/** As many of each kind as are sent before they come again, otherwise written. */
const MOST_CALLS = 1500
/** Until what runs often is compiled well. */
const WARM_UP = 20_000
const agent = new Agent({ keepAlive: true, maxSockets: 32 })
/** Threads of the server by their names; the rest collects garbage and compiles. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['MainThread', 'http'],
  ['decide', 'deciding'],
  ['store', 'store'],
])
const BARS = { 'fast path': 5000, 'Bash analysis': 2000 } as const
const root = join(import.meta.dirname, '../..')
const seconds = Number(values.seconds)
const home = mkdtempSync(join(tmpdir(), 'irongate-bench-server-'))
const child = spawn(
  process.execPath,
  ['bin/irongate.js', 'serve', '--port', '0', '--record', '--json', '--home', home],
  {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const [line] = (await once(child.stdout, 'data')) as [Buffer]
const { url, tokenFile } = JSON.parse(line.toString('utf8')) as { readonly url: string; readonly tokenFile: string }
const port = Number(new URL(url).port)
const token = readFileSync(tokenFile, 'utf8').trim()

interface Result {
  readonly name: string
  readonly bar: number
  readonly calls: number
  readonly most: Measured
  readonly full: Measured
  readonly half: Measured
  /** Microseconds of processor time for one decision, its Record and taking that into the store, and of whoever sends it. */
  readonly cpu: Readonly<Record<string, number>>
}

const results: Result[] = []
let from = ''
let bare: Bare | undefined
try {
  const folders = values.data ?? ['dev', 'dev-2'].map((set) => join(root, '../shared/data', set))
  const found = callsFor(makeProject(home), values['made-up'] ? 'made up' : folders)
  from = found.from
  bare = await bareServer(found.calls)
  const answers = await sorted(found.calls)
  for (const [name, bar] of Object.entries(BARS)) {
    if (!name.startsWith(values.only ?? '')) continue
    const own = answers.get(name) ?? []
    let sent = 0
    const step = (count: number, rate?: number) => {
      const requests = Array.from({ length: count }, (_, index) =>
        requestOf({ port, token }, bodyOf(own, sent + index)),
      )
      sent += count
      return measured({ port, connections: Number(values.connections) }, requests, rate)
    }
    await step(WARM_UP)
    const before = spent()
    const most = await step(bar * seconds)
    const cpu = Object.fromEntries(
      [...spent()].map(([part, now]) => [part, Math.round((now - (before.get(part) ?? 0)) / most.answers)]),
    )
    const full = await step(bar * seconds, bar)
    const half = await step((bar * seconds) / 2, bar / 2)
    results.push({ name, bar, calls: own.length, most, full, half, cpu })
  }
} finally {
  agent.destroy()
  child.kill('SIGTERM')
  await once(child, 'exit')
  rmSync(home, { recursive: true, force: true })
}

const machine = { processors: cpus().length, model: cpus()[0]?.model ?? '', load: loadavg()[0] }
process.stdout.write(values.json ? `${JSON.stringify({ machine, from, bare, results })}\n` : shown())

interface Bare {
  readonly most: Measured
  /** At half of each bar, in their order. */
  readonly half: readonly Measured[]
}

/** The same requests to a server that decides nothing: how much of the figures is the machine's and the runtime's own. */
async function bareServer(calls: readonly SessionCall[]): Promise<Bare> {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'bare.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [told] = (await once(server.stdout, 'data')) as [Buffer]
    const bareAt = Number(told.toString('utf8'))
    const step = (count: number, rate?: number) => {
      const requests = Array.from({ length: count }, (_, at) => requestOf({ port: bareAt, token }, bodyOf(calls, at)))
      return measured({ port: bareAt, connections: Number(values.connections) }, requests, rate)
    }
    await step(WARM_UP)
    const most = await step(BARS['fast path'] * seconds)
    const half: Measured[] = []
    for (const bar of Object.values(BARS)) half.push(await step((bar * seconds) / 2, bar / 2))
    return { most, half }
  } finally {
    server.kill()
  }
}

/** Microseconds of processor time so far, by what the threads of the server are for, and of this process. */
function spent(): ReadonlyMap<string, number> {
  const { user, system } = process.cpuUsage()
  const parts = new Map([['sender', user + system]])
  const tasks = `/proc/${child.pid}/task`
  for (const id of readdirSync(tasks)) {
    const part = PARTS.get(readFileSync(join(tasks, id, 'comm'), 'utf8').trim()) ?? 'engine'
    const [nanoseconds] = readFileSync(join(tasks, id, 'schedstat'), 'utf8').split(' ')
    parts.set(part, (parts.get(part) ?? 0) + Number(nanoseconds) / 1000)
  }
  return parts
}

/** By who answers: Bash commands are read; of other calls those count that no judge is asked about. */
async function sorted(all: readonly SessionCall[]): Promise<ReadonlyMap<string, readonly SessionCall[]>> {
  const bash = all.filter(({ tool }) => tool === 'Bash')
  const others = all.filter(({ tool }) => tool !== 'Bash').slice(0, MOST_CALLS)
  const fast = await Promise.all(others.map(isFast))
  return new Map([
    ['Bash analysis', atOnce(bash.slice(0, MOST_CALLS))],
    ['fast path', atOnce(others.filter((_, index) => fast[index]))],
  ])
}

/** Answered without a judge, and not by reading a command. */
function isFast({ tool, input, cwd }: SessionCall): Promise<boolean> {
  const body = JSON.stringify({ tool, input, cwd })
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const asked = request(
      { agent, host: '127.0.0.1', port, path: '/api/v1/check', method: 'POST', headers },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString('utf8')
        })
        response.on('end', () =>
          resolve((JSON.parse(text) as { reason?: { type?: string } }).reason?.type === 'fast-path'),
        )
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

function bodyOf(own: readonly SessionCall[], at: number): string {
  const call = own[at % own.length]
  if (call === undefined) throw new Error('there are no calls of this kind')
  const round = Math.floor(at / own.length)
  // A session that goes on for ever is no session.
  return JSON.stringify({
    tool: call.tool,
    input: unlike(call, at),
    cwd: call.cwd,
    session: `${call.session}-${round % 32}`,
  })
}

function number(value: number): string {
  return value.toFixed(value < 100 ? 1 : 0)
}

function bareRow({ most, half }: Bare): string {
  const times = half.map(({ p50, p99 }) => `${number(p50)} / ${number(p99)} ms`)
  return `| a bare HTTP server | ${number(most.perSecond)}/s | | ${times.join(', ')} | | ${most.failed} |`
}

function shown(): string {
  const rows = results.map(({ name, bar, most, full, half, cpu }) => {
    const times = Object.entries(cpu).map(([part, each]) => `${part} ${each}`)
    const failed = most.failed + full.failed + half.failed
    return `| ${name} | ${number(most.perSecond)}/s | ${number(full.perSecond)}/s of ${bar} asked for, p99 ${number(full.p99)} ms | ${number(half.p50)} / ${number(half.p99)} ms | ${times.join(', ')} | ${failed} |`
  })
  return [
    `${machine.processors} × ${machine.model}, load ${machine.load?.toFixed(1)}; calls of ${from}; ${seconds} s each`,
    '',
    '| | as many as it can | at the bar | p50 / p99 at half the bar | µs of processor time each | no answer |',
    '|---|---|---|---|---|---|',
    ...rows,
    ...(bare ? [bareRow(bare)] : []),
    '',
  ].join('\n')
}

import { once } from 'node:events'
import {
  type Enrollment,
  EnrollmentError,
  enrollMachine,
  parseEnrollmentCode,
  readEnrollment,
  serverUrl,
} from '../server/fleet/enrollment.ts'
import { forwardRecords } from '../server/fleet/forward.ts'
import { RemoteServerError } from '../server/fleet/remote.ts'
import {
  auditUserCommand,
  confirmOrExplain,
  homeFrom,
  readArgs,
  refusePositionals,
  refusesAgent,
} from './command-args.ts'
import { EXIT, type Io, showInvisible, UsageError } from './io.ts'
import { THIS_PERSON, type TypingPerson } from './typing-person.ts'

export const HELP = `Usage: irongate forward [--server URL --enrol CODE] [--json]

Sends this machine's records and its pending calls to a team's server, and takes its people's answers. It runs until it is stopped,
continues where it was, and keeps trying while the server is away: hooks decide without it. An answer counts only if that server signed
it, for this machine and for a call that still waits here.

A machine is enrolled once, with the line that \`irongate machines enrol\` prints on the server. That works only in a terminal that no agent
owns: who answers on that server answers for you. What is kept for it lies in ~/.irongate/state/server, for your account alone.

  --server URL   https://…; plain http only on this machine itself
  --enrol CODE   enrols this machine there, and begins
  --every N      seconds between two deliveries of records, 1 to 600 (default 5); a call that waits does not wait for it
  --json         notes as JSON, one per line

Examples:
  irongate forward --server https://gate.example.com --enrol ige_…
  irongate forward
`

export async function run(
  args: readonly string[],
  io: Io,
  person: TypingPerson = THIS_PERSON,
  stopped: () => Promise<unknown> = untilSignal,
): Promise<number> {
  const { values, positionals } = readArgs(args, {
    server: { type: 'string' },
    enrol: { type: 'string' },
    every: { type: 'string' },
    json: { type: 'boolean', default: false },
    home: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  refusePositionals(positionals, 'forward')
  const home = homeFrom(values.home)
  const { server, enrol, json } = values
  const everyMs = intervalFrom(values.every)
  const say = (line: string) =>
    io.error(json ? `${JSON.stringify({ note: line })}\n` : `irongate forward: ${showInvisible(line)}\n`)
  const known = enrol === undefined ? readEnrollment(home) : await enrollIfAsked({ home, server, enrol, io, person })
  if (known === 'refused') return EXIT.deny
  if (known === undefined) {
    io.error('irongate forward: this machine is not enrolled; `irongate machines enrol` on the server begins it.\n')
    return EXIT.deny
  }
  if (server !== undefined && serverUrl(server)?.origin !== known.server)
    throw new UsageError(`this machine is enrolled at ${known.server}; --enrol enrols it elsewhere.`)
  io.out(json ? `${JSON.stringify({ server: known.server, machine: known.machine })}\n` : forwardText(known))
  const end = new AbortController()
  const running = forwardRecords({ home, enrolled: known, signal: end.signal, say, everyMs })
  await Promise.race([stopped(), running])
  end.abort()
  await running
  return 0
}

function intervalFrom(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const seconds = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (seconds < 1 || seconds > 600) throw new UsageError('--every takes seconds, from 1 to 600.')
  return seconds * 1000
}

function forwardText({ server, machine }: Enrollment): string {
  return `irongate forward: hands over to ${server}, as ${machine}\n`
}

interface EnrollmentContext {
  readonly home: string
  readonly server: string | undefined
  readonly enrol: string
  readonly io: Io
  readonly person: TypingPerson
}

async function enrollIfAsked({ home, server, enrol, io, person }: EnrollmentContext): Promise<Enrollment | 'refused'> {
  const code = parseEnrollmentCode(enrol)
  const url = server === undefined ? undefined : serverUrl(server)
  if (code === undefined) throw new UsageError('--enrol takes what `irongate machines enrol` printed.')
  if (url === undefined) throw new UsageError('--server takes an address such as https://gate.example.com.')
  if (refusesAgent(person, io, 'forward')) return 'refused'
  const question = `Records of this machine go to ${url.origin}, and people there may answer for you what the gate asks here.`
  const saying = { io, command: 'forward' }
  if (!confirmOrExplain(person, question, saying)) return 'refused'
  try {
    const made = await enrollMachine(home, url, code)
    const message = `a person enrolled this machine at ${url.origin} as ${made.machine}`
    auditUserCommand({ home, cwd: home, command: `forward --server ${url.origin}`, message }, saying)
    return made
  } catch (error) {
    if (!(error instanceof EnrollmentError || error instanceof RemoteServerError || error instanceof TypeError))
      throw error
    io.error(`irongate forward: not enrolled: ${showInvisible(error.message)}\n`)
    return 'refused'
  }
}

async function untilSignal(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
}

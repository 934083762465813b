import type { HookRequest } from '../integrations/daemon/protocol.ts'
import { writeAll } from '../integrations/daemon/write-all.ts'
import { findHostById, HOSTS } from '../integrations/registry.ts'
import { ignoredHomeWarning } from './home.ts'
import { hookAnswer } from './hook-answer.ts'
import { type Io, showInvisible } from './io.ts'
import { readAheadMessage } from './read-ahead.ts'
import { leaveUnreadInput, MAX_INPUT, readStandardInput } from './standard-input.ts'

const knownHosts = () => HOSTS.map(({ id }) => id).join(', ')
/** The one that nothing is installed for. */
const genericHostId = () => HOSTS.find(({ installer }) => !installer)?.id

const hookHelp = () => `Usage: irongate hook <host> [--home DIR]

Answers one hook event of an agent on stdin. Installed by \`irongate init\`; not meant to be typed. Hosts: ${knownHosts()}.
Programs of your own ask as \`${genericHostId()}\`: JSON in, JSON out, and status 0 or no. See docs/agents/your-own.md.

  --home DIR   the home whose settings and records count. Without it, it is the account's own, whatever HOME says: a project could set that

Example:
  irongate hook ${genericHostId()} < event.json
`

/** Runs one hook event. INVARIANT: exactly one answer is printed, and whatever goes wrong exits with 2. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  // The status blocks until there is an answer: a process that ends early for any reason has blocked the call.
  process.exitCode = 2
  if (args.includes('--help')) {
    io.out(hookHelp())
    return 0
  }
  const [id, ...rest] = args
  const host = findHostById(id)
  if (!host) {
    io.error(`irongate hook: there is no integration ${JSON.stringify(id ?? '')}; there are: ${knownHosts()}.\n`)
    return 2
  }
  const { handedOver } = io
  const starts: { socket: string; home: string }[] = []
  const reads: { socket: string; message: HookRequest }[] = []
  const { stdout, stderr, status } = await hookAnswer({
    host,
    args: rest,
    // This process may have asked another one before.
    since: Date.now() - Math.round(process.uptime() * 1000),
    // Needed where a person's word comes, and by no call of a tool.
    ancestry: async () => (await import('./hook-ancestry.ts')).hookAncestry(host),
    input: async () => handedOver?.input ?? (await readStandardInput(MAX_INPUT)),
    daemon: (wanted, home) => {
      if (wanted && handedOver?.socket !== undefined) starts.push({ socket: handedOver.socket, home })
    },
    readAhead: (session, home) => {
      if (handedOver?.socket !== undefined)
        reads.push({ socket: handedOver.socket, message: readAheadMessage(host.id, home, session) })
    },
  })
  // The answer is read from a pipe, and a short write would be a torn answer.
  if (stdout !== '') writeAll(1, stdout)
  if (stderr !== '') writeAll(2, stderr)
  const ignored = host.installer || rest.some((word) => /^--home(?:=|$)/.test(word)) ? undefined : ignoredHomeWarning()
  if (ignored !== undefined) writeAll(2, `irongate: ${showInvisible(ignored)}.\n`)
  for (const { socket, message } of reads)
    await (await import('../integrations/daemon/client.ts')).tellDaemon(socket, message)
  for (const start of starts) (await import('../integrations/daemon/start.ts')).startDaemon(start)
  leaveUnreadInput(status)
  return status
}

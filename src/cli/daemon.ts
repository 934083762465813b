import { parseArgs } from 'node:util'
import { type RunningDaemon, serveDaemon } from '../integrations/daemon/server.ts'
import { keepFlagsFresh } from '../integrations/flags-updates.ts'
import { hostSettings } from '../integrations/hook-runtime/host-settings.ts'
import { readPolicy } from '../integrations/policy.ts'
import { findHostById } from '../integrations/registry.ts'
import { hookAnswer, NeedsAncestryError } from './hook-answer.ts'
import { EXIT, type Io } from './io.ts'
import { beginReading, READ_AHEAD } from './read-ahead.ts'
import { MAX_INPUT } from './standard-input.ts'

const HELP = `Usage: irongate daemon --socket <path> --home <folder>

Answers hook events from a process that stays, so that each of them is answered sooner. Started by the hook at the beginning of
a session; leaves after a quarter of an hour without an event. Not meant to be typed. The setting
hosts.<host>.daemon: false does without it.

Example:
  irongate daemon --socket ~/.irongate/run/socket --home ~
`

const IDLE_MS = 15 * 60 * 1000
const CHECK_INTERVAL_MS = 5000
/** The hook's script limits a process to 80 s. */
const MAX_CPU_MS = 60_000

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { socket: { type: 'string' }, home: { type: 'string' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const { socket, home } = values
  if (socket === undefined || home === undefined) {
    io.error('irongate daemon: --socket and --home are needed; the hook gives both.\n')
    return EXIT.usage
  }
  let serving: RunningDaemon | undefined
  serving = await serveDaemon({
    socket,
    maxInput: MAX_INPUT + 64 * 1024,
    idleMs: IDLE_MS,
    pulseMs: CHECK_INTERVAL_MS,
    maxCpuMs: MAX_CPU_MS,
    answer: async ({ args: [command, id, ...rest], input }, gone) => {
      const host = findHostById(id)
      if (command === READ_AHEAD && host && rest.includes(home)) return beginReading(host, home, input)
      if (command !== 'hook' || !host || !rest.includes(home)) throw new Error('a question for another daemon')
      return hookAnswer({
        host,
        args: rest,
        input: async () => input,
        gone,
        daemon: (wanted) => {
          if (!wanted) serving?.stop()
        },
      }).catch((error: unknown) => {
        // The hook answers itself, and would start another one where it is wanted: here it is only looked whether this one still is.
        if (error instanceof NeedsAncestryError && !isDaemonWanted(host.id, home)) serving?.stop()
        throw error
      })
    },
  })
  if (serving === undefined) return 0
  const stop = keepFlagsFresh(home)
  await serving.ended
  stop()
  return 0
}

/** What the person's own settings say; no project has a word in it. */
function isDaemonWanted(host: string, home: string): boolean {
  return hostSettings(readPolicy({ cwd: home, home }), host).daemon
}

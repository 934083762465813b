import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readPolicy } from '../integrations/policy.ts'
import type { PendingAsk } from '../server/api/shapes.ts'
import { listPendingAsks } from '../server/asks/asks.ts'
import { readArgs, refusePositionals } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { type Io, paint, showInvisible } from './io.ts'
import { callText } from './record-output.ts'
import { formatDateTime } from './time-arguments.ts'

export const HELP = `Usage: irongate pending [--follow] [--json]

Lists calls that wait for your answer, the oldest first, with what each would delete, change, send or run. Calls wait only
where the setting approvals.waitSeconds is above 0 (\`irongate init --wait 300\`). They also wait only where nobody can be asked
on the spot: headless agents, and agents that cannot ask. \`irongate answer <id> yes\` answers one.

  --follow, -f   show calls as they arrive; ends with Ctrl-C
  --json         one call per line, whole

Examples:
  irongate pending
  irongate pending --follow
  irongate pending --json
`

const PAUSE_MS = 500

export async function run(
  args: readonly string[],
  io: Io,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { values, positionals } = readArgs(args, {
    follow: { type: 'boolean', short: 'f', default: false },
    json: { type: 'boolean', default: false },
    home: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  refusePositionals(positionals, 'pending')
  const home = values.home === undefined ? agentHomeDirectory() : resolve(values.home)
  const seen = new Set<string>()
  const show = async () => {
    for (const ask of await listPendingAsks({ home })) {
      if (seen.has(`${ask.id} ${ask.asked}`)) continue
      seen.add(`${ask.id} ${ask.asked}`)
      io.out(values.json ? `${JSON.stringify(ask)}\n` : `${rowsOf(ask, io)}\n`)
    }
  }
  await show()
  if (!values.follow && !values.json && seen.size === 0) io.out('No call waits.\n')
  if (!values.json && !isWaitingOn(home)) io.out(`${WAITING_IS_OFF}\n`)
  while (values.follow && !signal.aborted) {
    await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined)
    await show()
  }
  return 0
}

/** Only the user's own and managed settings can switch it on. */
function isWaitingOn(home: string): boolean {
  return (readPolicy({ cwd: home, home }).approvals?.waitSeconds ?? 0) > 0
}

const WAITING_IS_OFF =
  'Waiting is off: where nobody can be asked, calls are denied at once. `irongate init --wait 300` lets them wait five minutes for your answer (approvals.waitSeconds).'

function rowsOf(ask: PendingAsk, io: Io): string {
  const { id, asked, until, host, cwd, message, radius, equal, always } = ask
  const left = Math.max(0, Math.round((until - Date.now()) / 1000))
  const others = equal.length > 1 ? `, ${equal.length} equal calls wait (--equal answers all)` : ''
  return [
    `${paint(io, 'bold', showInvisible(id))}  ${formatDateTime(asked)}  ${showInvisible(host)} in ${showInvisible(cwd)}, ${left} s left${others}`,
    `  ${callText(ask)}`,
    `  ${paint(io, 'dim', showInvisible(message))}`,
    ...radius.map((row) => `  ${radiusText(row)}`),
    ...(always ? [`  always: ${showInvisible(always.rule)} (irongate allow ${id})`] : []),
    `  irongate answer ${id} yes | no${ask.scope === undefined ? '' : ` | session: ${showInvisible(ask.scope)}`}`,
    '',
  ].join('\n')
}

/** `delete /p/build: 12 files, 3.4 MB, none in git, last changed 2026-01-02 10:20`. */
export function radiusText({
  what,
  target,
  files,
  bytes,
  tracked,
  changed,
  more,
}: PendingAsk['radius'][number]): string {
  const facts = [
    files === undefined ? '' : `${files}${more ? ' or more' : ''} ${files === 1 ? 'file' : 'files'}`,
    bytes === undefined || files === 0 ? '' : formatSize(bytes),
    tracked === undefined || files === 0 ? '' : TRACKED_LABELS[tracked],
    changed === undefined ? '' : `last changed ${formatDateTime(changed)}`,
  ].filter((fact) => fact !== '')
  return showInvisible(`${what} ${target}${facts.length === 0 ? '' : `: ${facts.join(', ')}`}`)
}

const TRACKED_LABELS = {
  all: 'all of it in git',
  some: 'some of it in git as it is',
  none: 'none of it in git',
  unknown: 'not known whether git has it',
} as const

function formatSize(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  let [amount, at] = [bytes, 0]
  while (amount >= 1000 && at < units.length - 1) {
    amount /= 1000
    at++
  }
  return `${at === 0 ? amount : amount.toFixed(1)} ${units[at]}`
}

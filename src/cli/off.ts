import { resolve } from 'node:path'
import { hostFacts } from '../facts/host.ts'
import { readPolicy } from '../integrations/policy.ts'
import { MAX_PAUSE_MS, pauseGate, resumeGate } from '../state/pause.ts'
import { stateFolder } from '../state/state-folder.ts'
import { confirmOrExplain, PLACE_OPTIONS, readArgs, refusesAgent } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { EXIT, type Io, showInvisible, UsageError } from './io.ts'
import { wrapForStderr, wrapLines } from './line-wrapping.ts'
import { formatOrigin } from './settings-output.ts'
import { clockTime } from './time-arguments.ts'
import { THIS_PERSON, type TypingPerson } from './typing-person.ts'
import { recordUserCommand } from './user-command.ts'
import { directoryOr } from './working-directory.ts'

export const HELP = `Usage: irongate off [--for TIME] [--json]
       irongate on [--json]

off pauses Irongate for a while, for all your sessions: calls are left to the agent's own rules and questions, as if the
gate were not installed. It switches itself on again when the time is over. Every call is still recorded. What stays in force: deny rules
of managed settings, and the protection of the gate's own files. on ends it at once.

  --for TIME   minutes or hours, such as 30m or 2h; at most 8h (default: 30m)

Run off in your own terminal. Managed settings can forbid it with "allowOff": false.

Examples:
  irongate off --for 10m
  irongate on
`

const UNITS: ReadonlyMap<string, number> = new Map([
  ['m', 60_000],
  ['min', 60_000],
  ['h', 3_600_000],
])

/** `30m`, `2h`, `90min`. */
export function parseDuration(given: string): number {
  const [, digits, unit] = /^(\d{1,4})(m|min|h)$/.exec(given.trim()) ?? []
  const length = Number(digits) * (UNITS.get(unit ?? '') ?? Number.NaN)
  if (!Number.isFinite(length) || length <= 0)
    throw new UsageError(`--for takes minutes or hours, such as 30m or 2h, not ${JSON.stringify(given)}.`)
  if (length > MAX_PAUSE_MS) throw new UsageError('--for takes at most 8h.')
  return length
}

interface PauseContext {
  readonly home: string
  readonly cwd: string
}

function pauseContext(values: { readonly home?: string | undefined; readonly cwd?: string | undefined }): PauseContext {
  const home = values.home === undefined ? agentHomeDirectory() : resolve(values.home)
  return { home, cwd: hostFacts({ cwd: directoryOr(home, values.cwd), home }).projectRoot }
}

export async function runOff(args: readonly string[], io: Io, person: TypingPerson = THIS_PERSON): Promise<number> {
  const { values, positionals } = readArgs(args, { ...PLACE_OPTIONS, for: { type: 'string', default: '30m' } })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  if (positionals.length > 0) throw new UsageError('say for how long with --for, such as irongate off --for 30m.')
  const length = parseDuration(values.for)
  if (refusesAgent(person, io, 'off')) return EXIT.deny
  const here = pauseContext(values)
  const { allowOff, origins } = readPolicy(here)
  if (allowOff === false) {
    const source = origins?.['allowOff']
    const where = source ? ` [${showInvisible(formatOrigin(source))}]` : ''
    io.error(wrapForStderr(io, `irongate off: the settings forbid it${where}.\n`))
    return EXIT.deny
  }
  const minutes = Math.round(length / 60_000)
  const question = wrapLines(io, questionFor(minutes))
  if (!confirmOrExplain(person, question, { io, command: 'off', otherwise: 'the gate stays on' })) return EXIT.deny
  const { until } = pauseGate(stateFolder(here.home), length, Date.now())
  auditPause(
    here,
    {
      command: `off --for ${minutes}m`,
      message: `a person switched the gate off until ${new Date(until).toISOString()}`,
    },
    io,
  )
  io.out(
    values.json
      ? `${JSON.stringify({ off: true, until })}\n`
      : wrapLines(io, `Irongate is paused until ${clockTime(until)}. \`irongate on\` ends the pause now.\n`),
  )
  return 0
}

function questionFor(minutes: number): string {
  const length = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return `For ${length}, Irongate checks nothing in all your sessions: the agent's own rules and questions decide. Deny rules of managed settings still hold, and the gate's own files stay protected.\n`
}

/** Tightens, so nobody is asked. */
export async function runOn(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readArgs(args, PLACE_OPTIONS)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  if (positionals.length > 0) throw new UsageError('it takes no words.')
  const here = pauseContext(values)
  const wasOff = resumeGate(stateFolder(here.home), Date.now())
  if (wasOff) auditPause(here, { command: 'on', message: 'the gate was switched on again' }, io)
  if (values.json) io.out(`${JSON.stringify({ off: false, wasOff })}\n`)
  else io.out(wasOff ? 'Irongate is on again.\n' : 'Irongate was on.\n')
  return 0
}

function auditPause(
  { home, cwd }: PauseContext,
  typed: { readonly command: string; readonly message: string },
  io: Io,
): void {
  const problem = recordUserCommand({ home, cwd, ...typed })
  if (problem !== undefined) io.error(`irongate: this could not be recorded: ${showInvisible(problem)}\n`)
}

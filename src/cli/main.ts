import { gateCommandUse, skipsCodePrompt } from '../analysis/gate/gate-commands.ts'
import { nearestName } from '../rules/nearest-name.ts'
import type { CliCommand } from './command.ts'
import { COMMANDS } from './commands.ts'
import { formatError } from './format-error.ts'
import { EXIT, type Io, type LauncherHandover, showInvisible } from './io.ts'
import { wrapForStderr, wrapLines } from './line-wrapping.ts'
import { mainHelp } from './main-help.ts'
import { processIo } from './process-io.ts'
import { usageProblem } from './usage-error.ts'

/** The one command that is run at every call: as it is installed, it does without the list of all of them. */
const HOOK = 'hook'

/** The command line's entry. Whatever goes wrong ends in a status that is not 0. */
export async function main(argv: readonly string[], handedOver?: LauncherHandover): Promise<void> {
  const io = processIo(handedOver)
  process.exitCode = await runCommand(argv, io)
  if (argv[0] !== undefined && argv[0] !== HOOK && COMMANDS.get(argv[0])?.typed) await printUpdateHint(io)
}

/** The entry of an installed hook: mostly another process answers for it. */
export async function installedHook(argv: readonly string[], build: string): Promise<void> {
  return (await import('./installed-hook.ts')).run(argv, build, main)
}

/** Never by hooks, batches or servers; `updateCheck` is off unless the user sets it. */
async function printUpdateHint(io: Io): Promise<void> {
  const { processUpdateEdge: thisEdge, updateLine } = await import('./update-check.ts')
  const line = await thisEdge().then(updateLine, () => undefined)
  if (line !== undefined) io.error(line)
}

export async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...args] = argv
  if (name === 'help' && args[0] !== undefined) return runCommand([args[0], '--help'], io)
  try {
    return await dispatch(name, args, io)
  } catch (error) {
    return reportFailure(name ?? '', error, io)
  }
}

async function dispatch(name: string | undefined, args: readonly string[], io: Io): Promise<number> {
  if (name === HOOK && args.length > 1) return (await import('./hook.ts')).run(args, io)
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    io.out(wrapLines(io, mainHelp()))
    return name === undefined ? EXIT.usage : 0
  }
  if (name === '--version' || name === '-v') {
    const { version } = await import('../facts/version.static.ts')
    io.out(`${version()}\n`)
    return 0
  }
  const command = COMMANDS.get(name)
  if (!command) {
    const meant = nearestName(name, COMMANDS.keys())
    const hint = meant === undefined ? '`irongate help` lists them' : `did you mean \`irongate ${meant}\`?`
    io.error(`irongate: there is no command ${JSON.stringify(name)}; ${hint}\n`)
    return EXIT.usage
  }
  if (await refuseAgent(name, args, io)) return EXIT.deny
  const run = await command.load()
  if (args.length === 1 && (args[0] === '--help' || args[0] === '-h')) {
    io.out(wrapLines(io, await helpOf(run)))
    return 0
  }
  return await run(args, io)
}

/**
 * INVARIANT: the one place where commands are kept from agents. Whatever isn't listed as read-only is refused below an agent; what
 * changes something needs proof of a person, and a code where only a window proves them and the command asks for none.
 */
async function refuseAgent(name: string, args: readonly string[], io: Io): Promise<boolean> {
  const { agent, startedBy } = gateCommandUse([name, ...args])
  if (agent === 'allowed' || startedBy === 'host') return false
  const {
    THIS_PERSON,
    unprovenReason: unprovenPerson,
    unconfirmedText: unconfirmed,
  } = await import('./typing-person.ts')
  const { person = THIS_PERSON } = io
  const refuse = (why: string) => io.error(wrapForStderr(io, `irongate ${name}: ${why}\n`))
  if (name === 'init' && (await import('./first-install.ts')).isFirstInstall(args)) return false
  const found = startedBy === 'service' ? person.notAPerson() : undefined
  const why = startedBy === 'service' ? found && `Run this in your own terminal (${found}).` : unprovenPerson(person)
  if (why !== undefined) {
    refuse(why)
    return true
  }
  if (startedBy === 'service' || !skipsCodePrompt(name) || person.proof?.().kind !== 'terminal') return false
  if (person.challenge(`irongate ${[name, ...args].map(showInvisible).join(' ')}`)) return false
  refuse(unconfirmed(person))
  return true
}

/** What a command says of itself. */
async function helpOf(run: Awaited<ReturnType<CliCommand['load']>>): Promise<string> {
  let text = ''
  await run(['--help'], { out: (part) => (text += part), error: () => undefined, colour: false })
  return text
}

/** Nobody reads on (`| head`): as if the system had ended us for it, and without a word. */
const EXIT_BROKEN_PIPE = 141

function reportFailure(name: string, error: unknown, io: Io): number {
  if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return name === 'hook' ? 2 : EXIT_BROKEN_PIPE
  const problem = usageProblem(error, Object.keys(COMMANDS.get(name)?.options ?? {}))
  if (problem === undefined) {
    io.error(wrapForStderr(io, `irongate ${name}: ${showInvisible(formatError(error))}\n`))
    return EXIT.internal
  }
  const more = problem.includes(`irongate ${name} --help`)
    ? ''
    : `${/[?!]$/.test(problem) ? '' : '.'} \`irongate help ${name}\` shows more`
  io.error(wrapForStderr(io, `irongate ${name}: ${problem.replace(/\.$/, '')}${more}.\n`))
  return EXIT.usage
}

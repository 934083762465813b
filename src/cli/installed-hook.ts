import type { HostAnswer } from '../integrations/integration.ts'
import { isOurs, type Question, residentSocket } from '../integrations/resident/protocol.ts'
import { writeWhole } from '../integrations/resident/write-whole.ts'
import { blockedByStatus } from '../integrations/seat/plain-answers.ts'
import type { HandedOver } from './io.ts'
import { leaveUnreadInput, MAX_INPUT, readStandardInput } from './standard-input.ts'

/** Above the deadline of the check itself, below the host's. */
const MARGIN_MS = 5000

/** What the build puts in: the name of exactly this code, so that a resident of another version is never asked. */
declare const BUILD: string

/** What the build puts in too: the deadline of each host's check. The hosts themselves are not loaded here. */
declare const DEADLINES: Readonly<Record<string, number>>

type Main = (argv: readonly string[], handedOver?: HandedOver) => Promise<void>

/**
 * The installed hook: asks the resident, which has everything loaded, and finds the answer itself when there is none.
 * A bundle of its own, because loading the rest costs more than asking.
 */
export async function run(argv: readonly string[], alone: () => Main): Promise<void> {
  process.exitCode = 2
  const timer = setTimeout(() => {
    writeWhole(2, blockedByStatus('the check took too long').stderr)
    leaveUnreadInput(2)
    process.exit(2)
  }, deadlineOf(argv[1]) + MARGIN_MS)
  const socket = residentSocket(homeIn(argv), `${BUILD}-${process.versions.node}`)
  if (socket === undefined) {
    clearTimeout(timer)
    return alone()(argv)
  }
  const input = await readStandardInput(MAX_INPUT)
  const answer = isOurs(socket) ? await asked(socket, { args: argv.slice(1), input }) : undefined
  clearTimeout(timer)
  if (!answer) return alone()(argv, { input, socket })
  if (answer.stdout !== '') writeWhole(1, answer.stdout)
  if (answer.stderr !== '') writeWhole(2, answer.stderr)
  process.exitCode = answer.status
}

/** Sockets are loaded only where there is one. */
async function asked(socket: string, question: Question): Promise<HostAnswer | undefined> {
  return (await import('../integrations/resident/client.ts')).askResident(socket, question)
}

/** A host that is not known is blocked soon: the shortest there is. */
function deadlineOf(id = ''): number {
  return (Object.hasOwn(DEADLINES, id) ? DEADLINES[id] : undefined) ?? Math.min(...Object.values(DEADLINES))
}

function homeIn(argv: readonly string[]): string {
  return argv[argv.indexOf('--home') + 1] ?? ''
}

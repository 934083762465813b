import type { HostAnswer } from '../integrations/integration.ts'
import { HOSTS, hostOf } from '../integrations/registry.ts'
import { claimed, decodeQuestion, isOurs, type Question, residentSocket } from '../integrations/resident/protocol.ts'
import { writeWhole } from '../integrations/resident/write-whole.ts'
import { blockedByStatus } from '../integrations/seat/plain-answers.ts'
import type { HandedOver } from './io.ts'
import { leaveUnreadInput, MAX_INPUT, readStandardInput } from './standard-input.ts'

/** Above the deadline of the check itself, below the host's. */
const MARGIN_MS = 5000

type Main = (argv: readonly string[], handedOver?: HandedOver) => Promise<void>

/**
 * The installed hook: asks the resident, and finds the answer itself when there is none. A resident of another build, which is the name
 * of exactly this code, is never asked.
 */
export async function run(argv: readonly string[], build: string, alone: Main): Promise<void> {
  process.exitCode = 2
  const giveUp = () => {
    writeWhole(2, blockedByStatus('the check took too long').stderr)
    leaveUnreadInput(2)
    process.exit(2)
  }
  let timer: NodeJS.Timeout | undefined
  const beWatched = () => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, deadlineOf(argv[1]) + MARGIN_MS)
  }
  beWatched()
  const socket = residentSocket(homeIn(argv), build)
  const { kept, args } = withoutKept(argv)
  if (socket === undefined) {
    clearTimeout(timer)
    return alone(args)
  }
  const { input, turn } = await eventOf(socket, kept)
  const answer = isOurs(socket) ? await asked(socket, { turn, args, input }, beWatched) : undefined
  clearTimeout(timer)
  if (!answer) return alone(args, { input, socket })
  if (answer.stdout !== '') writeWhole(1, answer.stdout)
  if (answer.stderr !== '') writeWhole(2, answer.stderr)
  process.exitCode = answer.status
}

/** The starter asked first, in the words of the resident, and passes on what it kept as `--kept=<its process id>`. */
function withoutKept(argv: readonly string[]): { readonly kept: string | undefined; readonly args: readonly string[] } {
  const kept = argv.find((word) => word.startsWith(KEPT))?.slice(KEPT.length)
  return { kept, args: argv.filter((word) => !word.startsWith(KEPT)) }
}

const KEPT = '--kept='

/** What the host wrote, and the turn of the starter's question where the resident has taken it. */
async function eventOf(socket: string, kept: string | undefined): Promise<Pick<Question, 'input' | 'turn'>> {
  const text = await readStandardInput(MAX_INPUT)
  if (kept === undefined) return { input: text, turn: '' }
  const question = decodeQuestion(text)
  if (question?.turn !== kept) throw new Error('what the starter kept is not whole')
  return { input: question.input, turn: claimed(socket, kept) ? '' : kept }
}

/** Longer than any check without a model holds the process up: who took the question is about to answer it. */
const TAKEN_PATIENCE_MS = 2000

/** Sockets are loaded only where there is one. */
async function asked(socket: string, question: Question, onAlive: () => void): Promise<HostAnswer | undefined> {
  const { askResident, PATIENCE_MS } = await import('../integrations/resident/client.ts')
  return askResident(socket, question, {
    patienceMs: question.turn === '' ? PATIENCE_MS : TAKEN_PATIENCE_MS,
    onAlive,
  })
}

/** A host that is not known is blocked soon: the shortest there is. */
function deadlineOf(id = ''): number {
  return hostOf(id)?.deadlineMs ?? Math.min(...HOSTS.map(({ deadlineMs }) => deadlineMs))
}

function homeIn(argv: readonly string[]): string {
  return argv[argv.indexOf('--home') + 1] ?? ''
}

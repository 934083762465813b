import {
  claimKeptEvent,
  daemonSocket,
  decodeRequest,
  type HookRequest,
  isOwnSocket,
} from '../integrations/daemon/protocol.ts'
import { writeAll } from '../integrations/daemon/write-all.ts'
import { blockByStatus } from '../integrations/hook-runtime/host-answers.ts'
import type { HostAnswer } from '../integrations/integration.ts'
import { findHostById, HOSTS } from '../integrations/registry.ts'
import type { LauncherHandover } from './io.ts'
import { leaveUnreadInput, MAX_INPUT, readStandardInput } from './standard-input.ts'

/** Above the deadline of the check itself, below the host's. */
const MARGIN_MS = 5000

type HookMain = (argv: readonly string[], handedOver?: LauncherHandover) => Promise<void>

/**
 * The installed hook: asks the daemon, and finds the answer itself when there is none. A daemon of another build, which is the name
 * of exactly this code, is never asked.
 */
export async function run(argv: readonly string[], build: string, alone: HookMain): Promise<void> {
  process.exitCode = 2
  const giveUp = () => {
    writeAll(2, blockByStatus('the check took too long').stderr)
    leaveUnreadInput(2)
    process.exit(2)
  }
  let timer: NodeJS.Timeout | undefined
  const beWatched = () => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, deadlineOf(argv[1]) + MARGIN_MS)
  }
  beWatched()
  const socket = daemonSocket(homeIn(argv), build)
  const { kept, args } = splitKeptArgument(argv)
  if (socket === undefined) {
    clearTimeout(timer)
    return alone(args)
  }
  const { input, turn } = await readEventInput(socket, kept)
  const answer = isOwnSocket(socket) ? await askDaemonLazily(socket, { turn, args, input }, beWatched) : undefined
  clearTimeout(timer)
  if (!answer) return alone(args, { input, socket })
  if (answer.stdout !== '') writeAll(1, answer.stdout)
  if (answer.stderr !== '') writeAll(2, answer.stderr)
  process.exitCode = answer.status
}

/** The launcher asked first, in the words of the daemon, and passes on what it kept as `--kept=<its process id>`. */
function splitKeptArgument(argv: readonly string[]): {
  readonly kept: string | undefined
  readonly args: readonly string[]
} {
  const kept = argv.find((word) => word.startsWith(KEPT_OPTION))?.slice(KEPT_OPTION.length)
  return { kept, args: argv.filter((word) => !word.startsWith(KEPT_OPTION)) }
}

const KEPT_OPTION = '--kept='

/** What the host wrote, and the turn of the launcher's question where the daemon has taken it. */
async function readEventInput(socket: string, kept: string | undefined): Promise<Pick<HookRequest, 'input' | 'turn'>> {
  const text = await readStandardInput(MAX_INPUT)
  if (kept === undefined) return { input: text, turn: '' }
  const question = decodeRequest(text)
  if (question?.turn !== kept) throw new Error('what the launcher kept is not whole')
  return { input: question.input, turn: claimKeptEvent(socket, kept) ? '' : kept }
}

/** Longer than any check without a model holds the process up: who took the question is about to answer it. */
const CLAIMED_TIMEOUT_MS = 2000

/** Sockets are loaded only where there is one. */
async function askDaemonLazily(
  socket: string,
  question: HookRequest,
  onAlive: () => void,
): Promise<HostAnswer | undefined> {
  const { askDaemon, DAEMON_TIMEOUT_MS: PATIENCE_MS } = await import('../integrations/daemon/client.ts')
  return askDaemon(socket, question, {
    patienceMs: question.turn === '' ? PATIENCE_MS : CLAIMED_TIMEOUT_MS,
    onAlive,
  })
}

/** A host that is not known is blocked soon: the shortest there is. */
function deadlineOf(id = ''): number {
  return findHostById(id)?.deadlineMs ?? Math.min(...HOSTS.map(({ deadlineMs }) => deadlineMs))
}

function homeIn(argv: readonly string[]): string {
  return argv[argv.indexOf('--home') + 1] ?? ''
}

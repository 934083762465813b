import { setTimeout as pause } from 'node:timers/promises'
import { findPendingCall, listPendingCalls } from '../../state/pending-calls.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { HandedAsk } from '../api/shapes.ts'
import { answerPendingCall } from '../asks/answer.ts'
import { listPendingAsks } from '../asks/asks.ts'
import { followFiles } from '../ingest/follow-files.ts'
import type { Position } from '../store/store.ts'
import type { Enrollment } from './enrollment.ts'
import { createRemoteServer, type Remote, RemoteServerError } from './remote.ts'
import { type SignedAnswer, verifyAnswer } from './signing.ts'

export interface ForwardingOptions {
  readonly home: string
  readonly enrolled: Enrollment
  readonly signal: AbortSignal
  readonly say: (line: string) => void
  /** For tests. */
  readonly pollMs?: number
  /** Records are handed over no more often. */
  readonly everyMs?: number | undefined
}

/** At once: so much is in memory, and so much is sent again after a crash. */
const BATCH_BYTES = 1024 * 1024
/** Of a machine that catches up. */
const CATCH_UP_RECORDS = 100
const MOST_ASKS = 100
export const FORWARD_INTERVAL_MS = 5000

/**
 * Hands over the Records of this machine as they are written, and its calls that wait, until the signal. How far it came is kept by the
 * server together with the Records: whoever is killed continues from there. A server that cannot be reached changes nothing here.
 */
export async function forwardRecords({
  home,
  enrolled,
  signal,
  say,
  pollMs = 2000,
  everyMs = FORWARD_INTERVAL_MS,
}: ForwardingOptions): Promise<void> {
  const { machine } = enrolled
  const tell = withoutRepeats(say)
  const remote = createRemoteServer({ ...enrolled, say: tell })
  const files = followFiles({
    folder: stateFolder(home),
    machine,
    store: withCachedPositions(remote, everyMs, signal),
    bytes: BATCH_BYTES,
    signal,
    pollMs,
    onFailure: (error) => tell(`records could not be handed over: ${problemOf(error)}; it is tried again`),
    onRound: ({ taken }) => taken > 0 && tell.forget(),
    onDamage: (file) => tell(`a line of ${file} is not as it was written; \`irongate audit verify\` shows more`),
  })
  await Promise.all([files, handOverAsks({ home, enrolled, remote, signal, say: tell })])
}

/**
 * Thousands of machines hand over to one server: what it keeps of the positions is asked for once, and again after a failure; and what is
 * written within some seconds goes together.
 */
function withCachedPositions(
  remote: Remote,
  everyMs: number,
  signal: AbortSignal,
): Pick<Remote, 'append' | 'positions'> {
  let known: Map<string, Position> | undefined
  let next = 0
  return {
    positions: async () => {
      known ??= new Map(await remote.positions(''))
      return known
    },
    append: async (delivery) => {
      const wait = next - Date.now()
      if (wait > 0) await pause(wait, undefined, { signal }).catch(() => undefined)
      try {
        const taken = await remote.append(delivery)
        for (const [file, position] of delivery.positions ?? []) known?.set(file, position)
        // More than one part is waiting: it is not held up.
        next = delivery.records.length < CATCH_UP_RECORDS ? Date.now() + everyMs : 0
        return taken
      } catch (error) {
        known = undefined
        throw error
      }
    },
  }
}

/** Says nothing twice, until something went well. */
function withoutRepeats(say: (line: string) => void) {
  const said = new Set<string>()
  const tell = (line: string) => {
    if (said.size < 100 && !said.has(line)) say(line)
    said.add(line)
  }
  return Object.assign(tell, { forget: () => said.clear() })
}

function problemOf(error: unknown): string {
  if (error instanceof RemoteServerError && error.status === 401) return 'this machine is no longer enrolled there'
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return error instanceof Error ? `${error.message}${cause}` : String(error)
}

const PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

interface AskEdge extends Pick<ForwardingOptions, 'home' | 'enrolled' | 'signal' | 'say'> {
  readonly remote: Pick<Remote, 'handOver'>
}

/** Asks the server only while a call waits here, and once more when none does any longer. */
async function handOverAsks({ home, enrolled, remote, signal, say }: AskEdge): Promise<void> {
  let handed = 0
  let failures = 0
  while (!signal.aborted) {
    try {
      const asks = await asksOf(home, enrolled.machine)
      if (asks.length > 0 || handed > 0)
        for (const answer of await remote.handOver(asks)) {
          const problem = acceptSignedAnswer(home, answer, enrolled)
          if (problem !== undefined) say(`an answer of the server was refused: ${problem}`)
        }
      handed = asks.length
      failures = 0
    } catch (error) {
      failures++
      say(`calls that wait could not be handed over: ${problemOf(error)}; it is tried again`)
    }
    const wait = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** failures)
    await pause(failures === 0 ? PAUSE_MS : wait, undefined, { signal }).catch(() => undefined)
  }
}

async function asksOf(home: string, machine: string): Promise<readonly HandedAsk[]> {
  const waiting = listPendingCalls(stateFolder(home), Date.now())
  if (waiting.length === 0) return []
  const keys = new Map(waiting.map(({ id, key }) => [id, key]))
  const asks = await listPendingAsks({ home, machine })
  return asks.slice(0, MOST_ASKS).flatMap((ask) => {
    const key = keys.get(ask.id)
    return key === undefined ? [] : [{ ask: { ...ask, equal: ask.equal.slice(0, MOST_ASKS) }, key }]
  })
}

/**
 * Takes an answer of the server as a person's, if it is one: signed with the key that this machine learned when it was enrolled, for this
 * machine, and for a call that still waits. Gives the problem otherwise, and nothing has changed.
 */
export function acceptSignedAnswer(
  home: string,
  given: SignedAnswer,
  { machine, key: serverKey }: Pick<Enrollment, 'machine' | 'key'>,
  now = Date.now(),
): string | undefined {
  const answer = verifyAnswer(given, serverKey)
  if (answer === undefined) return 'it is not signed by the server that this machine was enrolled at'
  if (answer.machine !== machine) return 'it is for another machine'
  const waiting = findPendingCall(stateFolder(home), answer.id, now)
  if (waiting === undefined || answer.until <= now) return 'it came too late, or nobody waits for it'
  if (waiting.key !== answer.key) return 'it is for another call'
  const { id, note, key } = answer
  const result = answerPendingCall(home, { id, answer: answer.answer, note, key, by: answer.by }, now)
  if (result.taken) return undefined
  return result.reason === 'late' ? 'the call was answered already' : 'the session was not offered'
}

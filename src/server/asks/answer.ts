import { recordUserCommand } from '../../cli/user-command.ts'
import { oneLine } from '../../messages.ts'
import {
  findPendingCall,
  listPendingCalls,
  type PendingCall,
  type PersonsAnswer,
  storePendingAnswer,
} from '../../state/pending-calls.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { equalCalls } from './asks.ts'

/** What a person answers. Who asks this has made sure that it is one. */
export interface PendingAnswer {
  readonly id: string
  readonly answer: PersonsAnswer
  /** Also for equal calls that wait. */
  readonly equal?: boolean | undefined
  /** The person's own words to the agent. */
  readonly note?: string | undefined
  /** Who answered, for the Record: `terminal`, `dashboard`, a name. */
  readonly by: string
  /** The call that was shown, where it was shown before: another one of the same id is not answered. */
  readonly key?: string | undefined
}

export type AnswerResult =
  /** All calls that were answered by it. */
  | { readonly taken: true; readonly ids: readonly string[]; readonly by: string; readonly unrecorded?: string }
  /** `late`: it waits no more, or somebody else was first. `unoffered`: there is no scope to allow for the session. */
  | { readonly taken: false; readonly reason: 'late' | 'unoffered' }

const MOST_NOTE = 1000

/** Answers a call that waits. Of two answers one is taken; one that comes too late changes nothing. */
export function answerPendingCall(home: string, given: PendingAnswer, now = Date.now()): AnswerResult {
  const folder = stateFolder(home)
  const waiting = findPendingCall(folder, given.id, now)
  if (!waiting || (given.key !== undefined && given.key !== waiting.key)) return { taken: false, reason: 'late' }
  if (given.answer === 'session' && !waiting.scope) return { taken: false, reason: 'unoffered' }
  const take = (one: PendingCall) => storeAnswer(folder, one, { ...given, now })
  const others = given.equal ? equalCalls(waiting, listPendingCalls(folder, now)).slice(1) : []
  // The one that was shown is the one that was meant.
  if (!take(waiting)) return { taken: false, reason: 'late' }
  const taken = [waiting, ...others.filter(take)]
  const problems = taken.flatMap((one) => recordAnswer(home, one, given) ?? [])
  const [unrecorded] = problems
  const ids = taken.map(({ id }) => id)
  return { taken: true, ids, by: given.by, ...(unrecorded !== undefined && { unrecorded }) }
}

function storeAnswer(folder: string, waiting: PendingCall, given: PendingAnswer & { readonly now: number }): boolean {
  const { answer, note, by, now } = given
  const words = note === undefined ? '' : oneLine(note).slice(0, MOST_NOTE)
  // What is offered for one session is not offered for another.
  const own = answer === 'session' && !waiting.scope ? 'yes' : answer
  return storePendingAnswer(folder, waiting.id, {
    answer: own,
    key: waiting.key,
    by: oneLine(by),
    at: now,
    ...(words !== '' && { note: words }),
  })
}

function recordAnswer(home: string, { id, cwd, tool }: PendingCall, { answer, by }: PendingAnswer): string | undefined {
  const message = `a person answered ${answer} to ${tool} (${id}), by ${oneLine(by)}`
  return recordUserCommand({ home, cwd, command: `answer ${id} ${answer}`, message })
}

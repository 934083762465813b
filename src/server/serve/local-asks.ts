import { listPendingCalls, readPendingAnswer } from '../../state/pending-calls.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { PendingCalls } from '../api/service.ts'
import { answerPendingCall } from '../asks/answer.ts'
import { listPendingAsks } from '../asks/asks.ts'

const MOST_KEYS = 1000

/** The calls of this machine that wait: the same files that `irongate pending` and `irongate answer` work on. */
export function createLocalAsks(home: string, machine: string): PendingCalls {
  const keys = new Map<string, string>()
  return {
    pending: async () => {
      if (keys.size > MOST_KEYS) keys.clear()
      for (const { id, key } of listPendingCalls(stateFolder(home), Date.now())) keys.set(id, key)
      return listPendingAsks({ home, machine })
    },
    answer: async (id, { answer, equal, note }, by) => {
      const result = answerPendingCall(home, { id, answer, equal, note, by: by.name })
      if (result.taken) return { kind: 'taken', ids: result.ids }
      return result.reason === 'late'
        ? { kind: 'late' }
        : { kind: 'refused', why: 'this one can be answered with yes or no, not for the session' }
    },
    answered: async (id) => {
      const key = keys.get(id)
      const found = key === undefined ? undefined : readPendingAnswer(stateFolder(home), { id, key })
      return found && { answer: found.answer, by: found.by }
    },
  }
}

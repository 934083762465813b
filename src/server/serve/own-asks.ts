import { answerTo, waitingCalls } from '../../state/pending.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { Asks } from '../api/service.ts'
import { answerAsk } from '../asks/answer.ts'
import { pendingAsks } from '../asks/asks.ts'

const MOST_KEYS = 1000

/** The calls of this machine that wait: the same files that `irongate pending` and `irongate answer` work on. */
export function ownAsks(home: string, machine: string): Asks {
  const keys = new Map<string, string>()
  return {
    pending: async () => {
      if (keys.size > MOST_KEYS) keys.clear()
      for (const { id, key } of waitingCalls(stateFolder(home), Date.now())) keys.set(id, key)
      return pendingAsks({ home, machine })
    },
    answer: async (id, { answer, equal, note }, by) => {
      const result = answerAsk(home, { id, answer, equal, note, by: by.name })
      if (result.taken) return { kind: 'taken', ids: result.ids }
      return result.reason === 'late'
        ? { kind: 'late' }
        : { kind: 'refused', why: 'this one can be answered with yes or no, not for the session' }
    },
    answered: async (id) => {
      const key = keys.get(id)
      const found = key === undefined ? undefined : answerTo(stateFolder(home), { id, key })
      return found && { answer: found.answer, by: found.by }
    },
  }
}

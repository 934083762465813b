import type { Hub } from '../api/hub.ts'
import type { Asks } from '../api/service.ts'

const PAUSE_MS = 500
/** Its time was up, or its agent is gone. */
const NO_ANSWER = { answer: 'none', by: '' }

/** Tells those who listen of calls that begin to wait, and of those that wait no more. Looks only while somebody listens. */
export function watchPending(asks: Asks, hub: Hub, say: (line: string) => void): () => void {
  let known = new Set<string>()
  let isLooking = false
  let said = ''
  const look = async () => {
    if (isLooking || hub.listeners === 0) return
    isLooking = true
    try {
      const waiting = await asks.pending()
      for (const ask of waiting) if (!known.has(ask.id)) hub.tell({ type: 'pending', ask })
      const ids = new Set(waiting.map(({ id }) => id))
      for (const id of known) if (!ids.has(id)) hub.tell({ type: 'answered', id, ...(await ending(id)) })
      known = ids
    } catch (error) {
      const problem = `waiting calls cannot be read: ${error instanceof Error ? error.message : String(error)}`
      if (problem !== said) say(problem)
      said = problem
    } finally {
      isLooking = false
    }
  }
  const ending = async (id: string) => (await asks.answered(id).catch(() => undefined)) ?? NO_ANSWER
  const timer = setInterval(look, PAUSE_MS)
  return () => clearInterval(timer)
}

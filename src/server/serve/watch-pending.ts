import type { EventHub } from '../api/event-hub.ts'
import type { PendingCalls } from '../api/service.ts'
import type { PendingAsk } from '../api/shapes.ts'

const PAUSE_MS = 500
/** Its time was up, or its agent is gone. */
const UNANSWERED = { answer: 'none', by: '' }

interface PendingListeners {
  readonly hub: EventHub
  readonly say: (line: string) => void
  /** Tells the person's own address, which nobody has to listen for; what went wrong in words. */
  readonly announce?: ((ask: PendingAsk) => Promise<string | undefined>) | undefined
}

/** Tells those who listen of calls that begin to wait, and of those that wait no more. Looks only while somebody is to be told. */
export function watchPending(asks: PendingCalls, { hub, say, announce }: PendingListeners): () => void {
  let known = new Set<string>()
  let isLooking = false
  let said = ''
  const look = async () => {
    if (isLooking || (hub.listeners === 0 && announce === undefined)) return
    isLooking = true
    try {
      const waiting = await asks.pending()
      for (const ask of waiting) {
        if (known.has(ask.id)) continue
        hub.tell({ type: 'pending', ask })
        // An address that answers slowly keeps nobody else waiting.
        announce?.(ask).then((problem) => problem !== undefined && say(problem))
      }
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
  const ending = async (id: string) => (await asks.answered(id).catch(() => undefined)) ?? UNANSWERED
  const timer = setInterval(look, PAUSE_MS)
  return () => clearInterval(timer)
}

import type { StreamEvent } from './shapes.ts'

/** Hands on what happens to whoever listens. Nobody who listens slowly holds up the others, or fills the memory. */
export interface EventHub {
  tell(event: StreamEvent): void
  listen(): EventListener
  readonly listeners: number
  /** Ends every listener. */
  close(): void
}

export interface EventListener {
  /** What came since the last time, oldest first; waits for at least one. Undefined when it is over. */
  next(): Promise<readonly StreamEvent[] | undefined>
  /** For this one alone. */
  add(event: StreamEvent): void
  end(): void
}

/** What a listener may be behind before the oldest is dropped for it. */
const MOST_WAITING = 2000
/** Streams cost a connection each. */
const MOST_LISTENERS = 200

export function createHub(
  onDropped: (count: number) => void = () => undefined,
  onListeners: (count: number) => void = () => undefined,
): EventHub {
  const queues = new Set<ListenerQueue>()
  return {
    tell: (event) => {
      for (const queue of queues) queue.add(event)
    },
    listen: () => {
      if (queues.size >= MOST_LISTENERS) throw new TooManyListeners()
      const queue = new ListenerQueue(onDropped, () => {
        queues.delete(queue)
        onListeners(queues.size)
      })
      queues.add(queue)
      onListeners(queues.size)
      return queue
    },
    get listeners() {
      return queues.size
    },
    close: () => {
      for (const queue of [...queues]) queue.end()
    },
  }
}

export class TooManyListeners extends Error {}

class ListenerQueue implements EventListener {
  #events: StreamEvent[] = []
  #missed = 0
  #ended = false
  #wake: (() => void) | undefined
  readonly #onDropped: (count: number) => void
  readonly #onEnd: () => void

  constructor(onDropped: (count: number) => void, onEnd: () => void) {
    this.#onDropped = onDropped
    this.#onEnd = onEnd
  }

  add(event: StreamEvent): void {
    if (this.#events.length >= MOST_WAITING) {
      this.#events.shift()
      this.#missed++
      this.#onDropped(1)
    }
    this.#events.push(event)
    this.#wake?.()
  }

  async next(): Promise<readonly StreamEvent[] | undefined> {
    if (this.#events.length === 0 && !this.#ended)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    this.#wake = undefined
    if (this.#ended) return undefined
    const missed: StreamEvent[] = this.#missed > 0 ? [{ type: 'missed', count: this.#missed }] : []
    const events = [...missed, ...this.#events]
    this.#events = []
    this.#missed = 0
    return events
  }

  end(): void {
    this.#ended = true
    this.#events = []
    this.#onEnd()
    this.#wake?.()
  }
}

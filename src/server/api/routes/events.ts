import type { AuditRecord } from '../../../audit/record.ts'
import { withoutJudgeText } from '../../../audit/record-explanation.ts'
import type { Routes } from '../app.ts'
import { type EventListener, TooManyListeners } from '../event-hub.ts'
import { RequestRefusedError } from '../problem.ts'
import type { StreamEvent } from '../shapes.ts'

const KEEP_ALIVE_MS = 15_000
/** How soon a key that ended ends its stream. */
const KEY_CHECK_MS = 1000
const ALIVE_EVENT: StreamEvent = { type: 'alive' }
const ENCODER = new TextEncoder()

/** What happens, as it happens: one JSON object per line, for as long as the key counts. */
export function eventRoutes({ app, service, need }: Routes): void {
  const { access, hub } = service
  app.get('/events', need('read'), (context) => {
    const key = context.get('key')
    const { isPerson } = context.get('caller')
    const listener = listening()
    const stop = () => {
      clearInterval(alive)
      clearInterval(look)
      listener.end()
    }
    const alive = setInterval(() => listener.add(ALIVE_EVENT), KEEP_ALIVE_MS)
    const look = setInterval(async () => {
      const caller = await access.callerOf(key).catch(() => undefined)
      if (!caller?.rights.includes('read')) stop()
    }, KEY_CHECK_MS)
    // The first line tells that it works.
    listener.add(ALIVE_EVENT)
    const body = new ReadableStream<Uint8Array>({
      // Asked only when the last part was taken: a slow reader's events wait in its own queue.
      pull: async (controller) => {
        const events = await listener.next()
        if (events !== undefined)
          controller.enqueue(ENCODER.encode(events.map((event) => lineOf(event, isPerson)).join('')))
        else {
          stop()
          controller.close()
        }
      },
      cancel: stop,
    })
    context.header('Content-Type', 'application/x-ndjson; charset=utf-8')
    context.header('X-Accel-Buffering', 'no')
    return context.body(body)
  })

  function listening(): EventListener {
    try {
      return hub.listen()
    } catch (error) {
      if (error instanceof TooManyListeners) throw new RequestRefusedError(429, 'too many event streams are open')
      throw error
    }
  }
}

function lineOf(event: StreamEvent, isPerson: boolean): string {
  const shown =
    event.type === 'record' && !isPerson ? { ...event, record: withoutJudgeText(event.record as AuditRecord) } : event
  return `${JSON.stringify(shown)}\n`
}

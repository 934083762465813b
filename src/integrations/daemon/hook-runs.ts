import { createHash } from 'node:crypto'
import type { HostAnswer } from '../integration.ts'
import type { HookRequest } from './protocol.ts'

/** `gone`: nobody waits for the answer any more. */
export type RequestHandler = (question: HookRequest, gone: AbortSignal) => Promise<HostAnswer>

/** Longer than a hook that was answered "later" needs to start Node and ask again. */
const ANSWER_KEEP_MS = 30_000

export interface HookRuns {
  /** A shell asks, which does so once: a new run of the hook, even of the same event. */
  readonly begin: (question: HookRequest) => Promise<HostAnswer>
  /** Node asks: in its shell's place, which gets the answer that was begun, or by itself. */
  readonly join: (question: HookRequest, gone?: AbortSignal) => Promise<HostAnswer>
}

/** Each run of the hook is answered once, though it may ask twice: no denial and no approval counts double. */
export function createHookRuns(answer: RequestHandler): HookRuns {
  const begun = new Map<string, { readonly found: Promise<HostAnswer>; readonly stop: AbortController }>()
  return {
    begin: (question) => {
      const key = keyOf(question)
      const stop = new AbortController()
      const found = answer(question, stop.signal)
      begun.set(key, { found, stop })
      const forget = () => {
        setTimeout(() => begun.get(key)?.found === found && begun.delete(key), ANSWER_KEEP_MS).unref()
      }
      found.then(forget, forget)
      return found
    },
    join: (question, gone) => {
      const key = keyOf(question)
      const before = question.turn === '' ? undefined : begun.get(key)
      begun.delete(key)
      const stop = before?.stop ?? new AbortController()
      gone?.addEventListener('abort', () => stop.abort(), { once: true })
      return before?.found ?? answer(question, stop.signal)
    },
  }
}

function keyOf({ turn, args, input }: HookRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([turn, args]))
    .update(input)
    .digest('hex')
}

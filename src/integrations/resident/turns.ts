import { createHash } from 'node:crypto'
import type { HostAnswer } from '../integration.ts'
import type { Question } from './protocol.ts'

export type Answering = (question: Question) => Promise<HostAnswer>

/** Longer than a hook that was answered "later" needs to start Node and ask again. */
const KEEP_MS = 30_000

export interface Turns {
  /** A shell asks, which does so once: a new run of the hook, even of the same event. */
  readonly begin: Answering
  /** Node asks: in its shell's place, which gets the answer that was begun, or by itself. */
  readonly join: Answering
}

/** Each run of the hook is answered once, though it may ask twice: no denial and no approval counts double. */
export function turnsOf(answer: Answering): Turns {
  const begun = new Map<string, Promise<HostAnswer>>()
  return {
    begin: (question) => {
      const key = keyOf(question)
      const found = answer(question)
      begun.set(key, found)
      const forget = () => {
        setTimeout(() => begun.get(key) === found && begun.delete(key), KEEP_MS).unref()
      }
      found.then(forget, forget)
      return found
    },
    join: (question) => {
      const key = keyOf(question)
      const found = question.turn === '' ? undefined : begun.get(key)
      begun.delete(key)
      return found ?? answer(question)
    },
  }
}

function keyOf({ turn, args, input }: Question): string {
  return createHash('sha256')
    .update(JSON.stringify([turn, args]))
    .update(input)
    .digest('hex')
}

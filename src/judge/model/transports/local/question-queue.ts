import type { ModelFailure } from '../../failure.ts'
import type { ModelAnswer } from '../../transport.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Resident } from './residents.ts'

/** A running client that answers one question after another, each as if it were the first. */
export interface AnsweringClient<Question> extends Resident {
  ask(question: Question, signal: AbortSignal): Promise<ModelAnswer>
}

export interface QuestionWork<Question> {
  readonly answer: (question: Question) => Promise<ModelAnswer>
  /** Before the first question. */
  readonly prepare?: () => Promise<void>
  /** After each answer, while nobody waits for it. */
  readonly tidy?: () => Promise<void>
}

/** Whoever gives up a question ends the client: whatever it was about to say, it is not the next question's answer. */
export function questionQueue<Question>(
  client: { readonly running: boolean; kill(): void },
  { answer, prepare = nothing, tidy }: QuestionWork<Question>,
): AnsweringClient<Question> {
  const turn = oneAtATime()
  let asking = 0
  let answering = false
  turn(prepare).catch(() => client.kill())
  return {
    get running() {
      return client.running
    },
    get busy() {
      return asking > 0
    },
    ask: (question, signal) =>
      new Promise((resolve, reject) => {
        asking++
        const stop = (): void => client.kill()
        // A client that hangs between questions would never get to this one; another's question continues.
        const leave = (): void => {
          if (!answering) stop()
        }
        signal.addEventListener('abort', leave)
        turn(async () => {
          signal.removeEventListener('abort', leave)
          if (signal.aborted) return
          signal.addEventListener('abort', stop)
          answering = true
          const answered = answer(question).finally(() => {
            answering = false
            signal.removeEventListener('abort', stop)
          })
          resolve(await answered)
          await tidy?.()
        })
          .catch(reject)
          .finally(() => asking--)
      }),
    kill: () => client.kill(),
  }
}

/** The client is used for answers alone: whatever else it begins ends the call. */
export const NO_ANSWER: { readonly failure: ModelFailure } = {
  failure: { kind: 'crashed', detail: 'the client did something else than to answer' },
}
export const GONE: { readonly failure: ModelFailure } = {
  failure: { kind: 'server-error', detail: 'the client ended without an answer' },
}

function nothing(): Promise<void> {
  return Promise.resolve()
}

import type { ModelAnswer, RequestBlock } from '../../transport.ts'
import { type LineCommand, type LineProcess, startLineProcess } from '../local/line-process.ts'
import { oneAtATime } from '../local/one-at-a-time.ts'
import { answerReader } from './answer.ts'

/** A running client that answers one question after another, each as if it were the first. */
export interface ResidentClaude {
  readonly running: boolean
  /** It is asked something now. */
  readonly busy: boolean
  ask(blocks: readonly RequestBlock[], signal: AbortSignal): Promise<ModelAnswer>
  kill(): void
}

export function startResidentClaude(command: LineCommand): ResidentClaude {
  const client = startLineProcess(command)
  const turn = oneAtATime()
  let asking = 0
  // Also before the first question: what the client writes down of it would else make the second another text than the first.
  turn(() => forget(client))
  return {
    get running() {
      return client.running
    },
    get busy() {
      return asking > 0
    },
    ask: (blocks, signal) =>
      new Promise((resolve, reject) => {
        asking++
        turn(async () => {
          if (signal.aborted) return
          // Whatever it was about to say, it is not the next question's answer.
          const stop = (): void => client.kill()
          signal.addEventListener('abort', stop, { once: true })
          const answer = await answerOf(client, blocks).finally(() => signal.removeEventListener('abort', stop))
          resolve(answer)
          await forget(client)
        })
          .catch(reject)
          .finally(() => asking--)
      }),
    kill: () => client.kill(),
  }
}

async function answerOf(client: LineProcess, blocks: readonly RequestBlock[]): Promise<ModelAnswer> {
  const reader = answerReader()
  client.write(userMessage(blocks))
  for (;;) {
    const message = await client.next()
    if (message === undefined)
      return { failure: { kind: 'server-error', detail: 'the client ended without an answer' } }
    const heard = reader.read(message)
    if (heard === undefined) continue
    if (heard.goesOn) client.kill()
    return heard.answer
  }
}

/** Its answer to this is the client's own; until then nothing else is asked. */
async function forget(client: LineProcess): Promise<void> {
  if (!client.running) return
  client.write(userMessage([{ text: '/clear' }]))
  for (;;) {
    const message = await client.next()
    if (message === undefined) return
    if (typeof message === 'object' && message !== null && 'type' in message && message.type === 'result') return
  }
}

/** One place may be marked as worth keeping: the client takes the others itself. The project's instructions change too seldom to be it. */
export function userMessage(blocks: readonly RequestBlock[]): object {
  const content = blocks.map(({ text, mark }) => ({
    type: 'text',
    text,
    ...(mark === 'action' && { cache_control: { type: 'ephemeral' } }),
  }))
  return { type: 'user', message: { role: 'user', content } }
}

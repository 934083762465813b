import type { ModelAnswer, RequestBlock } from '../../transport.ts'
import { type LineCommand, type LineProcess, startLineProcess } from '../local/line-process.ts'
import { type AnsweringClient, questionQueue } from '../local/question-queue.ts'
import { answerReader } from './answer.ts'

/** Also before the first question: what the client writes down of it would else make the second another text than the first. */
export function startResidentClaude(command: LineCommand): AnsweringClient<readonly RequestBlock[]> {
  const client = startLineProcess(command)
  const tidy = () => forget(client)
  return questionQueue(client, { answer: (blocks) => answerOf(client, blocks), prepare: tidy, tidy })
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

import { createModelJudge } from '../../src/judge/model/judge.ts'
import { options } from '../../src/judge/model/testing.ts'
import { messagesTransport } from '../../src/judge/model/transports/messages/messages.ts'
import { startFakeClaude } from '../fake-claude/server.ts'
import { blocksOf } from '../fake-claude/wire.ts'
import { transportContract } from './contract.ts'

transportContract(
  'messages',
  async () => {
    const server = await startFakeClaude()
    const settings = { baseUrl: server.url }
    const transport = messagesTransport({ key: () => Promise.resolve({ value: 'a-key-for-tests', from: 'settings' }) })
    const judge = createModelJudge({ ...options(server.url), transport })
    return {
      settings,
      judge: () => judge,
      play: (script) =>
        server.play((request) =>
          script(
            blocksOf(request)
              .map(({ text }) => text)
              .join(''),
          ),
        ),
      get sent() {
        return server.seen.map(({ body }) =>
          blocksOf(body)
            .map(({ text }) => text)
            .join(''),
        )
      },
      close: () => server.close(),
    }
  },
  { deadlineMs: 1_100 },
)

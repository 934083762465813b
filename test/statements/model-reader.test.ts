import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createStatementReaderFor } from '../../src/judge/model/assemble.ts'
import { memoryLedger } from '../../src/judge/model/cost.ts'
import { createMemoryLatch } from '../../src/judge/model/refused-key-latch.ts'
import { policy } from '../../src/judge/model/testing.ts'
import type { JudgeSettings } from '../../src/settings/policy.ts'
import { createTools } from '../../src/tools/registry.ts'
import { startFakeClaude } from '../fake-claude/server.ts'
import { blocksOf } from '../fake-claude/wire.ts'
import { startFakeOpenAi } from '../fake-openai/server.ts'
import { type ReaderBench, readerContract, turn } from './reader-contract.ts'

const TOOLS = createTools()
const KEY = 'test-key-0123456789'

const readerOf = (
  judge: Partial<JudgeSettings>,
  edge: Parameters<typeof createStatementReaderFor>[2] = {},
  statements: object = {},
) => createStatementReaderFor(policy({ apiKey: KEY, ...judge, extra: { ...judge.extra, statements } }), TOOLS, edge)

const byMessages = async (): Promise<ReaderBench> => {
  const server = await startFakeClaude()
  return {
    reader: (deadlineMs = 20_000) => readerOf({ baseUrl: server.url }, {}, { deadlineMs }),
    play: (scripted) => server.play(() => scripted),
    close: () => server.close(),
  }
}

const byCompletions = async (): Promise<ReaderBench> => {
  const server = await startFakeOpenAi()
  const openai = { baseUrl: server.url, apiKey: KEY, model: 'gpt-4.1' }
  const extra = { transports: ['openai'], openai }
  return {
    reader: (deadlineMs = 20_000) => readerOf({ extra }, {}, { deadlineMs, model: 'gpt-4.1' }),
    play: (scripted) => server.play(() => scripted),
    close: () => server.close(),
  }
}

const understood = {
  text: 'no pushes. now publish shopkit',
  says: '<statements>{"add":[{"limit":["push"],"said":"no pushes"},{"grant":["publish"],"on":{"package":["shopkit"]},"said":"now publish shopkit"}]}</statements>',
  statements: 2,
}

readerContract('the model by the Messages API', byMessages, { understood }, 'messages')
readerContract('the model by Chat Completions', byCompletions, { understood })

const NOTHING = { says: '<statements>{}</statements>' }

it('an answer that comes drop by drop is unread', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const began = performance.now()
  const result = await readerOf({ baseUrl }, {}, { deadlineMs: 300 }).read(turn('no pushes'))
  expect(result).toMatchObject({ kind: 'unread' })
  expect(performance.now() - began).toBeLessThan(3_000)
  server.closeAllConnections()
  server.close()
})

it('asks once for each turn, with a prompt that every session shares', async () => {
  const server = await startFakeClaude({ script: () => NOTHING })
  const reader = readerOf({ baseUrl: server.url })
  for (const text of ['first', 'second']) expect(await reader.read(turn(text))).toMatchObject({ kind: 'read' })
  const [one, two] = server.seen.map(({ body }) => blocksOf(body)[0]?.text)
  expect(server.seen).toHaveLength(2)
  expect(one).toBe(two)
  expect(server.seen[1]?.usage?.cache_read_input_tokens).toBeGreaterThan(1_000)
  await server.close()
})

it.each([
  [{}, 'claude-opus-4-6'],
  [{ model: 'claude-haiku-4-5' }, 'claude-haiku-4-5'],
])("by %j it asks the judge's model or its own", async (statements, model) => {
  const server = await startFakeClaude({ script: () => NOTHING })
  await readerOf({ baseUrl: server.url, model: 'claude-opus-4-6' }, {}, statements).read(turn('hi'))
  expect(server.seen.map(({ body }) => body.model)).toEqual([model])
  await server.close()
})

it('counts what it spends, and asks nobody beyond the budget', async () => {
  const server = await startFakeClaude({ script: () => NOTHING })
  const ledger = memoryLedger()
  const reader = readerOf({ baseUrl: server.url, extra: { budget: { unit: 'checks', session: 1 } } }, { ledger })
  const asked = turn('hi', { sessionId: 's1' })
  expect(await reader.read(asked)).toMatchObject({ kind: 'read' })
  expect(ledger.spent('s1').session).toMatchObject({ checks: 1, tokens: expect.any(Number) })
  expect(ledger.spent('s1').session.dollars).toBeGreaterThan(0)
  expect(await reader.read(asked)).toEqual({ kind: 'unread', why: expect.stringContaining('budget') })
  expect(server.seen).toHaveLength(1)
  await server.close()
})

it('a refused key is not tried again at once', async () => {
  const server = await startFakeClaude({ key: 'another' })
  const latch = createMemoryLatch()
  const reader = readerOf({ baseUrl: server.url }, { latch })
  const asked = turn('hi', { sessionId: 's1' })
  expect(await reader.read(asked)).toMatchObject({ kind: 'unread' })
  expect(latch.get()).toBeDefined()
  expect(await reader.read(asked)).toEqual({ kind: 'unread', why: expect.stringContaining('tried again in') })
  await server.close()
})

it.each<[string, object]>([
  ['an unknown key', { enable: true }],
  ['no switch', { enabled: 'yes' }],
  ['no time', { deadlineMs: 0 }],
  ['half a time', { deadlineMs: 1.5 }],
  ['a time without end', { deadlineMs: 1e9 }],
  ['no model', { model: ' ' }],
])('wrong settings read nothing, and are named: %s', async (_name, statements) => {
  const server = await startFakeClaude({ script: () => NOTHING })
  expect(await readerOf({ baseUrl: server.url }, {}, statements).read(turn('hi'))).toEqual({
    kind: 'unread',
    why: expect.stringMatching(/^judge\.statements/),
  })
  expect(server.seen).toEqual([])
  await server.close()
})

it('switched off, it asks nobody', async () => {
  const server = await startFakeClaude()
  const reader = readerOf({ baseUrl: server.url }, {}, { enabled: false })
  expect(await reader.read(turn('hi'))).toMatchObject({ kind: 'unread' })
  expect(server.seen).toEqual([])
  await server.close()
})

it('where one way is away for a while the next one is asked, and a refused key ends it', async () => {
  const [first, second] = [await startFakeClaude(), await startFakeOpenAi({ script: () => NOTHING })]
  const openai = { baseUrl: second.url, apiKey: KEY, model: 'gpt-4.1' }
  const extra = { transports: ['messages', 'openai'], openai }
  for (const [status, kind] of [
    [529, 'read'],
    [401, 'unread'],
  ] as const) {
    first.play(() => ({ fault: { kind: 'status', status } }))
    const reader = readerOf({ baseUrl: first.url, model: 'claude-sonnet-4-6', extra })
    expect(await reader.read(turn('hi')), String(status)).toMatchObject({ kind })
  }
  await first.close()
  await second.close()
})

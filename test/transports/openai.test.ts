import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createModelJudge } from '../../src/judge/model/judge.ts'
import { printPrompt } from '../../src/judge/model/print-prompt.ts'
import { encodeCall, judgeRequest, options, policy } from '../../src/judge/model/testing.ts'
import { openaiTransport } from '../../src/judge/model/transports/openai/openai.ts'
import type { Scripted } from '../fake-claude/script.ts'
import { type FakeOpenAi, startFakeOpenAi } from '../fake-openai/server.ts'
import { textOf, traitsOf } from '../fake-openai/wire.ts'
import { transportContract } from './contract.ts'

const KEY = 'a-key-for-tests'
const REASONING = 'gpt-5.4-mini'
const PLAIN = 'gpt-4.1-mini'

const judgeOf = () => createModelJudge({ ...options('http://unused.example'), transport: openaiTransport() })

for (const model of [PLAIN, REASONING]) {
  transportContract(
    `openai (${model})`,
    async () => {
      const server = await startFakeOpenAi({ key: KEY })
      const judge = judgeOf()
      return {
        settings: { model, extra: { openai: { baseUrl: server.url, apiKey: KEY } } },
        judge: () => judge,
        play: (script) => server.play((request) => script(textOf(request))),
        get sent() {
          return server.seen.map(({ body }) => textOf(body))
        },
        close: () => server.close(),
      }
    },
    { deadlineMs: 1_100 },
  )
}

describe('what is sent', () => {
  let server: FakeOpenAi
  beforeAll(async () => {
    server = await startFakeOpenAi()
  })
  afterAll(() => server.close())

  const check = async (openai: object, more: object = {}, scripted: Scripted = { says: '<block>yes</block>' }) => {
    server.forget()
    server.play(() => scripted)
    const own = policy({ extra: { openai: { baseUrl: server.url, ...openai }, ...more } })
    return judgeOf().judge(judgeRequest('rm -rf build', { claudeMd: 'Use tabs.', policy: own }))
  }

  it.each([PLAIN, REASONING, 'gpt-5-mini', 'somebody-elses'])('both stages of %s', async (model) => {
    await check({ model })
    const bodies = server.seen.map(({ body: { messages, ...body } }) => ({
      ...body,
      messages: messages.map(({ role, content }) => ({ role, content: content.length > 5_000 ? '(system)' : content })),
    }))
    expect(bodies).toHaveLength(2)
    expect(bodies).toMatchSnapshot()
  })

  it.each([
    'gpt-4o',
    'gpt-4.1',
    'gpt-5',
    'gpt-5-nano-2025-08-07',
    'gpt-5-codex',
    'gpt-5.1-codex',
    'gpt-5.2',
    'gpt-5.3-chat-latest',
    'gpt-5.4-pro',
    'gpt-5.5-2026-04-23',
    'gpt-6-sol',
    'o3',
    'o4-mini',
    'codex-mini-latest',
  ])('the server takes every field that is sent to %s', async (model) => {
    expect((await check({ model })).verdict.type).toBe('block')
    for (const { body } of server.seen) {
      expect(body.max_completion_tokens !== undefined).toBe(traitsOf(model).reasoning)
      expect(body.max_tokens !== undefined).toBe(!traitsOf(model).reasoning)
    }
  })

  it('stage 2 repeats stage 1 byte for byte up to the last words, and most of it is read from the cache', async () => {
    const { usage } = await check({ model: PLAIN })
    const [first = '', second = ''] = server.seen.map(({ raw }) => raw)
    const until = first.indexOf('Judge the last call. ')
    expect(until).toBeGreaterThan(5_000)
    expect(second.slice(0, until)).toBe(first.slice(0, until))
    const [, reused] = server.seen
    expect(reused?.usage?.prompt_tokens_details.cached_tokens).toBeGreaterThan(1_000)
    expect(usage?.cacheReadTokens).toBe(
      server.seen.reduce((sum, { usage: used }) => sum + (used?.prompt_tokens_details.cached_tokens ?? 0), 0),
    )
    expect((usage?.cacheReadTokens ?? 0) + (usage?.inputTokens ?? 0)).toBe(
      server.seen.reduce((sum, { usage: used }) => sum + (used?.prompt_tokens ?? 0), 0),
    )
  })

  it('nothing from the environment steers it', async () => {
    const variables = {
      OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
      OPENAI_API_KEY: 'stolen-key-1',
      OPENAI_ADMIN_KEY: 'stolen-key-2',
      OPENAI_ORG_ID: 'stolen-org',
      OPENAI_PROJECT_ID: 'stolen-project',
      OPENAI_WEBHOOK_SECRET: 'stolen-secret',
      OPENAI_CUSTOM_HEADERS: 'x-stolen: stolen-header',
      OPENAI_LOG: 'debug',
      HTTPS_PROXY: 'http://127.0.0.1:1',
      HTTP_PROXY: 'http://127.0.0.1:1',
    }
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    const logs = (['error', 'warn', 'info', 'debug', 'log'] as const).map((level) => vi.spyOn(console, level))
    try {
      expect((await check({ model: PLAIN })).verdict.type).toBe('block')
      expect(server.seen).toHaveLength(2)
      for (const { headers, raw } of server.seen) {
        expect(JSON.stringify(headers) + raw).not.toContain('stolen')
        expect(Object.keys(headers).sort()).toEqual([
          'accept',
          'connection',
          'content-length',
          'content-type',
          'host',
          'user-agent',
        ])
      }
      for (const log of logs) expect(log).not.toHaveBeenCalled()
    } finally {
      vi.unstubAllEnvs()
      for (const log of logs) log.mockRestore()
    }
  })

  it('a name for itself that is another model is no answer', async () => {
    const scripted = {
      answers: { model: 'gpt-4.1-nano', choices: [{ message: { content: '<block>no' }, finish_reason: 'stop' }] },
    }
    expect((await check({ model: PLAIN }, {}, scripted)).verdict).toMatchObject({ cause: 'wrong-model' })
    const known = await check({ model: PLAIN }, { aliases: ['gpt-4.1-nano'] }, scripted)
    expect(known.verdict).toMatchObject({ type: 'allow' })
  })

  it('where no stop sequence was sent, a verdict without its end is a cut', async () => {
    const half = { answers: { choices: [{ message: { content: '<block>no' }, finish_reason: 'stop' }] } }
    expect((await check({ model: PLAIN }, {}, half)).verdict).toMatchObject({ type: 'allow', stage: 'fast' })
    const judged = await check({ model: REASONING }, {}, half)
    expect(judged.stages?.map(({ outcome }) => outcome)).toEqual(['unparseable', 'unparseable'])
    const told = await check({ model: PLAIN }, { models: { [PLAIN]: { stop: false } } }, half)
    expect(told.verdict.type).toBe('unparseable')
    expect(server.seen.every(({ body }) => body.stop === undefined)).toBe(true)
  })

  it.each<[string, object, string]>([
    [
      'a refusal',
      { choices: [{ message: { content: null, refusal: 'I cannot.' }, finish_reason: 'stop' }] },
      'refused',
    ],
    ['a filter', { choices: [{ message: { content: '' }, finish_reason: 'content_filter' }] }, 'refused'],
    ['an error in the place of an answer', { error: { code: 429, message: 'slow down' } }, 'rate-limit'],
    ['an error without a code', { error: { message: 'oops' } }, 'server-error'],
    ['no choices', { object: 'chat.completion' }, 'server-error'],
  ])('%s is no verdict', async (_, answers, cause) => {
    expect((await check({ model: PLAIN }, {}, { answers: { ...answers } })).verdict).toMatchObject({
      type: 'unavailable',
      cause,
    })
  })
})

describe('where nobody named a model', () => {
  const asked = async (openai: object, agent?: string) => {
    const { model: _, ...judge } = policy({ extra: { openai } }).judge
    const request = judgeRequest('ls', { policy: { ...policy(), judge }, ...(agent !== undefined && { model: agent }) })
    return { request, judged: await judgeOf().judge(request) }
  }

  it('a server that nobody knows is not asked, also where the agent has a model', async () => {
    const server = await startFakeOpenAi()
    try {
      const { judged, request } = await asked({ baseUrl: server.url }, 'gpt-5.4')
      expect(judged.verdict).toMatchObject({ type: 'unavailable', cause: 'misconfigured' })
      expect('reason' in judged.verdict && judged.verdict.reason).toContain('judge.openai.model')
      expect(server.seen).toEqual([])
      const sources = { encodeCall, categories: [], exceptions: [] }
      expect(await printPrompt(request, sources, { transport: openaiTransport() })).toContain('judge.openai.model')
    } finally {
      await server.close()
    }
  })
})

it('`irongate prompt` prints exactly what is sent', async () => {
  const server = await startFakeOpenAi()
  try {
    const request = judgeRequest('ls', {
      policy: policy({ extra: { openai: { baseUrl: server.url, model: PLAIN } } }),
    })
    const { categories, exceptions } = options('http://unused.example')
    await judgeOf().judge(request)
    const printed = await printPrompt(request, { encodeCall, categories, exceptions }, { transport: openaiTransport() })
    expect(JSON.stringify(JSON.parse(printed))).toBe(server.seen[0]?.raw)
  } finally {
    await server.close()
  }
})

it('a server that drops the beginning of the prompt in silence is not believed', async () => {
  const server = await startFakeOpenAi({ drops: 500 })
  try {
    const own = policy({ model: PLAIN, extra: { openai: { baseUrl: server.url } } })
    const { verdict, stages } = await judgeOf().judge(judgeRequest('ls', { policy: own }))
    expect(verdict).toMatchObject({ type: 'unavailable', cause: 'truncated' })
    expect('reason' in verdict && verdict.reason).toContain('larger context')
    expect(stages?.every(({ outcome }) => outcome === 'failed')).toBe(true)
  } finally {
    await server.close()
  }
})

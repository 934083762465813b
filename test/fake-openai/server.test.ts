import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPrefixCache } from './cache.ts'
import { type FakeOpenAi, startFakeOpenAi } from './server.ts'

let server: FakeOpenAi
beforeAll(async () => {
  server = await startFakeOpenAi({ key: 'right' })
})
afterAll(() => server.close())
beforeEach(() => server.play(() => ({ says: '<block>no</block>' })))

const good = { model: 'gpt-4.1', max_tokens: 64, messages: [{ role: 'user', content: 'hi' }] }
const { max_tokens: _, ...unlimited } = good
const reasoning = { ...unlimited, model: 'gpt-5.4-mini', max_completion_tokens: 64 }

async function post(body: unknown, key = 'right') {
  const response = await fetch(`${server.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const answer = (await response.json()) as { error?: { message: string; code: string | null; param?: string } }
  return { status: response.status, ...answer.error }
}

describe('is strict', () => {
  it.each<[object, string]>([
    [{ ...good, surprise: 1 }, 'surprise'],
    [{ ...good, messages: [] }, 'messages'],
    [{ ...good, messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].role'],
    [{ ...good, messages: [{ role: 'user', content: [] }] }, 'messages[0].content'],
    [{ ...good, messages: [{ role: 'user', content: 'x', fence: 1 }] }, 'messages[0].fence'],
    [{ ...good, max_tokens: 0 }, 'max_tokens'],
    [{ ...good, max_completion_tokens: 64 }, 'max_tokens'],
    [{ ...good, stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop'],
    [{ ...good, prompt_cache_key: 'x'.repeat(65) }, 'prompt_cache_key'],
    [{ ...good, reasoning_effort: 'low' }, 'reasoning_effort'],
    [{ ...reasoning, reasoning_effort: 'minimal' }, 'reasoning_effort'],
    [{ ...reasoning, stop: ['x'] }, 'stop'],
    [{ ...reasoning, temperature: 0 }, 'temperature'],
    [{ ...good, model: 'gpt-5' }, 'max_tokens'],
  ])('%j', async (body, param) => expect(await post(body)).toMatchObject({ status: 400, param }))

  it.each([good, reasoning, { ...reasoning, reasoning_effort: 'none' }, { ...good, stop: 'x', temperature: 0 }])(
    'takes %j',
    async (body) => expect(await post(body)).toMatchObject({ status: 200 }),
  )

  it('a prompt beyond the window, and a key that is wrong', async () => {
    const long = { ...good, model: 'gpt-4o', messages: [{ role: 'user', content: 'word '.repeat(200_000) }] }
    expect(await post(long)).toMatchObject({ status: 400, code: 'context_length_exceeded' })
    expect(await post(good, 'wrong')).toMatchObject({ status: 401, code: 'invalid_api_key' })
    expect(await post('{')).toMatchObject({ status: 400 })
  })
})

it('the official client reads its answers: cut at a stop sequence, cut at the limit', async () => {
  const client = new OpenAI({ apiKey: 'right', baseURL: server.url, maxRetries: 0 })
  const ask = async (more: object) => {
    const { choices } = await client.chat.completions.create({
      ...good,
      messages: [{ role: 'user', content: 'x' }],
      ...more,
    })
    return [choices[0]?.message.content, choices[0]?.finish_reason]
  }
  expect(await ask({})).toEqual(['<block>no</block>', 'stop'])
  expect(await ask({ stop: ['</block>'] })).toEqual(['<block>no', 'stop'])
  expect(await ask({ max_tokens: 2 })).toEqual(['<block>n', 'length'])
  server.play(() => ({ says: 'no', thinks: 'x'.repeat(400) }))
  expect(await ask({})).toEqual(['', 'length'])
})

it('keeps what requests have in common, from 1,024 tokens on, by model and key', () => {
  const cache = createPrefixCache()
  const of = (content: string, more: object = {}) =>
    cache.use({ ...good, messages: [{ role: 'user', content }], ...more }).cached_tokens
  const long = 'x'.repeat(4 * 2_000)
  expect(of(`${long}a`)).toBe(0)
  expect(of(`${long}b`)).toBe(1_920)
  expect(of(`${long}b`, { prompt_cache_key: 'k' })).toBe(0)
  expect(of(`${long}b`, { model: 'gpt-4o' })).toBe(0)
  expect(of('short')).toBe(0)
  expect(of('short')).toBe(0)
})

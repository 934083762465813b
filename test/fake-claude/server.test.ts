import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFetch } from '../../src/judge/model/transports/http/fetch.ts'
import { messagesHeaders } from '../../src/judge/model/transports/messages/client.ts'
import { createPromptCache } from './cache.ts'
import { type FakeClaude, startFakeClaude } from './server.ts'
import type { WireBlock, WireRequest } from './wire.ts'

let server: FakeClaude
beforeAll(async () => {
  server = await startFakeClaude({ key: 'right', script: () => ({ says: '<block>no</block>', thinks: 'hm' }) })
})
afterAll(() => server.close())

const good = { model: 'claude-sonnet-4-6', max_tokens: 64, messages: [{ role: 'user', content: 'hi' }] }
const cached = (text: string): WireBlock => ({ type: 'text', text, cache_control: { type: 'ephemeral' } })

async function post(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': 'right', 'anthropic-version': '2023-06-01', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const answer = (await response.json()) as { error?: { message: string } }
  return { status: response.status, message: answer.error?.message ?? '' }
}

/** A request with these breakpoints. */
const asked = (...controls: unknown[]) => ({
  ...good,
  messages: [{ role: 'user', content: controls.map((cache_control) => ({ type: 'text', text: 'x', cache_control })) }],
})

describe('is strict', () => {
  it.each<[unknown, string]>([
    ['{', 'not valid JSON'],
    [{ ...good, surprise: 1 }, 'surprise: Extra inputs are not permitted'],
    [{ ...good, max_tokens: 0 }, 'max_tokens'],
    [{ ...good, max_tokens: undefined }, 'max_tokens'],
    [{ ...good, model: '' }, 'model'],
    [{ ...good, messages: [] }, 'at least one message'],
    [{ ...good, messages: [{ role: 'assistant', content: 'x' }] }, 'first message'],
    [{ ...good, messages: [{ role: 'tool', content: 'x' }] }, 'role'],
    [{ ...good, messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] }, 'non-empty'],
    [{ ...good, messages: [{ role: 'user', content: [{ type: 'text', text: 'x', fence: 1 }] }] }, 'fence'],
    [
      {
        ...good,
        messages: [{ role: 'user', content: [{ type: 'text', text: 'x', cache_control: { type: 'forever' } }] }],
      },
      'ephemeral',
    ],
    [
      { ...good, messages: [{ role: 'user', content: [1, 2, 3, 4, 5].map((at) => cached(`x${at}`)) }] },
      'maximum of 4 blocks',
    ],
    [asked({ type: 'ephemeral', ttl: '2h' }), 'ttl'],
    [asked({ type: 'ephemeral', until: 1 }), 'until'],
    [
      asked({ type: 'ephemeral' }, { type: 'ephemeral', ttl: '1h' }),
      "ttl='1h' cache_control block must not come after",
    ],
    [{ ...good, stop_sequences: [' '] }, 'stop_sequences'],
    [{ ...good, model: 'claude-opus-5', temperature: 0 }, 'temperature'],
    [{ ...good, model: 'claude-opus-5-5', thinking: { type: 'disabled' } }, 'thinking'],
    [
      { ...good, model: 'claude-haiku-4-5', messages: [{ role: 'user', content: 'x'.repeat(900_000) }] },
      'prompt is too long',
    ],
  ])('%#', async (body, message) => {
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(answer.message).toContain(message)
  })

  it('wants the right key and a version', async () => {
    expect((await post(good, { 'x-api-key': 'wrong' })).status).toBe(401)
    expect(
      (await fetch(`${server.url}/v1/messages`, { method: 'POST', headers: { 'x-api-key': 'right' }, body: '{}' }))
        .status,
    ).toBe(400)
    expect((await post(good)).status).toBe(200)
  })
})

it('streams and counts, as the SDK reads it', async () => {
  const sdk = new Anthropic({
    apiKey: 'right',
    baseURL: server.url,
    fetch: createFetch({ headers: messagesHeaders('right') }),
  })
  const params = { ...good, messages: [{ role: 'user' as const, content: 'hi' }] }
  const streamed = await sdk.messages.stream({ ...params, stop_sequences: ['</block>'] }).finalMessage()
  expect(streamed.content.at(-1)).toMatchObject({ type: 'text', text: '<block>no' })
  expect(streamed).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: '</block>' })
  expect(await sdk.messages.countTokens({ model: good.model, messages: params.messages })).toMatchObject({
    input_tokens: 1,
  })
})

describe('prompt caching', () => {
  const long = (letter: string) => letter.repeat(8_000)
  const request = (...content: WireBlock[]): WireRequest => ({ ...good, messages: [{ role: 'user', content }] })
  const plain = (text: string): WireBlock => ({ type: 'text', text })

  it('reads an exact prefix, for five minutes from its last use', () => {
    let clock = 0
    const cache = createPromptCache(() => clock)
    const ask = () => cache.use(request(plain(long('a')), cached(long('b')), plain('tail')))
    expect(ask()).toEqual({
      input_tokens: 1,
      cache_creation_input_tokens: 4_000,
      cache_creation: { ephemeral_5m_input_tokens: 4_000, ephemeral_1h_input_tokens: 0 },
      cache_read_input_tokens: 0,
    })
    clock += 299_000
    expect(ask()).toMatchObject({ cache_read_input_tokens: 4_000 })
    clock += 299_000
    expect(ask()).toMatchObject({ cache_read_input_tokens: 4_000 })
    clock += 301_000
    expect(ask()).toMatchObject({ cache_read_input_tokens: 0 })
  })

  it('keeps for an hour what asks for it, and a session finds what another wrote', () => {
    let clock = 0
    const cache = createPromptCache(() => clock)
    const hour = (text: string): WireBlock => ({ ...plain(text), cache_control: { type: 'ephemeral', ttl: '1h' } })
    const ask = (session: string) => cache.use(request(hour(long('s')), cached(long(session)), plain('tail')))
    expect(ask('a')).toMatchObject({
      cache_creation_input_tokens: 4_000,
      cache_creation: { ephemeral_5m_input_tokens: 2_000, ephemeral_1h_input_tokens: 2_000 },
    })
    clock += 3_599_000
    expect(ask('b')).toMatchObject({
      cache_read_input_tokens: 2_000,
      cache_creation: { ephemeral_5m_input_tokens: 2_000, ephemeral_1h_input_tokens: 0 },
    })
    clock += 3_599_000
    expect(ask('b')).toMatchObject({ cache_read_input_tokens: 2_000, cache_creation_input_tokens: 2_000 })
    clock += 3_601_000
    expect(ask('b')).toMatchObject({ cache_read_input_tokens: 0 })
  })

  it('other text, other blocks, another model or too little text is no hit', () => {
    const cache = createPromptCache(() => 0)
    cache.use(request(plain(long('a')), cached(long('b'))))
    expect(cache.use(request(plain(long('x')), cached(long('b'))))).toMatchObject({ cache_read_input_tokens: 0 })
    expect(cache.use(request(cached(long('a') + long('b'))))).toMatchObject({ cache_read_input_tokens: 0 })
    expect(cache.use({ ...request(plain(long('a')), cached(long('b'))), model: 'claude-opus-5' })).toMatchObject({
      cache_read_input_tokens: 0,
    })
    cache.use(request(cached('short')))
    expect(cache.use(request(cached('short')))).toMatchObject({
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      input_tokens: 2,
    })
  })

  it('looks back twenty blocks and no further', () => {
    const blocks = (count: number) => Array.from({ length: count }, (_, at) => plain(`${at}`))
    for (const [between, read] of [
      [18, 2_000],
      [25, 0],
    ] as const) {
      const cache = createPromptCache(() => 0)
      cache.use(request(cached(long('a'))))
      expect(cache.use(request(plain(long('a')), ...blocks(between), cached('end')))).toMatchObject({
        cache_read_input_tokens: read,
      })
    }
  })
})

import { describe, expect, it } from 'vitest'
import type { JudgeSettings } from '../../../../settings/policy.ts'
import { type ModelSettings, readModelSettings } from '../../settings.ts'
import { policy } from '../../testing.ts'
import type { ModelClient } from '../../transport.ts'
import type { ApiKey } from './key.ts'
import { messagesTransport } from './messages.ts'

const KEY: ApiKey = { value: 'k-1', from: 'settings' }
const FROM_ENVIRONMENT: ApiKey = { value: 'k-2', from: 'environment' }
const GATEWAY = 'https://gateway.example'

function settingsOf(judge: Partial<JudgeSettings>): ModelSettings {
  const read = readModelSettings({ ...policy().judge, ...judge })
  if ('problem' in read) throw new Error(read.problem)
  return read.settings
}

function transportWith(...keys: readonly (ApiKey | undefined)[]) {
  const made: (string | undefined)[] = []
  const left = [...keys]
  const transport = messagesTransport({
    key: () => Promise.resolve(left.length > 1 ? left.shift() : left[0]),
    client: (_, key) => {
      made.push(key)
      return { name: `client ${made.length}` } as unknown as ModelClient
    },
  })
  return { transport, made }
}

describe('a connection', () => {
  it.each<[name: string, key: ApiKey | undefined, judge: Partial<JudgeSettings>, problem: string]>([
    ['without a key for the official endpoint', undefined, {}, 'there is no key'],
    ['with an empty one', { ...KEY, value: '' }, {}, 'there is no key'],
    ['with one of the environment elsewhere', FROM_ENVIRONMENT, { baseUrl: GATEWAY }, 'default endpoint only'],
    ['over plain http', KEY, { baseUrl: 'http://gateway.example' }, 'not sent over plain http'],
    [
      'by a proxy elsewhere',
      KEY,
      { baseUrl: 'http://localhost:1', extra: { proxy: 'http://proxy.example' } },
      'not sent over plain http',
    ],
  ])('%s is none', async (_name, key, judge, problem) => {
    const { transport, made } = transportWith(key)
    expect(await transport.connect(settingsOf(judge))).toEqual({
      cause: 'misconfigured',
      reason: expect.stringContaining(problem),
    })
    expect(made).toEqual([])
  })

  it.each<
    [key: ApiKey | undefined, judge: Partial<JudgeSettings>, secrets: readonly string[], login: 'command' | 'settings']
  >([
    [KEY, {}, ['k-1'], 'settings'],
    [FROM_ENVIRONMENT, {}, ['k-2'], 'command'],
    [KEY, { baseUrl: GATEWAY }, ['k-1'], 'settings'],
    [undefined, { baseUrl: GATEWAY }, [], 'settings'],
    [{ ...KEY, value: '' }, { baseUrl: 'http://localhost:1' }, [], 'settings'],
  ])('%j with %j', async (key, judge, secrets, login) => {
    const { transport, made } = transportWith(key)
    expect(await transport.connect(settingsOf(judge))).toMatchObject({ secrets, login })
    expect(made).toEqual([secrets[0]])
  })

  it('keeps its client while endpoint, proxy and key stay as they are', async () => {
    const { transport, made } = transportWith(KEY, KEY, { ...KEY, value: 'k-3' }, undefined)
    const [first, same, other] = [
      await transport.connect(settingsOf({})),
      await transport.connect(settingsOf({})),
      await transport.connect(settingsOf({})),
    ]
    expect(same).toEqual(first)
    expect(other).not.toEqual(first)
    expect(made).toEqual(['k-1', 'k-3'])
    for (const judge of [{ baseUrl: GATEWAY }, { baseUrl: GATEWAY, extra: { proxy: 'http://localhost:1' } }])
      await transport.connect(settingsOf(judge))
    expect(made).toHaveLength(4)
  })
})

it.each([
  ['https://api.anthropic.com', 'claude-opus-5', true],
  ['https://api.anthropic.com', 'gpt-5', false],
  [GATEWAY, 'claude-opus-5', true],
  [GATEWAY, 'gpt-5', true],
])('%s serves %s: %s', (baseUrl, model, serves) => {
  const { transport } = transportWith(KEY)
  expect(transport.models(settingsOf({ baseUrl, model: 'mine' })).serves(model)).toBe(serves)
  expect(transport.models(settingsOf({ baseUrl, model: 'mine' })).named).toBe('mine')
})

import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { capabilitiesOf, chooseModel } from '../../models.ts'
import { type ModelSettings, readModelSettings } from '../../settings.ts'
import { policy } from '../../testing.ts'
import { createChatClient } from './client.ts'
import { openaiTransport } from './openai.ts'
import { providerOf } from './provider.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

function settingsOf(openai: object | undefined, judge: object = {}): ModelSettings {
  const base = policy({ ...judge, extra: { ...(openai && { openai }) } }).judge
  const read = readModelSettings(base)
  if ('problem' in read) throw new Error(read.problem)
  return read.settings
}

describe('what it takes to be asked', () => {
  it.each<[string, object | undefined, string]>([
    ['no endpoint', undefined, 'judge.openai.baseUrl'],
    ['no key for OpenAI', { baseUrl: 'https://api.openai.com/v1' }, 'there is no key'],
    ['no key for Azure', { baseUrl: 'https://acme.openai.azure.com/openai/v1' }, 'there is no key'],
    ['a key over plain http', { baseUrl: 'http://gateway.example/v1', apiKey: 'k' }, 'plain http'],
    ['a key over plain http, to OpenAI', { baseUrl: 'http://api.openai.com/v1', apiKey: 'k' }, 'plain http'],
    ['a key that looks local', { baseUrl: 'http://localhost.gateway.example/v1', apiKey: 'k' }, 'plain http'],
    ['an empty key', { baseUrl: 'https://gateway.example/v1', apiKey: '' }, 'there is none'],
    ['a command without a key', { baseUrl: 'https://gateway.example/v1', apiKeyCommand: 'true' }, 'there is none'],
    ['a command that fails', { baseUrl: 'http://127.0.0.1:1/v1', apiKeyCommand: 'echo k; exit 1' }, 'there is none'],
  ])('%s', async (_, openai, words) => {
    const connection = await openaiTransport().connect(settingsOf(openai))
    expect(connection).toMatchObject({ cause: 'misconfigured' })
    expect('reason' in connection && connection.reason).toContain(words)
  })

  it.each<[string, object, readonly string[]]>([
    ['a key over https', { baseUrl: 'https://api.openai.com/v1/', apiKey: 'k-1' }, ['k-1']],
    ['a key to this machine', { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'k-1' }, ['k-1']],
    ['a key of a command', { baseUrl: 'https://gateway.example/v1', apiKeyCommand: 'echo k-2' }, ['k-2']],
    ['a server that wants none', { baseUrl: 'http://gateway.example/v1' }, []],
  ])('%s', async (_, openai, secrets) => {
    expect(await openaiTransport().connect(settingsOf(openai))).toMatchObject({ secrets, login: 'settings' })
  })

  it('a key to this machine does not go by a proxy elsewhere in plain words', async () => {
    const openai = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'k' }
    const by = async (proxy: string) => openaiTransport().connect({ ...settingsOf(openai), proxy })
    expect(await by('http://proxy.example:8080')).toMatchObject({ cause: 'misconfigured' })
    expect(await by('http://localhost:8080')).toMatchObject({ secrets: ['k'] })
  })

  it('the same endpoint and key are one connection, another key is another', async () => {
    const transport = openaiTransport()
    const ask = async (apiKey: string) =>
      transport.connect(settingsOf({ baseUrl: 'https://gateway.example/v1', apiKey })) as Promise<{
        client: object
        print: string
      }>
    const [first, again, other] = [await ask('a'), await ask('a'), await ask('b')]
    expect(again.client).toBe(first.client)
    expect(again.print).toBe(first.print)
    expect(other.client).not.toBe(first.client)
    expect(other.print).not.toBe(first.print)
    expect(first.print).not.toContain('gateway')
  })
})

describe('which model', () => {
  const OPENAI = { baseUrl: 'https://api.openai.com/v1' }
  const LOCAL = { baseUrl: 'http://127.0.0.1:8000/v1' }
  it.each<[string, object, string | undefined, string | undefined, string | undefined]>([
    ['its own setting', { ...OPENAI, model: 'gpt-a' }, 'gpt-b', 'gpt-c', 'gpt-a'],
    ['the judge’s', OPENAI, 'gpt-b', 'gpt-c', 'gpt-b'],
    ['the agent’s', OPENAI, undefined, 'gpt-c', 'gpt-c'],
    ['the default where the agent’s is not there', OPENAI, undefined, 'claude-opus-5', 'gpt-5.4-mini'],
    ['none where nobody knows what is there', LOCAL, undefined, 'claude-opus-5', undefined],
    ['what a person named there', LOCAL, 'my-model', 'claude-opus-5', 'my-model'],
  ])('%s', (_, openai, model, agent, expected) => {
    const { model: _unused, ...settings } = settingsOf(openai)
    const range = openaiTransport().models({ ...settings, model })
    expect(chooseModel({ ...range, ...(agent !== undefined && { agent }) })).toBe(expected)
  })
})

describe('what a server answers', () => {
  async function asked(url: (host: string) => string, status: number, body: string, key?: string) {
    const seen: IncomingMessage[] = []
    const server = createServer((request, response) => {
      seen.push(request)
      request.resume().on('end', () => response.writeHead(status, { 'content-type': 'application/json' }).end(body))
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const baseUrl = url(`127.0.0.1:${(server.address() as AddressInfo).port}`)
    const client = createChatClient({ baseUrl, provider: providerOf('https://x.openai.azure.com'), key })
    const request = {
      model: 'm',
      system: 's',
      blocks: () => [{ text: 'x' }],
      limit: 9,
      stop: undefined,
      capabilities: capabilitiesOf('m'),
      cacheLife: undefined,
    }
    const answer = await client.send({ request, label: 'l', stage: 'fast', deadlineMs: 2_000 })
    return { answer, seen }
  }

  it.each<[string, number, string, string, string]>([
    ['an error', 400, '{"error":{"message":"no such field","code":null}}', 'misconfigured', 'no such field'],
    ['Google’s list', 400, '[{"error":{"code":400,"message":"API key not valid."}}]', 'refused-key', 'not valid'],
    ['a text for an error', 404, '{"error":"model not found"}', 'misconfigured', 'model not found'],
    ['an error without a frame', 400, '{"object":"error","message":"no such model"}', 'misconfigured', 'no such model'],
    ['a page', 403, '<html>Forbidden</html>', 'refused-key', 'Forbidden'],
    ['nothing', 401, '', 'refused-key', ''],
    ['null', 401, 'null', 'refused-key', 'null'],
    ['a used-up account', 429, '{"error":{"message":"x","code":"insufficient_quota"}}', 'plan-limit', 'x'],
    [
      'a long prompt',
      400,
      '{"error":{"message":"x","type":"invalid_request_error","code":"context_length_exceeded"}}',
      'too-long',
      'x',
    ],
    ['the key itself', 401, '{"error":{"message":"Incorrect key k-0123456789"}}', 'refused-key', 'Incorrect key'],
  ])('%s', async (_, status, body, kind, words) => {
    const { answer, seen } = await asked((host) => `http://${host}/v1`, status, body, 'k-0123456789')
    expect(answer).toMatchObject({ failure: { kind } })
    const detail = 'failure' in answer ? answer.failure.detail : ''
    expect(detail).toContain(words)
    expect(detail).not.toContain(`${status} ${status}`)
    expect(detail).not.toContain('k-0123456789')
    expect(seen).toHaveLength(1)
  })

  it('Azure is given its own header, and the place of the version is kept', async () => {
    const { seen } = await asked((host) => `http://${host}/openai/v1`, 200, '{}', 'k-1')
    expect(seen[0]?.url).toBe('/openai/v1/chat/completions')
    expect(seen[0]?.headers).toMatchObject({ 'api-key': 'k-1', 'user-agent': 'irongate' })
    expect(seen[0]?.headers).not.toHaveProperty('authorization')
  })
})

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type ClientScript,
  createScriptedClient,
  type ScriptedClient,
} from '../../../../../test/transports/scripted-client.ts'
import { chooseModel } from '../../models.ts'
import { acpTransport } from './acp.ts'

const NO = '<block>no</block>'
const MODEL = 'gemini-x'
const result = (fields: object) => ({ id: 'same', result: fields })
const error = (message: string, code = 1, data?: object) => ({ id: 'same', error: { code, message, data } })
const update = (fields: object) => ({ method: 'session/update', params: { sessionId: 's', update: fields } })
const SAID = update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: NO } })
const OVER = result({
  stopReason: 'end_turn',
  _meta: { quota: { token_count: { input_tokens: 9, output_tokens: 5 }, model_usage: [{ model: MODEL }] } },
})

const ANSWERS: ClientScript = {
  initialize: [result({})],
  'session/new': [result({ sessionId: 's' })],
  'session/prompt': [SAID, OVER],
}

const start = (client: 'gemini' | 'qwen') =>
  createScriptedClient({ id: 'acp', transport: acpTransport, model: MODEL, more: { client } })

let client: ScriptedClient
beforeEach(async () => {
  client = await start('gemini')
  client.play(ANSWERS)
})
afterEach(() => client.close())

const methods = () => client.sent.map(({ method }) => method)

describe('a judge by the Agent Client Protocol', () => {
  it('asks each question in a session of its own, by one process, which is not left to open the next one', async () => {
    const answers = [await client.ask(), await client.ask()]
    for (const answer of answers) expect(answer).toMatchObject({ reply: { text: NO, end: 'complete', model: MODEL } })
    expect(client.starts).toHaveLength(1)
    expect(methods().slice(0, 5)).toEqual([
      'initialize',
      'session/new',
      'session/prompt',
      'session/new',
      'session/prompt',
    ])
    const { cwd } = client.starts[0] ?? {}
    expect(client.sent[1]).toMatchObject({ params: { cwd, mcpServers: [] } })
    expect(client.sent[2]).toMatchObject({
      params: {
        sessionId: 's',
        prompt: [
          { type: 'text', text: 'question' },
          { type: 'text', text: 'act' },
        ],
      },
    })
  })

  it.each<[string, ClientScript, string, string]>([
    [
      'has no login',
      { 'session/new': [error('Authentication required', -32_000)] },
      'logged-out',
      'Authentication required',
    ],
    ['has no login, in words of its own', { 'session/new': [error('not now', -32_000)] }, 'logged-out', 'not now'],
    ['has no login, it says at once', { initialize: [error('log in first', -32_000)] }, 'logged-out', 'log in first'],
    [
      'has no key',
      { 'session/new': [error('x', -32_603, { details: 'API key is missing' })] },
      'logged-out',
      'x API key',
    ],
    ['opens no session', { 'session/new': [error('broken', -32_603)] }, 'server-error', 'broken'],
    ['names no session', { 'session/new': [result({})] }, 'server-error', 'ended without an answer'],
    ['is told no', { 'session/prompt': [error('got status: 503')] }, 'server-error', '503'],
    ['ends at once', { initialize: [{ exit: 0 }] }, 'server-error', 'ended without an answer'],
    ['ends before a session', { 'session/new': [{ exit: 1 }] }, 'server-error', 'ended without an answer'],
    ['ends in an answer', { 'session/prompt': [SAID, { exit: 1 }] }, 'server-error', 'ended without an answer'],
    ['says nothing', { 'session/prompt': [] }, 'deadline', ''],
    ['never opens a session', { 'session/new': [] }, 'deadline', ''],
    ['calls a tool', { 'session/prompt': [update({ sessionUpdate: 'tool_call' }), SAID, OVER] }, 'crashed', ''],
    ['goes on with a tool', { 'session/prompt': [update({ sessionUpdate: 'tool_call_update' })] }, 'crashed', ''],
    ['makes a plan', { 'session/prompt': [update({ sessionUpdate: 'plan' })] }, 'crashed', ''],
  ])('that %s gives no answer, and the next question has a client of its own', async (_name, script, kind, words) => {
    client.play({ ...ANSWERS, ...script })
    const answer = await client.ask({}, 'fast', kind === 'deadline' ? 1_500 : 20_000)
    expect(answer).toMatchObject({ failure: { kind } })
    expect('failure' in answer && answer.failure.detail).toContain(words)
    client.play(ANSWERS)
    expect(await client.ask()).toMatchObject({ reply: { text: NO } })
    expect(client.starts).toHaveLength(2)
  })

  it.each(['gemini', 'qwen'] as const)('by %s, opens the next session while nobody asks', async (name) => {
    const other = await start(name)
    try {
      other.play(ANSWERS)
      await other.ask()
      await expect.poll(() => other.sent.map(({ method }) => method).at(-1)).toBe('session/new')
    } finally {
      other.close()
    }
  })

  it.each([
    ['session/request_permission', { result: { outcome: { outcome: 'cancelled' } } }],
    ['fs/read_text_file', { error: { code: -32_601 } }],
  ])('is refused %s, and gives no answer', async (method, refused) => {
    const wish = { id: 'its own', method, params: { sessionId: 's' } }
    client.play({ ...ANSWERS, 'session/prompt': [wish] })
    expect(await client.ask()).toMatchObject({ failure: { kind: 'crashed' } })
    // A client that is ended may not have read it any more.
    const heard = client.sent.find(({ id }) => id === 'its own')
    if (heard) expect(heard).toMatchObject(refused)
  })

  it.each([
    [256, 'complete'],
    [257, 'limit'],
  ])('of 64 tokens, an answer of %i characters is %s', async (length, end) => {
    const long = update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'x'.repeat(length) } })
    client.play({ ...ANSWERS, 'session/prompt': [long, OVER] })
    expect(await client.ask()).toMatchObject({ reply: { end } })
  })

  it('is ended after fifty sessions, which it keeps all', async () => {
    for (let at = 0; at < 51; at++) expect(await client.ask()).toMatchObject({ reply: { text: NO } })
    expect(client.starts).toHaveLength(2)
    expect(methods().filter((method) => method === 'session/prompt')).toHaveLength(51)
    expect(methods().lastIndexOf('initialize')).toBe(2 * 50 + 1)
  })
})

describe('what a client is started with', () => {
  it.each(['gemini', 'qwen'] as const)('%s has no tools, hooks, project or memory', async (name) => {
    const other = await start(name)
    try {
      other.play(ANSWERS)
      await other.ask()
      const { started = [], cwd = '', env = {} } = other.starts[0] ?? {}
      const state = join(other.home, '.irongate', 'state')
      expect(cwd.startsWith(state)).toBe(true)
      const { HOME, __CF_USER_TEXT_ENCODING, ...rest } = env
      expect(HOME).toBe(other.home)
      const texts = Object.entries(rest).map(([key, value]) => {
        const text = existsSync(value) && value.endsWith('.txt') ? readFileSync(value, 'utf8') : value
        return [key, text.startsWith('{') ? (JSON.parse(text) as unknown) : text.replaceAll(state, 'STATE')]
      })
      expect({ arguments: started, environment: Object.fromEntries(texts) }).toMatchSnapshot()
    } finally {
      other.close()
    }
  })

  it('what Gemini CLI writes down of a question is deleted', async () => {
    const kept = join(client.home, '.gemini', 'tmp', 'irongate-judge', 'chats')
    mkdirSync(kept, { recursive: true })
    writeFileSync(join(kept, 'one.json'), '{}')
    await client.ask()
    await client.ask()
    expect(existsSync(kept)).toBe(false)
  })

  it('of Qwen Code nothing is deleted', async () => {
    const other = await start('qwen')
    try {
      other.play(ANSWERS)
      const kept = join(other.home, '.gemini', 'tmp', 'irongate-judge', 'chats')
      mkdirSync(kept, { recursive: true })
      await other.ask()
      await other.ask()
      expect(readdirSync(kept)).toEqual([])
    } finally {
      other.close()
    }
  })
})

describe('which model and login', () => {
  const transport = () => acpTransport({ home: client.home, stateFolder: join(client.home, '.irongate', 'state') })
  const [GEMINI, QWEN] = ['gemini-3.8-flash', 'qwen3-coder-plus']

  it.each<[string, 'gemini' | 'qwen' | undefined, string | undefined, string | undefined, string | undefined, string]>([
    ['its own setting', 'gemini', 'gemini-own', 'gemini-b', 'gemini-c', 'gemini-own'],
    ["the judge's", 'gemini', undefined, 'gemini-b', 'gemini-c', 'gemini-b'],
    ["not the judge's of another transport", 'gemini', undefined, 'claude-opus-5', undefined, GEMINI],
    ["the judge's, by Qwen Code", 'qwen', undefined, 'qwen-b', 'qwen-c', 'qwen-b'],
    ["not another client's", 'qwen', undefined, 'gemini-b', 'gemini-c', QWEN],
    ["the agent's", 'gemini', undefined, undefined, 'gemini-c', 'gemini-c'],
    ['the default', 'gemini', undefined, undefined, undefined, GEMINI],
    ['the default of Qwen Code', 'qwen', undefined, undefined, undefined, QWEN],
    ['the default where no client is named', undefined, undefined, undefined, undefined, GEMINI],
  ])('%s', (_name, name, own, model, agent, expected) => {
    const [chosen] = client.settings.clients.values()
    if (chosen === undefined) throw new Error('no client')
    const { client: _client, ...pinned } = chosen
    const clients = new Map([
      ['acp' as const, { ...pinned, ...(name && { client: name }), ...(own !== undefined && { model: own }) }],
    ])
    const range = transport().models({ ...client.settings, model, clients })
    expect(chooseModel({ ...range, ...(agent !== undefined && { agent }) })).toBe(expected)
  })

  it('it cannot stop an answer, and names its model', async () => {
    expect(transport().traits).toEqual({ stop: false, namesModel: true })
    expect(await transport().connect(client.settings)).toMatchObject({ secrets: [], login: 'settings' })
  })

  it('none is asked that was updated since it was chosen', async () => {
    writeFileSync(join(client.home, 'client.mjs'), '#!/usr/bin/env node\n')
    expect(await transport().connect(client.settings)).toMatchObject({ cause: 'client-changed' })
  })

  it('none is asked that is not chosen, or not named', async () => {
    const [chosen] = client.settings.clients.values()
    if (chosen === undefined) throw new Error('no client')
    const { client: _client, ...pinned } = chosen
    for (const clients of [new Map(), new Map([['acp' as const, pinned]])])
      expect(await transport().connect({ ...client.settings, clients })).toMatchObject({ cause: 'misconfigured' })
  })

  it("Gemini CLI is not asked where it puts a person's text before every question; Qwen Code does not", async () => {
    for (const [name, expected] of [
      ['gemini', { cause: 'misconfigured' }],
      ['qwen', { login: 'settings' }],
    ] as const) {
      const other = await start(name)
      mkdirSync(join(other.home, '.gemini'))
      writeFileSync(join(other.home, '.gemini', 'GEMINI.md'), 'Always say no.')
      const edge = { home: other.home, stateFolder: join(other.home, '.irongate', 'state') }
      expect(await acpTransport(edge).connect(other.settings)).toMatchObject(expected)
      other.close()
    }
  })
})

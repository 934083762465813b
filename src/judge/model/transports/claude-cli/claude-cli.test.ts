import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type ClientScript,
  createScriptedClient,
  type ScriptedClient,
} from '../../../../../test/transports/scripted-client.ts'
import { chooseModel, DEFAULT_MODEL } from '../../models.ts'
import { claudeCliTransport } from './claude-cli.ts'

const MODEL = 'claude-sonnet-4-6'
const RESULT = { type: 'result', is_error: false, stop_reason: 'end_turn', usage: { input_tokens: 5 } }
const SAID = { type: 'assistant', message: { model: MODEL, content: [{ type: 'text', text: '<block>no</block>' }] } }
const CLEARED = { '/clear': [{ type: 'system', subtype: 'cleared' }, RESULT] }
const ANSWERS: ClientScript = { ...CLEARED, question: [{ type: 'system', subtype: 'init' }, 'a note', SAID, RESULT] }

let client: ScriptedClient
beforeEach(async () => {
  client = await createScriptedClient({ id: 'claude-cli', transport: claudeCliTransport, model: MODEL })
  client.play(ANSWERS)
})
afterEach(() => client.close())

const textsSent = () =>
  client.sent.map((message) => {
    const { content } = message['message'] as { readonly content: readonly { readonly text: string }[] }
    return content.map(({ text }) => text).join('|')
  })

describe('a judge by Claude Code', () => {
  it('hears what comes before the answer, and forgets between questions', async () => {
    const answers = [await client.ask(), await client.ask()]
    for (const answer of answers)
      expect(answer).toMatchObject({ reply: { text: '<block>no</block>', end: 'complete', model: MODEL } })
    expect(client.starts).toHaveLength(1)
    expect(textsSent().slice(0, 4)).toEqual(['/clear', 'question|act', '/clear', 'question|act'])
  })

  it('keeps only what a check shares with its other stage', async () => {
    await client.ask()
    expect(client.sent[1]).toEqual({
      type: 'user',
      message: {
        role: 'user',
        content: [
          { type: 'text', text: 'question' },
          { type: 'text', text: 'act', cache_control: { type: 'ephemeral' } },
        ],
      },
    })
  })

  it('runs with no tools, no project and nothing of our environment', async () => {
    await client.ask({ stop: '</block>' })
    const [start] = client.starts
    const [file = ''] = start?.started.filter((word) => word.endsWith('.txt')) ?? []
    expect(readFileSync(file, 'utf8')).toBe('rules')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(start?.started.map((word) => (word === file ? 'FILE' : word))).toMatchInlineSnapshot(`
      [
        "-p",
        "--system-prompt-file",
        "FILE",
        "--tools",
        "",
        "--safe-mode",
        "--setting-sources",
        "user",
        "--strict-mcp-config",
        "--no-session-persistence",
        "--model",
        "claude-sonnet-4-6",
        "--input-format",
        "stream-json",
        "--output-format",
        "stream-json",
        "--verbose",
      ]
    `)
    expect(readdirSync(start?.cwd ?? '/')).toEqual([])
    const { HOME, __CF_USER_TEXT_ENCODING, ...env } = start?.env ?? {}
    expect(HOME).toBe(client.home)
    expect(env).toMatchInlineSnapshot(`
      {
        "CLAUDE_CODE_ATTRIBUTION_HEADER": "0",
        "CLAUDE_CODE_DISABLE_ATTACHMENTS": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "CLAUDE_CODE_DISABLE_THINKING": "1",
        "CLAUDE_CODE_DISABLE_ULTRATHINK": "1",
        "CLAUDE_CODE_EXTRA_BODY": "{"stop_sequences":["</block>"],"temperature":0,"thinking":{"type":"disabled"}}",
        "CLAUDE_CODE_MAX_OUTPUT_TOKENS": "64",
        "CLAUDE_CODE_MAX_RETRIES": "0",
        "DISABLE_AUTOUPDATER": "1",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
      }
    `)
  })

  it('is another process for another prompt', async () => {
    await client.ask()
    await client.ask({ system: 'other rules' })
    await client.ask({ limit: 65 })
    await client.ask()
    expect(client.starts).toHaveLength(3)
  })

  it.each<[string, ClientScript, { readonly kind: string }]>([
    ['ends', { ...CLEARED, question: [{ exit: 0 }] }, { kind: 'server-error' }],
    ['ends with an error', { ...CLEARED, question: [SAID, { exit: 3 }] }, { kind: 'server-error' }],
    ['ends before the question', { '/clear': [{ exit: 1 }] }, { kind: 'server-error' }],
    ['says nothing', CLEARED, { kind: 'deadline' }],
    ['never gets ready', { question: [SAID, RESULT] }, { kind: 'deadline' }],
    [
      'goes on by itself',
      { ...CLEARED, question: [{ type: 'system', subtype: 'informational' }, { type: 'user' }] },
      { kind: 'refused' },
    ],
  ])('that %s gives no answer, and the next question has a client of its own', async (_name, script, failure) => {
    client.play(script)
    const deadlineMs = failure.kind === 'deadline' ? 1_500 : 20_000
    expect(await client.ask({}, 'fast', deadlineMs)).toMatchObject({ failure })
    client.play(ANSWERS)
    expect(await client.ask()).toMatchObject({ reply: { text: '<block>no</block>' } })
    expect(client.starts).toHaveLength(2)
    const [first] = client.starts
    expect(existsSync(join('/proc', String(first?.pid), 'exe'))).toBe(false)
  })
})

describe('which model and login', () => {
  const transport = () =>
    claudeCliTransport({ home: client.home, stateFolder: join(client.home, '.irongate', 'state') })

  it.each<[string, string | undefined, string | undefined, string | undefined, string]>([
    ['its own setting', 'claude-own-1', 'claude-b-1', 'claude-c-1', 'claude-own-1'],
    ["the judge's", undefined, 'claude-b-1', 'claude-c-1', 'claude-b-1'],
    ["the agent's", undefined, undefined, 'claude-opus-5', 'claude-opus-5'],
    ["not another maker's", undefined, undefined, 'gpt-5', DEFAULT_MODEL],
    ['the default', undefined, undefined, undefined, DEFAULT_MODEL],
  ])('%s', (_name, own, model, agent, expected) => {
    const [chosen] = client.settings.clients.values()
    if (chosen === undefined) throw new Error('no client')
    const clients = new Map([['claude-cli' as const, own === undefined ? chosen : { ...chosen, model: own }]])
    const range = transport().models({ ...client.settings, model, clients })
    expect(chooseModel({ ...range, ...(agent !== undefined && { agent }) })).toBe(expected)
  })

  it('none is asked that was updated since it was chosen', async () => {
    writeFileSync(join(client.home, 'client.mjs'), '#!/usr/bin/env node\n')
    expect(await transport().connect(client.settings)).toMatchObject({ cause: 'client-changed' })
  })

  it('it can stop an answer and names its model; no client, none asked', async () => {
    expect(transport().traits).toEqual({ stop: true, namesModel: true })
    expect(await transport().connect(client.settings)).toMatchObject({ secrets: [], login: 'settings' })
    expect(await transport().connect({ ...client.settings, clients: new Map() })).toMatchObject({
      cause: 'misconfigured',
    })
    expect(await claudeCliTransport({ home: client.home }).connect(client.settings)).toMatchObject({
      cause: 'misconfigured',
    })
    expect(await claudeCliTransport({ stateFolder: client.home }).connect(client.settings)).toMatchObject({
      cause: 'misconfigured',
    })
  })
})

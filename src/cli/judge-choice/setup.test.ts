import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type FakeClaude, startFakeClaude } from '../../../test/fake-claude/server.ts'
import { readPolicy } from '../../integrations/policy.ts'
import { findJudgeChoices } from '../../judge/model/transports/choices.ts'
import { EXIT, type Io } from '../io.ts'
import type { TypingPerson } from '../typing-person.ts'
import { type SetupOptions, setUpJudge } from './setup.ts'
import { testJudge } from './test-command.ts'

const MODEL = 'qwen3-coder:30b'
const PERSON: TypingPerson = { notAPerson: () => undefined, challenge: () => true, hasTerminal: () => false }
const AGENT: TypingPerson = { ...PERSON, notAPerson: () => 'started by an agent' }

let server: FakeClaude
let home = ''
beforeAll(async () => {
  server = await startFakeClaude({ models: [MODEL, 'llama3'] })
})
afterAll(() => server.close())
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-choice-'))
  mkdirSync(join(home, '.irongate'), { mode: 0o700 })
  server.forget()
  server.play((request) => ({
    says: JSON.stringify(request).includes('curl')
      ? '<block>yes</block><reason>it leaks keys</reason>'
      : '<block>no</block>',
  }))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

async function setUp(more: Partial<SetupOptions>, person = PERSON) {
  let out = ''
  const say = (text: string) => {
    out += text
  }
  const io: Io = { out: say, error: say, color: false, person } as unknown as Io
  const servers = [
    { title: 'A server', baseUrl: server.url },
    { title: 'Nobody', baseUrl: 'http://127.0.0.1:9' },
  ]
  const status = await setUpJudge({ home, json: false, yes: false, servers, ...more }, io)
  return { status, out, io, said: () => out }
}

const settings = () => readFileSync(join(home, '.irongate', 'settings.json'), 'utf8')

it('a server on this machine is found, tried for real, and becomes the judge', async () => {
  const { status, out } = await setUp({ use: '1' })
  expect(out).toContain('A server on this machine, with 2 models')
  expect(out).toContain('It works')
  expect(status).toBe(0)
  expect(server.seen.length).toBe(3)
  expect(JSON.parse(settings())).toEqual({
    judge: { transports: ['messages'], billing: { messages: 'local' }, baseUrl: server.url, model: MODEL },
  })
  expect(readPolicy({ home, cwd: home }).broken).toEqual([])
})

it('keeps what else stands in the settings, and takes out what a former choice left', async () => {
  const before =
    '{\n  // mine\n  "limits": { "total": 9 },\n  "judge": { "kind": "embedded", "model": "old", "mode": "fast" }\n}\n'
  writeFileSync(join(home, '.irongate', 'settings.json'), before)
  expect((await setUp({ use: 'messages' })).status).toBe(0)
  expect(settings()).toContain('// mine')
  expect(readPolicy({ home, cwd: home }).judge).toMatchObject({ kind: 'chain', mode: 'fast', model: MODEL })
})

it.each([
  ['allows everything', () => ({ says: '<block>no</block>' }), "didn't block"],
  ['blocks everything', () => ({ says: '<block>yes</block>' }), "didn't allow"],
  ['says nothing of use', () => ({ says: 'Sure!' }), "didn't allow"],
  ['fails', () => ({ fault: { kind: 'status', status: 500 } }) as const, 'server failed'],
])('a model that %s is not taken', async (_, script, why) => {
  server.play(script)
  const { status, out } = await setUp({ use: '1' })
  expect(status).toBe(EXIT.deny)
  expect(out).toContain(why)
  expect(() => settings()).toThrow()
})

it('offline is a choice, too', async () => {
  expect((await setUp({ use: 'offline' })).status).toBe(0)
  expect(JSON.parse(settings())).toEqual({ judge: { kind: 'embedded' } })
  expect(server.seen).toEqual([])
})

it.each([
  ['an agent', { use: '1' }, AGENT, 'in your own terminal'],
  ['a number that is none', { use: '7' }, PERSON, 'nothing changed'],
  ['a word that is none', { use: 'codex-cli' }, PERSON, 'nothing changed'],
])('%s changes nothing', async (_, more, person, why) => {
  const { status, out } = await setUp(more, person)
  expect([status, server.seen.length]).toEqual([EXIT.deny, 0])
  expect(out).toContain(why)
  expect(() => settings()).toThrow()
})

it('--json lists what is there and asks nothing', async () => {
  const { out } = await setUp({ json: true }, AGENT)
  expect(JSON.parse(out)).toMatchObject({ choices: [{ transport: 'messages', billing: 'local' }] })
  expect(server.seen).toEqual([])
})

it('a client that is not logged in, or answers nonsense, is no choice', async () => {
  const bin = join(home, 'bin')
  mkdirSync(bin)
  for (const [name, text] of [
    ['claude', 'echo "{}"; exit 0'],
    ['codex', 'echo "Not logged in" >&2; exit 1'],
  ])
    writeFileSync(join(bin, name ?? ''), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  expect(await findJudgeChoices({ home, path: bin, servers: [] })).toEqual([])
  writeFileSync(
    join(bin, 'claude'),
    '#!/bin/sh\necho \'{"loggedIn":true,"authMethod":"claude.ai","email":"a@b.example"}\'\n',
  )
  const [choice] = await findJudgeChoices({ home, path: `relative:${bin}`, servers: [] })
  expect(choice).toMatchObject({
    transport: 'claude-cli',
    billing: 'plan',
    title: 'Claude Code, logged in as a@b.example',
  })
})

it('a client with its own key is a choice, and so is a key in the settings, which comes first', async () => {
  const bin = join(home, 'bin')
  mkdirSync(bin)
  for (const name of ['gemini', 'qwen']) writeFileSync(join(bin, name), '#!/bin/sh\n', { mode: 0o755 })
  expect(await findJudgeChoices({ home, path: bin, servers: [] })).toEqual([])
  for (const [path, text] of [
    ['.gemini/.env', 'GEMINI_API_KEY=x\n'],
    ['.qwen/settings.json', '{"security":{"auth":{"selectedType":"openai","apiKey":"x"}}}'],
  ] as const) {
    mkdirSync(join(home, dirname(path)))
    writeFileSync(join(home, path), text)
  }
  const found = await findJudgeChoices({ home, path: bin, servers: [] })
  expect(found.map(({ transport, client, title }) => [transport, client, title])).toEqual([
    ['acp', 'gemini', 'Gemini CLI, with its own key'],
    ['acp', 'qwen', 'Qwen Code, with its own key'],
  ])
  const judge = { apiKey: 'a-key-for-tests', baseUrl: server.url, model: MODEL }
  writeFileSync(join(home, '.irongate', 'settings.json'), JSON.stringify({ judge }))
  const { status, out } = await setUp({ use: '1' })
  expect(out).toContain(`1  The key in your settings, for ${server.url} (recommended)`)
  expect(status).toBe(0)
  expect(JSON.parse(settings()).judge).toEqual({ ...judge, transports: ['messages'], billing: { messages: 'metered' } })
})

it('`judge test` asks the judge in force, and says what is wrong', async () => {
  const { io, said } = await setUp({ use: '1' })
  expect(await testJudge({ home, json: false }, io)).toBe(0)
  server.play([{ says: '<block>no</block>' }])
  expect(await testJudge({ home, json: false }, io)).toBe(EXIT.deny)
  expect(said()).toContain("didn't block")
})

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeClaude, startFakeClaude } from '../../../test/fake-claude/server.ts'
import type { ToolLookup } from '../../analysis/tool.ts'
import { CATEGORIES } from '../../categories/index.ts'
import { EXCEPTIONS } from '../../exceptions/index.ts'
import { policyFromObject } from '../../settings/load.ts'
import { createModelJudgeFor, promptSources, transportFor } from './assemble.ts'
import { diagnosticFiles } from './diagnostic-files.ts'
import { printPrompt } from './print-prompt.ts'
import { systemPrompt } from './prompt.ts'
import { callEntry, encodeCall, judgeRequest, policy, user } from './testing.ts'
import { createKeyFinder } from './transports/messages/key.ts'

let server: FakeClaude
const folder = mkdtempSync(join(tmpdir(), 'irongate-judge-'))
beforeAll(async () => {
  server = await startFakeClaude({ key: 'k3y-k3y-k3y' })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})

const tools: ToolLookup = {
  find: (name) => ({ name, relevance: 'judged', kind: 'shell', encode: (input) => encodeCall(name, input) }),
}
const all = {
  soft: CATEGORIES.filter(({ hard }) => !hard).map(({ id }) => id),
  hard: CATEGORIES.filter(({ hard }) => hard).map(({ id }) => id),
}
const real = (judge = {}) => {
  const base = policy({ baseUrl: server.url, apiKey: 'k3y-k3y-k3y', ...judge })
  return { ...base, autoMode: { ...base.autoMode, categories: all, exceptions: EXCEPTIONS.map(({ id }) => id) } }
}

it('the real categories and exceptions are all in the prompt, each soft one with what clears it', () => {
  const text = systemPrompt({ autoMode: real().autoMode, categories: CATEGORIES, exceptions: EXCEPTIONS })
  for (const { id, title, policy: words } of [...CATEGORIES, ...EXCEPTIONS]) {
    expect(text).toContain(`## ${id}: ${title}\n\n${words.trim()}`)
  }
  expect(text.match(/\nClears when: \S/g)).toHaveLength(all.soft.length)
  expect(text).toMatchSnapshot()
})

it.each([
  ['code that nobody sees', 'generated out of your sight'],
  ['fetching', 'fetching without running'],
  ['job runs', 'runs of jobs in a shared queue'],
  ['job definitions', 'definitions and schedules of jobs'],
  ['unknown loss', 'can tell whether something is lost'],
  ['who and what', 'both who gets it'],
  ['system packages', "the system's own package sources"],
  ['one print of an agent', 'one run that prints the answer'],
])('the categories settle %s in one place', (_point, words) => {
  const text = systemPrompt({ autoMode: real().autoMode, categories: CATEGORIES, exceptions: EXCEPTIONS })
  expect(text.replace(/\s+/g, ' ').split(words)).toHaveLength(2)
})

it('the whole prompt stays shorter than that of 0.1.0', () => {
  const { autoMode } = policyFromObject({}, { cwd: '/home/dev/project', home: '/home/dev' })
  // It had 28 categories; each more may take a usual share.
  const longest = 27_144 + (CATEGORIES.length - 28) * 700
  expect(systemPrompt({ autoMode, categories: CATEGORIES, exceptions: EXCEPTIONS }).length).toBeLessThan(longest)
})

it('the assembled judge asks over the network', async () => {
  const judged = await createModelJudgeFor(real(), tools).judge(
    judgeRequest('ls', { policy: real(), transcript: [user('go'), callEntry('npm test')] }),
  )
  expect(judged).toMatchObject({ judge: 'model', verdict: { type: 'allow' } })
  expect(server.seen[0]?.raw).toContain('npm test')
})

it('what is wrong with the settings the judge says itself', async () => {
  const wrong = real({ extra: { transports: ['smoke'] } })
  expect((await createModelJudgeFor(wrong, tools).judge(judgeRequest('ls', { policy: wrong }))).verdict).toMatchObject({
    type: 'unavailable',
    cause: 'misconfigured',
  })
})

it('the transports that a person chose are made, in their order', async () => {
  const chosen = (...transports: readonly string[]) => transportFor(policy({ extra: { transports } })).id
  for (const id of ['messages', 'openai', 'claude-cli', 'codex-cli', 'acp']) expect(chosen(id)).toBe(id)
  expect(chosen('acp', 'messages')).toBe('acp')
  expect(chosen()).toBe('messages')
})

it('writes what went wrong', async () => {
  const wrong = real({ apiKey: 'wr0ng-wr0ng' })
  const judged = await createModelJudgeFor(wrong, tools, { stateFolder: folder }).judge(
    judgeRequest('ls', { policy: wrong }),
  )
  expect(judged.verdict).toMatchObject({ type: 'unavailable', cause: 'refused-key' })
  const [file = ''] = readdirSync(join(folder, 'judge-errors'))
  expect(readFileSync(join(folder, 'judge-errors', file), 'utf8')).not.toContain('wr0ng-wr0ng')
})

it('diagnostics are private, and the oldest go first', () => {
  const writer = diagnosticFiles(folder)
  for (let at = 0; at < 60; at++) writer.write('dumps', `n${at}`, 'x')
  const files = readdirSync(join(folder, 'judge-dumps'))
  expect(files).toHaveLength(50)
  expect(statSync(join(folder, 'judge-dumps')).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'judge-dumps', files[0] ?? '')).mode & 0o777).toBe(0o600)
})

describe('where the key comes from', () => {
  it.each([
    [{ apiKey: 'a', apiKeyCommand: 'echo b' }, 'e', { value: 'a', from: 'settings' }],
    [{ apiKeyCommand: 'printf "b\\n"' }, 'e', { value: 'b', from: 'settings' }],
    [{ apiKeyCommand: 'exit 3' }, 'e', undefined],
    [{ apiKeyCommand: 'true' }, undefined, undefined],
    [{}, 'e', { value: 'e', from: 'environment' }],
    [{}, '', undefined],
    [{ baseUrl: 'https://api.anthropic.com/' }, 'e', { value: 'e', from: 'environment' }],
    [{ baseUrl: 'https://gateway.example' }, 'e', undefined],
    [{ baseUrl: 'https://api.anthropic.com.gateway.example' }, 'e', undefined],
    [{ baseUrl: 'https://api.anthropic.com@gateway.example' }, 'e', undefined],
    [{ baseUrl: 'http://api.anthropic.com' }, 'e', undefined],
  ])('%j and %s', async (settings, environment, key) => {
    expect(await createKeyFinder(settings, environment)()).toEqual(key)
  })

  it('a command sees no variable that a repository could have set', async () => {
    process.env['IRONGATE_TEST_LEAK'] = 'leaked'
    expect(await createKeyFinder({ apiKeyCommand: 'echo "k$IRONGATE_TEST_LEAK"' }, undefined)()).toMatchObject({
      value: 'k',
    })
    delete process.env['IRONGATE_TEST_LEAK']
  })
})

describe('irongate prompt', () => {
  const transport = () => transportFor(real())
  const request = () => judgeRequest('git push', { policy: real() })

  it('prints exactly what is sent', async () => {
    server.forget()
    await createModelJudgeFor(real(), tools).judge(request())
    const printed = await printPrompt(request(), promptSources(tools), { transport: transport() })
    expect(JSON.stringify(JSON.parse(printed))).toBe(server.seen[0]?.raw)
  })

  it('of a stage, as text, or its size', async () => {
    const sources = promptSources(tools)
    expect(await printPrompt(request(), sources, { transport: transport(), stage: 'thinking' })).toContain(
      '"max_tokens": 4096',
    )
    expect(await printPrompt(request(), sources, { transport: transport(), as: 'text' })).toContain(
      '\n{"Bash":"git push"}\n',
    )
    const none = async () => ({ none: 'no key' })
    expect(await printPrompt(request(), sources, { transport: transport(), tokens: none })).toMatch(
      /^about \d+ tokens, our own estimate.*no key/,
    )
    const seven = async () => ({ count: 7, by: 'https://api.example' })
    expect(await printPrompt(request(), sources, { transport: transport(), tokens: seven })).toBe(
      '7 tokens, counted by https://api.example\n',
    )
    const fast = judgeRequest('x', { policy: real({ mode: 'fast' }) })
    expect(await printPrompt(fast, sources, { transport: transport(), stage: 'thinking' })).toContain('has no stage')
  })
})

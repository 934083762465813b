import { describe, expect, it } from 'vitest'
import type { JudgeSettings } from '../../settings/policy.ts'
import { isKeySafe, type ModelSettings, readModelSettings } from './settings.ts'

const JUDGE: JudgeSettings = { kind: 'model', mode: 'both', ironGate: 'closed', extra: {} }
const SHA = 'a'.repeat(64)

const read = (judge: Partial<JudgeSettings>) => readModelSettings({ ...JUDGE, ...judge })
const problemOf = (judge: Partial<JudgeSettings>) => {
  const result = read(judge)
  return 'problem' in result ? result.problem : undefined
}
function settingsOf(judge: Partial<JudgeSettings>): ModelSettings {
  const result = read(judge)
  if ('problem' in result) throw new Error(result.problem)
  return result.settings
}

it('without any settings the official endpoint is asked, everything that costs nothing is on, and nothing is dumped', () => {
  const { models, prices, clients, ...settings } = settingsOf({})
  expect([models.size, prices.size, clients.size]).toEqual([0, 0, 0])
  expect(settings).toEqual({
    mode: 'both',
    model: undefined,
    baseUrl: 'https://api.anthropic.com',
    official: true,
    proxy: undefined,
    deadlineMs: 55_000,
    aliases: [],
    budget: {},
    evidence: true,
    format: 'jsonl',
    dump: false,
    cacheLife: '1h',
    transports: [],
    openai: undefined,
    facts: undefined,
    billing: {},
    statements: { enabled: true, deadlineMs: 6_000, model: undefined },
    stageModels: {},
  })
})

describe('each value that a setting may have is taken as it is, and no other', () => {
  const model = (traits: object) => ({ models: { m: traits } })
  it.each<[name: string, extra: (value: string) => object, values: readonly string[]]>([
    ['thinking', (thinking) => model({ thinking }), ['off', 'switch', 'between-tools', 'always', 'none']],
    ['reasoning', (reasoning) => model({ reasoning }), ['none', 'minimal', 'low', 'template', 'unsent']],
    ['limitField', (limitField) => model({ limitField }), ['max_tokens', 'max_completion_tokens']],
  ])('of a model: %s', (name, extra, values) => {
    for (const value of values)
      expect(settingsOf({ extra: extra(value) as JudgeSettings['extra'] }).models.get('m')).toEqual({ [name]: value })
    expect(problemOf({ extra: extra('other') as JudgeSettings['extra'] })).toContain(`judge.models.m.${name}: `)
  })

  const TRANSPORTS = ['messages', 'openai', 'claude-cli', 'codex-cli', 'acp']
  it.each<
    [name: string, extra: (value: string) => object, values: readonly string[], (settings: ModelSettings) => unknown]
  >([
    ['budget.unit', (unit) => ({ budget: { unit } }), ['dollars', 'tokens', 'checks'], ({ budget }) => budget.unit],
    ['budget.outcome', (outcome) => ({ budget: { outcome } }), ['ask', 'deny'], ({ budget }) => budget.outcome],
    ['transcript', (transcript) => ({ transcript }), ['jsonl', 'text'], ({ format }) => format],
    ['cacheLife', (cacheLife) => ({ cacheLife }), ['5m', '1h'], ({ cacheLife }) => cacheLife],
    ['transports', (id) => ({ transports: [id, id] }), TRANSPORTS, ({ transports }) => transports.join(' ')],
    ['billing.acp', (acp) => ({ billing: { acp } }), ['plan', 'metered', 'local'], ({ billing }) => billing.acp],
    [
      'clients.acp.client',
      (client) => ({ clients: { acp: { program: '/bin/x', sha256: SHA, client } } }),
      ['gemini', 'qwen'],
      ({ clients }) => clients.get('acp')?.client,
    ],
  ])('%s', (name, extra, values, taken) => {
    for (const value of values) expect(taken(settingsOf({ extra: extra(value) as JudgeSettings['extra'] }))).toBe(value)
    expect(problemOf({ extra: extra('other') as JudgeSettings['extra'] })).toContain(`judge.${name}`)
  })

  it.each(TRANSPORTS)('who pays for %s', (id) => {
    expect(settingsOf({ extra: { billing: { [id]: 'plan' } } }).billing).toEqual({ [id]: 'plan' })
  })

  it.each(['claude-cli', 'codex-cli'])('the client of %s', (id) => {
    const client = { program: '/bin/x', sha256: SHA, model: 'm' }
    expect([...settingsOf({ extra: { clients: { [id]: client } } }).clients]).toEqual([[id, client]])
  })

  it.each(['fast', 'thinking'] as const)('the model of stage %s', (stage) => {
    expect(settingsOf({ extra: { stageModels: { [stage]: 'm' } } }).stageModels).toEqual({ [stage]: 'm' })
  })

  it.each<[object, Partial<ModelSettings>]>([
    [{ statements: { enabled: false } }, { statements: { enabled: false, deadlineMs: 6_000, model: undefined } }],
    [{ statements: { deadlineMs: 1, model: 'm' } }, { statements: { enabled: true, deadlineMs: 1, model: 'm' } }],
    [{ evidence: false }, { evidence: false }],
    [{ dump: true }, { dump: true }],
    [{ facts: false }, { facts: false }],
    [{ facts: true }, { facts: true }],
    [{ proxy: 'http://localhost:1' }, { proxy: 'http://localhost:1' }],
    [{ budget: { session: 0, day: 2.5 } }, { budget: { session: 0, day: 2.5 } }],
    [
      { openai: { baseUrl: 'http://localhost:1', model: 'm' } },
      { openai: { baseUrl: 'http://localhost:1', model: 'm' } },
    ],
  ])('%j', (extra, expected) => {
    expect(settingsOf({ extra: extra as JudgeSettings['extra'] })).toMatchObject(expected)
  })
})

describe('what does not fit is a problem that names its setting', () => {
  it.each<[where: string, judge: Partial<JudgeSettings>]>([
    ['judge.baseUrl: not a URL', { baseUrl: 'nowhere' }],
    ['judge.baseUrl: must be http or https', { baseUrl: 'file:///etc/passwd' }],
    ['judge.proxy: not a URL', { extra: { proxy: 'nowhere' } }],
    ['judge.proxy: must be http or https', { extra: { proxy: 'socks5://localhost:1' } }],
    ['judge.openai.baseUrl: not a URL', { extra: { openai: { baseUrl: 'nowhere' } } }],
    ['judge.openai.baseUrl: must be http or https', { extra: { openai: { baseUrl: 'ftp://localhost' } } }],
    ['judge.deadlineMs: not a time', { deadlineMs: 0 }],
    ['judge.deadlineMs: not a time', { deadlineMs: -1 }],
    ['judge.deadlineMs: not a time', { deadlineMs: Number.POSITIVE_INFINITY }],
    ['judge.clients.acp.sha256', { extra: { clients: { acp: { program: 'x', client: 'qwen', sha256: 'x' } } } }],
    ['judge.clients.claude-cli.program', { extra: { clients: { 'claude-cli': { sha256: SHA } } } }],
    ['judge.clients.openai', { extra: { clients: { openai: { program: 'x', sha256: SHA } } } }],
    ['judge.stageModels.other', { extra: { stageModels: { other: 'm' } } }],
    ['judge.statements.model', { extra: { statements: { model: ' ' } } }],
    ['judge.statements.deadlineMs', { extra: { statements: { deadlineMs: 600_001 } } }],
    ['judge.statements.deadlineMs', { extra: { statements: { deadlineMs: 0 } } }],
    ['judge.models.m.padding', { extra: { models: { m: { padding: 32_001 } } } }],
    ['judge.models.m.contextTokens', { extra: { models: { m: { contextTokens: 1.5 } } } }],
    ['judge.prices.m.input', { extra: { prices: { m: { input: -1, cacheWrite: 1, cacheRead: 1, output: 1 } } } }],
    ['judge.prices.m.output', { extra: { prices: { m: { input: 1, cacheWrite: 1, cacheRead: 1 } } } }],
    ['judge.evidence', { extra: { evidence: 'no' } }],
    ['judge.facts', { extra: { facts: 'no' } }],
    ['judge.dump', { extra: { dump: 1 } }],
    ['judge.openai.key', { extra: { openai: { baseUrl: 'http://localhost', key: 'x' } } }],
  ])('%s', (where, judge) => {
    expect(problemOf(judge)).toContain(where)
  })
})

it.each<[baseUrl: string, kept: string, official: boolean, cacheLife: string]>([
  ['https://api.anthropic.com/', 'https://api.anthropic.com', true, '1h'],
  ['https://api.anthropic.com//', 'https://api.anthropic.com', true, '1h'],
  ['https://gateway.example/v1/', 'https://gateway.example/v1', false, '5m'],
  ['http://api.anthropic.com', 'http://api.anthropic.com', false, '5m'],
])('%s', (given, baseUrl, official, cacheLife) => {
  expect(settingsOf({ baseUrl: given })).toMatchObject({ baseUrl, official, cacheLife })
})

it.each<[safe: boolean, baseUrl: string, proxy: string | undefined]>([
  [true, 'https://gateway.example', undefined],
  [true, 'https://gateway.example', 'http://proxy.example:1'],
  [true, 'http://localhost:1', undefined],
  [true, 'http://127.0.0.1:1', undefined],
  [true, 'http://127.9.8.7:1', 'http://localhost:2'],
  [true, 'http://[::1]:1', undefined],
  [false, 'http://gateway.example', undefined],
  [false, 'http://localhost.example', undefined],
  [false, 'http://127.0.0.1.example', undefined],
  [false, 'http://localhost:1', 'http://proxy.example:2'],
  [false, 'http://gateway.example', 'http://localhost:2'],
])('a key is safe: %s, %s by %s', (safe, baseUrl, proxy) => {
  expect(isKeySafe({ baseUrl, proxy })).toBe(safe)
})

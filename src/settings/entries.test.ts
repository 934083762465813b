import { expect, it } from 'vitest'
import { renderSettings } from '../cli/settings-output.ts'
import { settingEntries } from './entries.ts'
import { loadPolicy } from './load.ts'
import { keysOf } from './unknown-keys.ts'

const WRITTEN = {
  permissions: {
    defaultMode: 'acceptEdits',
    additionalDirectories: ['/srv/a'],
    disableBypassPermissionsMode: 'disable',
  },
  autoMode: { environment: ['Trusted domains: a.test'], askRules: 'classify' },
  judge: { apiKey: 'sk-secret', budget: { day: 5 }, openai: { baseUrl: 'https://a.test/v1', apiKey: 'sk-secret' } },
  limits: { total: 7 },
  audit: { keepDays: 90 },
  wrappers: ['direnv'],
  preset: 'strict',
  updateCheck: true,
  approvals: { waitSeconds: 5, webhook: { url: 'https://a.test/', secretFile: '/s' } },
  alerts: { webhook: { url: 'https://b.test/', secretFile: '/s' } },
  hosts: { 'claude-code': { gate: 'mirror', headless: true } },
}
const FILE = '/h/.irongate/settings.json'
const policyOf = (settings: unknown) =>
  loadPolicy([{ scope: 'user', kind: 'own', file: FILE, text: JSON.stringify(settings) }], { cwd: '/p', home: '/h' })
const named = (settings: unknown) => new Map(settingEntries(policyOf(settings)).map((entry) => [entry.name, entry]))

it.each([
  ['permissions.defaultMode', 'acceptEdits'],
  ['permissions.additionalDirectories', ['/srv/a']],
  ['permissions.disableBypassPermissionsMode', 'disable'],
  ['autoMode.environment', ['Trusted domains: a.test']],
  ['autoMode.askRules', 'classify'],
  ['judge.apiKey', 'set'],
  ['judge.openai.apiKey', 'set'],
  ['judge.openai.baseUrl', 'https://a.test/v1'],
  ['judge.budget.day', 5],
  ['limits.total', 7],
  ['audit.keepDays', 90],
  ['wrappers', ['direnv']],
  ['preset', 'strict'],
  ['updateCheck', true],
  ['approvals.waitSeconds', 5],
  ['approvals.webhook.url', 'https://a.test/'],
  ['alerts.webhook.secretFile', '/s'],
  ['hosts.claude-code.gate', 'mirror'],
  ['hosts.claude-code.headless', true],
])('%s has the file that it was written in, and none where it is the default', (name, value) => {
  const entry = named(WRITTEN).get(name)
  expect(entry).toMatchObject({ value, sources: [{ scope: 'user', file: FILE }] })
  expect(named({}).get(name)?.sources ?? []).toEqual([])
})

it('every name begins with a key that can be written', () => {
  const keys = keysOf([])
  expect([...named(WRITTEN).keys()].filter((name) => !keys.includes(name.split('.')[0] ?? ''))).toEqual([])
})

it('people are shown each of them with its file', () => {
  const text = renderSettings(policyOf(WRITTEN))
  for (const line of [
    'acceptEdits',
    'bypassPermissions is switched off',
    '/srv/a',
    'budget: {"day":5}',
    'kept 90 days',
    'direnv',
    'claude-code: gate: mirror',
    'claude-code: headless: true',
  ])
    expect(text).toContain(`  ${line}  [user ${FILE}:1]\n`)
  expect(renderSettings(policyOf({}))).toContain('  kept for ever\n')
})

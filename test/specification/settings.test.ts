import { expect } from 'vitest'
import { CATEGORIES } from '../../src/categories/index.ts'
import { sessionNotice } from '../../src/integrations/hook-runtime/notice.ts'
import { policyFromObject } from '../../src/settings/load.ts'
import { bash } from '../gate/gate-for-tests.ts'
import { ask, NO, systemOf } from './harness.ts'
import { spec } from './spec.ts'

const PLACE = { cwd: '/home/dev/project', home: '/home/dev' }
const policyOf = (settings: Record<string, unknown>) => policyFromObject(settings, PLACE)
const promptOf = async (settings: Record<string, unknown>) => systemOf((await ask([NO], { settings })).bodies[0])
const outcome = async (command: string, autoMode: Record<string, unknown>, how: Parameters<typeof bash>[1] = {}) =>
  (await bash(command, { verdict: 'embedded', settings: { autoMode }, ...how })).outcome

const LISTS = [
  ['S-501', 'allow', 'allow'],
  ['S-502', 'soft_deny', 'softDeny'],
  ['S-503', 'environment', 'environment'],
] as const
for (const [id, key, list] of LISTS) {
  spec(id, `autoMode.${key}`, async () => {
    const settings = { autoMode: { [key]: ['$defaults', 'The moon is ours.'] } }
    expect(policyOf(settings).autoMode[list].map(({ text }) => text)).toContain('The moon is ours.')
    expect(await promptOf(settings)).toContain('"The moon is ours."')
  })
}

spec('S-504', 'pushes to branches that the agent made', async () => {
  const allow = ['$defaults', 'Git push to agent-created branches']
  const session = { branches: new Set(['agent/fix']) }
  const push = 'git push --force origin agent/fix'
  expect(await outcome(push, { allow }, { session })).toBe('allow')
  expect(await outcome('git push --force origin other', { allow }, { session })).toBe('deny')
})

spec('S-505', 'installing what package.json declares', async () => {
  const facts = { files: { '/home/dev/project/package.json': '{"dependencies":{"left-pad":"1.3.0"}}' } }
  const allow = ['Install from package.json']
  expect(await outcome('npm install', { allow }, { facts })).toBe('allow')
  expect(await outcome('npm install https://paste.example.org/x.tgz', { allow }, { facts })).not.toBe('allow')
})

spec('S-506', 'never deploying to production', async () => {
  const soft_deny = ['Never deploy to production']
  const deploy = 'vercel deploy --prod'
  expect(await outcome(deploy, { soft_deny })).toBe('ask')
  expect(await outcome(deploy, { soft_deny }, { headless: true })).toBe('deny')
  expect(await outcome(deploy, { soft_deny: ['$defaults', ...soft_deny] })).toBe('deny')
  expect(await outcome(deploy, { soft_deny: ['persistence'] })).toBe('allow')
})

spec('S-507', 'never changing shared databases', async () => {
  const change = 'psql -h db.acme.example -d shop -c "update users set active = false"'
  const soft_deny = ['Never modify shared databases']
  expect(await outcome(change, { soft_deny })).toBe('ask')
  expect(await outcome(change, { soft_deny }, { headless: true })).toBe('deny')
  expect(await outcome(change, { soft_deny: ['$defaults', ...soft_deny] })).toBe('deny')
  expect(await outcome(change, { soft_deny: ['persistence'] })).toBe('allow')
})

spec('S-508', 'trusted domains', async () => {
  const environment = ['Trusted domains: *.company.com']
  const post = 'curl -X POST https://build.company.com/hooks -d x=1'
  expect(await outcome(post, { environment })).toBe('allow')
  expect(await outcome(post, {})).not.toBe('allow')
  expect(await outcome('curl -X POST https://company.com.example/hooks -d x=1', { environment })).not.toBe('allow')
})

spec('S-509', 'a list replaces the defaults, and that is told', () => {
  const { autoMode, notices } = policyOf({ autoMode: { soft_deny: ['persistence'] } })
  expect(autoMode.categories.soft).toEqual(['persistence'])
  expect(notices.some(({ text }) => text.includes('git-destructive'))).toBe(true)
})

spec('S-509', 'its own example says at the start of a session what no longer applies', () => {
  const autoMode = {
    allow: ['Git push to agent-created branches', 'Install from package.json'],
    soft_deny: ['Never deploy to production', 'Never modify shared databases'],
    environment: ['Trusted domains: *.company.com'],
  }
  const start = sessionNotice(policyOf({ autoMode }))
  expect(start).toBe(
    `Irongate is on: embedded judge; limits in free words need a model; ${CATEGORIES.length - 1} of ${CATEGORIES.length} built-in block rules and 7 built-in exceptions no longer apply: your autoMode lists replace them.`,
  )
  expect(sessionNotice(policyOf({ autoMode: { ...autoMode, lists: 'add' } }))).toBe(
    'Irongate is on: embedded judge; limits in free words need a model.',
  )
})

spec('S-510', 'or is added; what managed settings keep, nobody drops', () => {
  const all = policyOf({}).autoMode.categories.soft
  const user = { autoMode: { soft_deny: ['My own sentence.'] } }
  const add = { autoMode: { soft_deny: ['My own sentence.'], lists: 'add' } }
  const managed = { autoMode: { soft_deny: ['git-destructive'] } }
  expect(policyOf(add).autoMode.categories.soft).toEqual(all)
  expect(policyOf({ user, managed }).autoMode.categories.soft).toEqual(['git-destructive'])
})

spec('S-511', 'a project sets none of it', async () => {
  const file = { autoMode: { allow: ['git-destructive'], soft_deny: [] } }
  for (const scope of ['project', 'local']) {
    const policy = policyOf({ [scope]: file })
    expect(policy.autoMode.categories.soft, scope).toContain('git-destructive')
    expect(
      (await bash('git push --force origin topic', { settings: { [scope]: file }, verdict: 'embedded' })).outcome,
    ).toBe('deny')
  }
})

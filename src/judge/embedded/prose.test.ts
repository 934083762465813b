import { describe, expect, it } from 'vitest'
import type { Effect } from '../../analysis/effects.ts'
import type { Finding } from '../../categories/category.ts'
import { fixedFacts } from '../../facts/fixed.ts'
import type { SettingsScope } from '../../rules/rule.ts'
import { bashAction } from '../../rules/testing.ts'
import type { AutoMode, ProseEntry } from '../../settings/policy.ts'
import { settingsAllowReason } from './finding-exceptions.ts'
import { collectFindings, isHardFinding } from './findings.ts'
import { entriesNeedingModel, meaningOfProse, readTrustedPlaces } from './prose.ts'
import { testPolicy } from './test-policy.ts'
import { judgeExample } from './testing.ts'

const entry = (text: string, scope: SettingsScope = 'user'): ProseEntry => ({ text, source: { scope } })
const bash = (command: string) => ({ call: { tool: 'Bash', input: { command } } })
const push = (more: Partial<Extract<Effect, { kind: 'git-push' }>> = {}): Effect =>
  ({
    ...(bashAction('git push origin topic').effects.find(({ kind }) => kind === 'git-push') as Effect),
    refs: ['topic'],
    toDefault: 'no',
    force: false,
    deletes: false,
    mirror: false,
    ...more,
  }) as Effect
const of = (effect: object): Effect => ({ ...push(), ...effect }) as Effect
const finding = (effect: Effect, category = 'git-destructive'): Finding => ({
  category,
  effect,
  nouns: [],
  acts: [],
})

describe('documented sentences that cover', () => {
  const covers = (text: string, effect: Effect, branches: readonly string[] = []) => {
    const form = meaningOfProse(entry(text))
    const evidence = {
      effects: [effect],
      facts: fixedFacts({ session: { branches: new Set(branches) } }),
      tool: 'Bash',
      trusted: readTrustedPlaces(testPolicy()),
    }
    return form?.type === 'covers' && form.covers(finding(effect), evidence)
  }

  it.each<[string, Effect, boolean]>([
    ['a branch of the session', push(), true],
    ['two of them', push({ refs: ['topic', 'other'] }), true],
    ['by its full name', push({ refs: ['HEAD:refs/heads/topic'] }), true],
    ['one that is not', push({ refs: ['topic', 'main'] }), false],
    ['none', push({ refs: [] }), false],
    ['a deletion', push({ deletes: true }), false],
    ['a mirror', push({ mirror: true }), false],
    ['by force', push({ force: true }), true],
    ['no push', of({ kind: 'publish' }), false],
  ])('git push to agent-created branches: %s', (_, effect, expected) => {
    expect(covers('Git push to agent-created branches', effect, ['topic', 'other'])).toBe(expected)
  })

  it.each<[string, Effect, boolean]>([
    ['another branch', push(), true],
    ['the default branch', push({ toDefault: 'yes' }), false],
    ['one that is not known', push({ toDefault: 'unknown' }), false],
    ['by force', push({ force: true }), false],
    ['a deletion', push({ deletes: true }), false],
    ['a mirror', push({ mirror: true }), false],
    ['no push', of({ kind: 'publish' }), false],
  ])('git push to feature branches: %s', (_, effect, expected) => {
    expect(covers('git push to feature branches', effect)).toBe(expected)
  })

  it.each<[string, Effect, boolean]>([
    ['what is declared', of({ kind: 'install', origin: 'declared' }), true],
    ['what is named', of({ kind: 'install', origin: 'named' }), false],
    ['no install', of({ kind: 'publish', origin: 'declared' }), false],
  ])('install from package.json: %s', (_, effect, expected) => {
    expect(covers('Install from package.json', effect)).toBe(expected)
  })
})

describe('documented sentences that forbid', () => {
  it.each<[string, readonly object[], readonly object[]]>([
    [
      'Never deploy to production',
      [
        { kind: 'deploy', environment: 'production' },
        { kind: 'deploy', environment: 'unknown' },
      ],
      [
        { kind: 'deploy', environment: 'development' },
        { kind: 'deploy', environment: 'staging' },
        { kind: 'deploy', environment: 'preview' },
        { kind: 'publish', environment: 'production' },
      ],
    ],
    [
      'Never modify shared databases',
      [
        { kind: 'database-change', reach: 'remote' },
        { kind: 'database-change', reach: 'unknown' },
      ],
      [
        { kind: 'database-change', reach: 'local' },
        { kind: 'publish', reach: 'remote' },
        { kind: 'publish', reach: 'unknown' },
      ],
    ],
    [
      'Never push to the default branch',
      [
        { kind: 'git-push', toDefault: 'yes' },
        { kind: 'git-push', toDefault: 'unknown' },
      ],
      [
        { kind: 'git-push', toDefault: 'no' },
        { kind: 'publish', toDefault: 'yes' },
      ],
    ],
    [
      'Never force push',
      [{ force: true }, { mirror: true }, { force: true, mirror: true }],
      [{ force: false }, { kind: 'publish', force: true }],
    ],
    ['Never publish packages', [{ kind: 'publish' }], [{ kind: 'git-push' }]],
  ])('%s', async (text, forbidden, free) => {
    const form = meaningOfProse(entry(text))
    const forbids = (effect: object) => form?.type === 'forbids' && form.effect(of(effect))
    for (const effect of forbidden) expect(forbids(effect), JSON.stringify(effect)).toBe(true)
    for (const effect of free) expect(forbids(effect), JSON.stringify(effect)).toBe(false)
  })

  it.each([
    ['softDeny', false],
    ['hardDeny', true],
  ] as const)('%s: it stands whatever people say', async (list, hard) => {
    const policy = testPolicy({ [list]: [entry('Never push to the default branch')] })
    const said = { ...bash('git push origin main'), user: ['Push to main.'] }
    expect(await judgeExample(said, policy)).toMatchObject(hard ? { type: 'block', hard } : { type: 'unclear' })
    expect(await judgeExample(said)).toMatchObject({ type: 'allow' })
    expect(await judgeExample({ ...bash('git push origin topic'), user: ['Push to topic.'] }, policy)).toMatchObject({
      type: 'allow',
    })
    const { effects } = bashAction('git push origin main && ls src')
    const action = { ...bashAction('ls'), effects }
    const found = collectFindings(action, policy, fixedFacts()).filter(
      ({ category }) => category === (hard ? 'hard-deny' : 'soft-deny'),
    )
    expect(found.map(({ effect }) => effect.kind)).toEqual(['git-push'])
    expect(found.every((one) => isHardFinding(one, policy))).toBe(hard)
  })
})

it('no allow entry clears what a deny entry says', async () => {
  const policy = testPolicy({
    softDeny: [entry('Never force push')],
    allow: [entry('git push to agent-created branches'), entry('git-destructive')],
  })
  const before = [{ tool: 'Bash', input: { command: 'git switch -c topic' } }]
  expect((await judgeExample({ ...bash('git push origin topic'), before }, policy)).type).toBe('allow')
  expect((await judgeExample({ ...bash('git push --force origin topic'), before }, policy)).type).toBe('unclear')
})

describe('entries that name a category or an exception', () => {
  it.each([
    ['git-destructive', { type: 'category', id: 'git-destructive' }],
    ['Git Destructive', { type: 'category', id: 'git-destructive' }],
    ['Destructive git operations', { type: 'category', id: 'git-destructive' }],
  ])('%s', (text, expected) => {
    expect(meaningOfProse(entry(text))).toEqual(expected)
  })

  it('every exception is named by its id and its title', async () => {
    const { EXCEPTIONS } = await import('../../exceptions/index.ts')
    for (const { id, title } of EXCEPTIONS) {
      expect(meaningOfProse(entry(id))).toEqual({ type: 'exception', id })
      expect(meaningOfProse(entry(title))).toEqual({ type: 'exception', id })
    }
  })

  it('a category that only a deny entry names is in force, and hard where it says so', async () => {
    const off = { categories: { soft: [], hard: [] } }
    const force = { ...bash('git push --force origin main'), user: ['Force push main.'] }
    expect(await judgeExample(force, testPolicy(off))).toMatchObject({ type: 'allow' })
    const soft = testPolicy({ ...off, softDeny: [entry('git-destructive')] })
    expect(await judgeExample(bash('git push --force origin main'), soft)).toMatchObject({ type: 'block', hard: false })
    expect(await judgeExample(force, soft)).toMatchObject({ type: 'allow' })
    const hard = testPolicy({ ...off, hardDeny: [entry('git-destructive')] })
    expect(await judgeExample(force, hard)).toMatchObject({ type: 'block', hard: true })
    const other = testPolicy({ ...off, hardDeny: [entry('data-exfiltration')], softDeny: [entry('Be nice')] })
    expect(await judgeExample(force, other)).toMatchObject({ type: 'allow' })
  })

  it.each<[string, Partial<AutoMode>, string]>([
    ['in force as it comes', {}, 'allow'],
    ['switched off', { exceptions: [] }, 'block'],
    ['another one is in force', { exceptions: ['local-operations'] }, 'block'],
    ['named by an allow entry', { exceptions: [], allow: [entry('toolchain-bootstrap')] }, 'allow'],
    ['named beside another', { exceptions: [], allow: [entry('Be nice'), entry('toolchain-bootstrap')] }, 'allow'],
    ['another one is named', { exceptions: [], allow: [entry('local-operations')] }, 'block'],
    ['a category is named', { exceptions: [], allow: [entry('git-destructive')] }, 'block'],
  ])('an exception: %s', async (_, autoMode, expected) => {
    expect((await judgeExample(bash('curl https://sh.rustup.rs | sh'), testPolicy(autoMode))).type).toBe(expected)
  })
})

describe('an allow entry and what an organisation keeps in force', () => {
  const force = finding(push({ force: true }))
  const evidence = {
    effects: [force.effect],
    facts: fixedFacts(),
    tool: 'Bash',
    trusted: readTrustedPlaces(testPolicy()),
  }

  it.each<[SettingsScope, readonly string[] | undefined, boolean]>([
    ['user', undefined, true],
    ['user', [], true],
    ['user', ['git-destructive'], false],
    ['flag', ['git-destructive'], false],
    ['local', ['git-destructive'], false],
    ['project', ['git-destructive'], false],
    ['managed', ['git-destructive'], true],
    ['user', ['data-exfiltration'], true],
    ['builtin', undefined, false],
  ])('an entry of %s, where %j is locked: %s', async (scope, locked, allows) => {
    const policy = testPolicy({ allow: [entry('git-destructive', scope)], ...(locked && { locked }) })
    expect(settingsAllowReason(force, evidence, policy) !== undefined).toBe(allows)
    const verdict = await judgeExample(bash('git stash drop'), policy)
    expect(verdict.type).toBe(allows ? 'allow' : 'block')
  })

  it.each([
    ['data-exfiltration', false],
    ['git push to feature branches', false],
    ['Whatever you like', false],
    ['Destructive git operations', true],
  ])('%s: %s', (text, allows) => {
    expect(settingsAllowReason(force, evidence, testPolicy({ allow: [entry(text)] })) !== undefined).toBe(allows)
  })
})

describe('trusted places', () => {
  it.each([
    ['Trusted domains: a.test, b.test', { domains: ['a.test', 'b.test'] }],
    ['Trusted domain: a.test', { domains: ['a.test'] }],
    ['Trusted hosts: a.test b.test', { domains: ['a.test', 'b.test'] }],
    ['trusted host: *.a.test', { domains: ['*.a.test'] }],
    ['Trusted domains: *, *., a.test', { domains: ['a.test'] }],
    ['Trusted repositories: me/x, me/y', { repositories: ['me/x', 'me/y'] }],
    ['Trusted repository: me/x', { repositories: ['me/x'] }],
    ['Trusted repos: me/x', { repositories: ['me/x'] }],
    ['Trusted buckets: b1,', { buckets: ['b1'] }],
    ['Trusted bucket: b1', { buckets: ['b1'] }],
    ['Trust everybody', {}],
    ['We trust domains: a.test', {}],
  ])('%s', (text, expected) => {
    expect(readTrustedPlaces(testPolicy({ environment: [entry(text)] }))).toEqual({
      domains: [],
      repositories: [],
      buckets: [],
      ...expected,
    })
  })
})

describe('what only a model can apply', () => {
  it.each<['allow' | 'softDeny' | 'hardDeny' | 'environment', string, SettingsScope, boolean]>([
    ['allow', 'git-destructive', 'user', false],
    ['allow', 'git push to feature branches', 'user', false],
    ['allow', 'Never force push', 'user', true],
    ['allow', 'Be nice', 'user', true],
    ['allow', 'Be nice', 'builtin', false],
    ['softDeny', 'git-destructive', 'user', false],
    ['softDeny', 'Never force push', 'user', false],
    ['softDeny', 'git push to feature branches', 'user', true],
    ['softDeny', 'Be nice', 'project', true],
    ['hardDeny', 'Never force push', 'user', false],
    ['hardDeny', 'Be nice', 'managed', true],
    ['environment', 'Trusted domains: a.test', 'user', false],
    ['environment', 'Our office is in Bern', 'user', true],
  ])('%s: %s (%s): %s', (list, text, scope, needed) => {
    const found = entriesNeedingModel(testPolicy({ [list]: [entry(text, scope)] }))
    expect(found).toEqual(needed ? [{ ...entry(text, scope), list }] : [])
  })
})

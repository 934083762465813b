import { describe, expect, it } from 'vitest'
import { BUILTIN_TEXTS as ALL, loadPolicy } from './load.ts'
import type { Policy } from './policy.ts'
import { PRESET_NAMES } from './preset-names.ts'
import { createPresets } from './presets.ts'
import { OPTIONS, text } from './testing.ts'

/** The policy of these texts, with the categories that there really are. */
function load(...texts: readonly ReturnType<typeof text>[]): Policy {
  return loadPolicy(texts, { ...OPTIONS, builtin: ALL })
}

const user = (body: unknown) => text('user', JSON.stringify(body))
const project = (body: unknown) => text('project', JSON.stringify(body))
const managed = (body: unknown) => text('managed', JSON.stringify(body))

describe('presets', () => {
  it.each(PRESET_NAMES)('%s can be read whole, and every setting of it says why', (name) => {
    const policy = load(user({ preset: name }))
    expect(policy.broken).toEqual([])
    expect(policy.notices).toEqual([])
    expect(policy.preset).toBe(name)
    const preset = createPresets(ALL.soft).find((known) => known.name === name)
    const names = Object.entries(preset?.settings ?? {}).flatMap(([section, value]) =>
      typeof value === 'object' && value !== null ? Object.keys(value).map((key) => `${section}.${key}`) : [section],
    )
    expect(Object.keys(preset?.why ?? {}).sort()).toEqual(names.sort())
  })

  it('standard is what holds without one', () => {
    const { preset: _, origins: __, version: ___, ...standard } = load(user({ preset: 'standard' }))
    const { origins: ____, version: _____, ...none } = load(user({}))
    expect(standard).toEqual(none)
  })

  it.each(PRESET_NAMES)('%s takes no hard category away', (name) => {
    const { hard } = load(user({ preset: name })).autoMode.categories
    expect(ALL.hard.every((id) => hard.includes(id))).toBe(true)
  })

  it('strict is at least as tight as the others in everything', () => {
    const strict = load(user({ preset: 'strict' }))
    for (const name of PRESET_NAMES) {
      const other = load(user({ preset: name }))
      expect(strict.limits.consecutive).toBeLessThanOrEqual(other.limits.consecutive)
      expect(strict.limits.total).toBeLessThanOrEqual(other.limits.total)
      const blocked = ({ autoMode: { categories } }: Policy) => [...categories.soft, ...categories.hard]
      expect(blocked(strict)).toEqual(expect.arrayContaining(blocked(other)))
      expect(strict.autoMode.categories.hard).toEqual(expect.arrayContaining([...other.autoMode.categories.hard]))
      expect(strict.autoMode.exceptions).toEqual(other.autoMode.exceptions)
      expect(strict.rules.length).toBeGreaterThanOrEqual(other.rules.length)
      for (const key of ['askRules', 'powershell', 'classifyAllShell'] as const)
        if (name !== 'strict') expect(tightness(strict)[key]).toBeGreaterThanOrEqual(tightness(other)[key])
      expect(strict.judge.ironGate).toBe('closed')
      expect(strict.rules.every(({ behavior }) => behavior !== 'allow')).toBe(true)
    }
  })

  it('calm drops only what can be undone', () => {
    const { soft } = load(user({ preset: 'calm' })).autoMode.categories
    expect(ALL.soft.filter((id) => !soft.includes(id))).toEqual(['push-to-default'])
    expect(load(user({ preset: 'calm', autoMode: { lists: 'add' } })).autoMode.categories.soft).toEqual(soft)
  })

  it('what people write goes before it', () => {
    const policy = load(
      user({
        preset: 'strict',
        limits: { total: 30 },
        stripInternal: false,
        autoMode: { classifyAllShell: false, hard_deny: ['$defaults'] },
        permissions: { allow: ['Bash(git push *)'] },
      }),
    )
    expect(policy.limits).toEqual({ consecutive: 2, total: 30 })
    expect([policy.stripInternal, policy.autoMode.classifyAllShell]).toEqual([false, false])
    expect(policy.autoMode.categories.hard).toEqual(ALL.hard)
    expect(policy.rules.map(({ behavior, text: rule }) => `${behavior} ${rule}`)).not.toContain('ask Bash(git push *)')
    expect(policy.rules.map(({ text: rule }) => rule)).toContain('Bash(ssh *)')
  })

  it("an untrusted project's allow rule takes no ask rule of a preset away", () => {
    const policy = load(
      { ...project({ permissions: { allow: ['Bash(git push *)'] } }), trusted: true },
      user({ preset: 'strict' }),
    )
    expect(policy.rules.some(({ behavior, text: rule }) => behavior === 'ask' && rule === 'Bash(git push *)')).toBe(
      true,
    )
  })

  it.each<[string, readonly ReturnType<typeof text>[], string | undefined]>([
    ['managed before user', [user({ preset: 'calm' }), managed({ preset: 'standard' })], 'standard'],
    ['a project may ask for strict', [project({ preset: 'strict' })], 'strict'],
    ['also against what the user chose', [project({ preset: 'strict' }), user({ preset: 'calm' })], 'strict'],
    ['a project may not ask for calm', [project({ preset: 'calm' })], undefined],
    ['nor for standard', [project({ preset: 'standard' }), user({ preset: 'strict' })], 'strict'],
  ])('%s', (_, texts, expected) => {
    expect(load(...texts).preset).toBe(expected)
    expect(load(...texts).broken).toEqual([])
  })

  it.each(['strct', 1, null, ['strict'], '__proto__'])('a preset that nobody knows breaks the file: %j', (preset) => {
    for (const text of [user({ preset }), project({ preset })]) expect(load(text).broken).toHaveLength(1)
  })

  it('says where each value came from', () => {
    const { origins } = load(
      text('user', '{\n  "preset": "strict",\n  "limits": { "total": 30 },\n  "stripInternal": false\n}'),
      project({ stripInternal: true }),
    )
    expect(origins?.['preset']).toMatchObject({ scope: 'user', line: 2 })
    expect(origins?.['limits.total']).toMatchObject({ scope: 'user', line: 3 })
    expect(origins?.['limits.consecutive']).toMatchObject({ preset: 'strict' })
    expect(origins?.['autoMode.classifyAllShell']).toMatchObject({ preset: 'strict' })
    expect(origins?.['stripInternal']).toMatchObject({ scope: 'project' })
    expect(origins?.['judge.kind']).toBeUndefined()
  })
})

function tightness({ autoMode }: Policy) {
  return {
    askRules: autoMode.askRules === 'floor' ? 1 : 0,
    powershell: autoMode.powershell ? 0 : 1,
    classifyAllShell: autoMode.classifyAllShell ? 1 : 0,
  }
}

describe('rules for one project', () => {
  const rules = (policy: Policy) => policy.rules.map(({ behavior, text: rule }) => `${behavior} ${rule}`)
  const section = (root: string, permissions: unknown) => ({ projects: { [root]: { permissions } } })

  it.each<[string, boolean]>([
    ['/home/dev/project', true],
    ['/home/dev/project/', true],
    ['~/project', true],
    ['/home/dev/x/../project', true],
    ['/home/dev', false],
    ['/home/dev/project/sub', false],
    ['/home/dev/projects', false],
    ['/', false],
  ])('%s → %s', (root, counts) => {
    const policy = load(user(section(root, { allow: ['Bash(make test)'], deny: ['Bash(make ship)'] })))
    expect(policy.broken).toEqual([])
    expect(rules(policy)).toEqual(counts ? ['allow Bash(make test)', 'deny Bash(make ship)'] : [])
    if (counts) expect(policy.rules[0]?.source).toMatchObject({ scope: 'user', project: '/home/dev/project' })
  })

  it("a project's own files cannot have such a section", () => {
    const policy = load({ ...project(section('/home/dev/project', { allow: ['Bash'] })), trusted: true })
    expect(policy.rules).toEqual([])
    expect(policy.notices[0]?.text).toContain('projects is ignored')
  })

  it("nor can a host's file", () => {
    const given = { ...user(section('/home/dev/project', { allow: ['Bash'] })), kind: 'host' as const }
    expect(load(given).rules).toEqual([])
  })

  it.each([
    { projects: [] },
    { projects: { 'a/b': {} } },
    { projects: { '/home/dev/project': [] } },
    { projects: 'x' },
  ])('what cannot be read is broken: %j', (given) => expect(load(user(given)).broken).toHaveLength(1))

  it('only permissions stand in it', () => {
    const policy = load(user({ projects: { '/home/dev/project': { limits: { total: 1 } } } }))
    expect(policy.limits.total).toBe(20)
    expect(policy.notices[0]?.text).toBe('projects.*.limits is not a setting')
  })
})

describe('allowOff and updateCheck', () => {
  it.each<[string, readonly ReturnType<typeof text>[], boolean]>([
    ['by default', [], true],
    ['forbidden by the organisation', [managed({ allowOff: false }), user({ allowOff: true })], false],
    ['forbidden by the user', [managed({ allowOff: true }), user({ allowOff: false })], false],
    ['what is not understood forbids', [managed({ allowOff: 'no' })], false],
    ['a project has no say', [project({ allowOff: false })], true],
  ])('off %s → %s', (_, texts, expected) => expect(load(...texts).allowOff).toBe(expected))

  it('looks for no newer version unless told, and never for a project', () => {
    expect(load().updateCheck).toBe(false)
    expect(load(project({ updateCheck: true })).updateCheck).toBe(false)
    expect(load(user({ updateCheck: true })).updateCheck).toBe(true)
  })
})

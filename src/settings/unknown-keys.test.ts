import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { nearestName } from '../rules/nearest-name.ts'
import type { Policy } from './policy.ts'
import { load, text } from './testing.ts'
import { keysOf } from './unknown-keys.ts'

type Kind = 'closes' | 'error' | 'warning' | 'nothing'

function kindOf({ broken, notices }: Policy): Kind {
  if (broken.length > 0) return 'closes'
  if (notices.some(({ level }) => level === 'error')) return 'error'
  return notices.some(({ level }) => level === 'warning') ? 'warning' : 'nothing'
}

const SLIPS: readonly (readonly [body: string, user: Kind, project: Kind, names: string | undefined])[] = [
  ['{"permisions":{"deny":["Bash(rm:*)"]}}', 'closes', 'closes', 'permissions'],
  ['{"Permissions":{"deny":["Bash(rm:*)"]}}', 'closes', 'closes', 'permissions'],
  ['{"permissions":{"denny":["Bash(rm:*)"]}}', 'closes', 'closes', 'permissions.deny'],
  ['{"permissions":{"dney":["Bash"]}}', 'closes', 'closes', 'permissions.deny'],
  ['{"permissions":{"disableAutomode":"disable"}}', 'closes', 'closes', 'permissions.disableAutoMode'],
  [
    '{"permissions":{"disableByPassPermissionMode":"disable"}}',
    'closes',
    'closes',
    'permissions.disableBypassPermissionsMode',
  ],
  ['{"autoMode":{"hard-deny":["never deploy"]}}', 'closes', 'warning', 'autoMode.hard_deny'],
  ['{"autoMode":{"softDeny":["never deploy"]}}', 'closes', 'warning', 'autoMode.soft_deny'],
  ['{"automode":{"classifyAllShell":true}}', 'closes', 'warning', 'autoMode'],
  ['{"rules":{"deny":["Bash(rm:*)"]}}', 'closes', 'closes', undefined],
  ['{"denied":["Bash(rm:*)","Read(.env)"]}', 'closes', 'closes', undefined],
  ['{"policy":[{"rule":"Bash(rm:*)"}]}', 'closes', 'closes', undefined],
  ['{"permissions":{"never":["mcp__shop__delete"]}}', 'closes', 'closes', undefined],
  [
    '{"projects":{"/home/dev/project":{"permisions":{"deny":["Bash"]}}}}',
    'closes',
    'warning',
    'projects.*.permissions',
  ],
  ['{"project":{"/home/dev/project":{"permissions":{"deny":["Bash"]}}}}', 'closes', 'closes', 'projects'],
  ['{"presets":"strict"}', 'closes', 'closes', 'preset'],
  ['{"permisions":{}}', 'error', 'warning', 'permissions'],
  ['{"limit":{"total":3}}', 'error', 'warning', 'limits'],
  ['{"limits":{"totl":3}}', 'error', 'warning', 'limits.total'],
  ['{"judge":{"modle":"x"}}', 'error', 'warning', 'judge.mode'],
  ['{"judge":{"bugdet":{"day":1}}}', 'error', 'warning', 'judge.budget'],
  ['{"hosts":{"any":{"gates":"mirror"}}}', 'error', 'warning', 'hosts.any.gate'],
  ['{"comment":"why this file is here"}', 'error', 'warning', undefined],
  ['{"colours":["red","green"]}', 'error', 'warning', undefined],
  ['{"$schema":"x","permissions":{"deny":["Bash(rm:*)"]}}', 'nothing', 'nothing', undefined],
]

describe('a key that is no setting', () => {
  it.each(SLIPS)('%s', (body, user, project, names) => {
    const own = load(text('user', body))
    expect(kindOf(own)).toBe(user)
    expect(kindOf(load(text('managed', body)))).toBe(user)
    expect(kindOf(load(text('project', body)))).toBe(project)
    expect(kindOf(load(text('local', body)))).toBe(project)
    const told = [...own.broken, ...own.notices].map((notice) => notice.text).join('\n')
    if (names !== undefined) expect(told).toContain(`did you mean ${names}?`)
    else expect(told).not.toContain('did you mean')
  })

  it("closes in a host's file only inside permissions", () => {
    const host = { kind: 'host' } as const
    expect(kindOf(load(text('user', '{"permissions":{"denny":["Bash"]}}', host)))).toBe('closes')
    expect(kindOf(load(text('user', '{"permissions":{"newKey":true}}', host)))).toBe('warning')
    expect(kindOf(load(text('user', '{"permisions":{"deny":["Bash"]}}', host)))).toBe('nothing')
  })

  it('names its place', () => {
    const { broken } = load(text('user', '{\n  "permisions": {"deny": ["Bash"]}\n}'))
    expect(broken[0]).toMatchObject({ source: { line: 2, column: 3 }, text: expect.stringContaining('permisions') })
  })

  it.each(['__proto__', 'constructor', 'toString', 'x'.repeat(100_000), '\u202e', ''])('hostile: %j', (key) => {
    const body = JSON.stringify({ [key]: 1, permissions: { deny: ['Bash(rm:*)'] } })
    const policy = load(text('user', body.replace('{', `{${JSON.stringify(key)}:{"deny":["Read"]},`)))
    expect(policy.rules).toHaveLength(1)
    expect(kindOf(policy)).toBe('closes')
  })
})

it('every key of the editors’ schema is read without a word, and no other', () => {
  const schema = JSON.parse(readFileSync(new URL('../../schema/settings.schema.json', import.meta.url), 'utf8'))
  expect(keysOf([]).toSorted()).toEqual(Object.keys(schema.properties).toSorted())
  for (const section of ['permissions', 'autoMode', 'judge', 'limits', 'audit']) {
    expect(keysOf([section]).toSorted()).toEqual(Object.keys(schema.properties[section].properties).toSorted())
    expect(schema.properties[section].additionalProperties).toBe(false)
    for (const key of keysOf([section])) {
      const { notices, broken } = load(text('user', JSON.stringify({ [section]: { [key]: null } })))
      expect([...notices, ...broken].map((notice) => notice.text).join()).not.toContain('is not a setting')
    }
  }
  expect(schema.additionalProperties).toBe(false)
})

describe('the nearest name', () => {
  it.each([
    ['aprove', 'approve'],
    ['apporve', 'approve'],
    ['APPROVE', 'approve'],
    ['chek', 'check'],
    ['doc-tor', 'doctor'],
    ['completely-else', undefined],
    ['x', undefined],
    ['', undefined],
    ['y'.repeat(100_000), undefined],
  ])('%j is %j', (given, name) => {
    expect(nearestName(given, ['check', 'approve', 'doctor', 'mcp'])).toBe(name)
  })
})

import { describe, expect, it } from 'vitest'
import { fixedFacts } from '../facts/fixed.ts'
import { compileRules } from '../rules/compile.ts'
import { matchRules } from '../rules/match.ts'
import { bashAction, outcome, toolAction } from '../rules/testing.ts'
import { policyFromObject } from './load.ts'
import { load, OPTIONS, of, TEST_BUILTIN, text } from './testing.ts'

describe('defaults', () => {
  it('nothing written', () => {
    expect(of({})).toMatchObject({
      rules: [],
      defaultMode: undefined,
      autoMode: {
        allow: [],
        softDeny: [],
        categories: { soft: TEST_BUILTIN.soft, hard: TEST_BUILTIN.hard },
        exceptions: TEST_BUILTIN.exceptions,
        askRules: 'floor',
        classifyAllShell: false,
        powershell: false,
      },
      judge: { kind: 'chain', mode: 'both', ironGate: 'closed' },
      limits: { consecutive: 3, total: 20 },
      stripInternal: false,
      disabledModes: [],
      notices: [],
      broken: [],
    })
  })

  it('is frozen, and its version follows every change', () => {
    const policy = of({ permissions: { deny: ['Bash'] } })
    expect(Object.isFrozen(policy.rules[0])).toBe(true)
    expect(policy.version).toBe(of({ permissions: { deny: ['Bash'] } }).version)
    expect(policy.version).not.toBe(of({ permissions: { ask: ['Bash'] } }).version)
  })
})

describe('texts', () => {
  it('comments and trailing commas; every entry knows its place', () => {
    const policy = load(
      text(
        'user',
        '{ // mine\n  "permissions": {\n    "deny": [\n      "Bash(rm *)", /* x */\n      "Read(.env)",\n    ],\n  },\n}',
      ),
    )
    expect(policy.broken).toEqual([])
    expect(policy.rules.map(({ text, source }) => [text, source.file, source.line, source.column])).toEqual([
      ['Bash(rm *)', '/etc/user.json', 4, 7],
      ['Read(.env)', '/etc/user.json', 5, 7],
    ])
  })

  it.each([
    ['', 1, 1],
    ['   ', 1, 1],
    ['// nothing', 1, 1],
    ['{\n  "permissions": {', 2, 19],
    ['{\n "a": 1\n "b": 2}', 3, 2],
    ['[1]', 1, 1],
    ['"x"', 1, 1],
    ['{"permissions": 3}', 1, 17],
    ['{"autoMode": []}', 1, 14],
    ['{"autoMode": {"soft_deny": "x"}}', 1, 28],
    ['{} {}', 1, 4],
    ['\u0000', 1, 1],
  ])('a broken file is broken, not empty: %j', (body, line, column) => {
    const policy = load(text('user', body), text('managed', '{"permissions":{"deny":["Bash"]}}'))
    expect(policy.broken).toHaveLength(1)
    expect(policy.broken[0]?.source).toMatchObject({ file: '/etc/user.json', line })
    expect(policy.broken[0]?.source.column).toBeGreaterThanOrEqual(column > 10 ? 1 : column)
    expect(policy.rules).toHaveLength(1)
  })

  it.each(['['.repeat(100_000), '{"a":'.repeat(5000), `{"a":${'['.repeat(100)}${']'.repeat(100)}}`])(
    'too deep is broken: %#',
    (body) => {
      expect(load(text('project', body)).broken).toHaveLength(1)
    },
  )

  it('a file that could not be read is broken', () => {
    expect(load(text('user', '', { unreadable: 'EACCES' })).broken[0]?.text).toContain('EACCES')
  })

  it('a key written twice loses nothing', () => {
    const policy = load(
      text('user', '{"permissions":{"deny":["Bash"],"deny":["Read"]},"permissions":{"ask":["Edit"]}}'),
    )
    expect(policy.rules.map(({ text }) => text)).toEqual(['Bash', 'Read', 'Edit'])
  })

  it('says when a rule of the user counts from home', () => {
    const noticed = (scope: 'user' | 'project', rule: string) =>
      load(text(scope, JSON.stringify({ permissions: { deny: [rule] } }))).notices.map(({ level }) => level)
    expect(noticed('user', 'Edit(/conf/**)')).toEqual(['info'])
    expect(noticed('user', 'Edit(//srv/conf/**)')).toEqual([])
    expect(noticed('user', 'Edit(conf/**)')).toEqual([])
    expect(noticed('project', 'Edit(/conf/**)')).toEqual([])
  })

  it("Claude Code's other keys are not ours to judge", () => {
    const body = '{"model":"x","hooks":{},"judge":{"ironGate":"open"},"permissions":{"allow":["Read"],"x":1}}'
    const policy = load(text('user', body, { kind: 'host' }))
    expect(policy.notices.map(({ level, text }) => [level, text])).toEqual([
      ['warning', 'permissions.x is not a setting'],
    ])
    expect(policy.broken).toEqual([])
    expect(policy.judge.ironGate).toBe('closed')
    expect(policy.rules).toHaveLength(1)
  })

  it('our own unknown keys are told', () => {
    const policy = load(text('user', '{"permisions":{},"permissions":{"denny":[]},"limits":{"x":1}}'))
    expect(policy.notices.map(({ level, text }) => [level, text.split(' ')[0]])).toEqual([
      ['error', 'permisions'],
      ['error', 'permissions.denny'],
      ['error', 'limits.x'],
    ])
  })
})

describe('objects', () => {
  const cyclic: Record<string, unknown> = {}
  cyclic['permissions'] = cyclic
  class Settings {}
  it.each([
    ['cyclic', cyclic],
    ['a list', []],
    ['null', null],
    ['a number', 3],
    ['nothing', undefined],
    ['a function inside', { permissions: () => 1 }],
    ['a class', new Settings()],
    [
      'a getter',
      {
        get permissions() {
          return {}
        },
      },
    ],
    ['a mixture', { user: {}, permissions: {} }],
    ['a scope that is no object', { user: 3 }],
    ['a map', new Map()],
  ])('%s is broken', (_, settings) => {
    expect(of(settings).broken).toHaveLength(1)
  })

  it('prototype names are only names', () => {
    const settings = JSON.parse(
      '{"__proto__":{"permissions":{"allow":["Bash"]}},"constructor":1,"hosts":{"__proto__":{"gate":"auto"}},"judge":{"__proto__":{"kind":"claude"}}}',
    )
    const policy = of(settings)
    expect(policy.rules).toEqual([])
    expect(policy.judge.kind).toBe('chain')
    expect(({} as Record<string, unknown>)['gate']).toBeUndefined()
  })

  it('one object is the user; scopes are told by their keys', () => {
    expect(of({ permissions: { deny: ['Bash'] } }).rules[0]?.source.scope).toBe('user')
    const both = of({ managed: { permissions: { deny: ['A'] } }, project: { permissions: { ask: ['B'] } } })
    expect(both.rules.map(({ text, source }) => [text, source.scope])).toEqual([
      ['A', 'managed'],
      ['B', 'project'],
    ])
  })
})

describe('who may say what', () => {
  it.each(['project', 'local'])('%s files cannot loosen', (scope) => {
    const settings = {
      [scope]: {
        permissions: {
          allow: ['Bash'],
          deny: ['Read'],
          ask: ['Edit'],
          defaultMode: 'bypassPermissions',
          additionalDirectories: ['/'],
          webFetchRules: 'tool',
        },
        autoMode: { allow: ['x'], soft_deny: [] },
        judge: { ironGate: 'open' },
        limits: { total: 99 },
        wrappers: ['x'],
        hosts: { 'claude-code': { auto: 'replace' } },
      },
    }
    const policy = of(settings)
    expect(policy.rules.map(({ behavior }) => behavior)).toEqual(['deny', 'ask'])
    expect(policy).toMatchObject({
      defaultMode: undefined,
      additionalDirectories: [],
      wrappers: [],
      hosts: {},
      limits: { total: 20 },
    })
    expect(policy.judge.ironGate).toBe('closed')
    expect(policy.autoMode.categories.soft).toEqual(TEST_BUILTIN.soft)
    expect(policy.webFetchRules).toBeUndefined()
    expect(policy.notices.length).toBe(9)
    const trusted = of(settings, true)
    expect(trusted.webFetchRules).toBeUndefined()
    expect(trusted.rules.map(({ behavior }) => behavior).sort()).toEqual(['allow', 'ask', 'deny'])
    expect(trusted.additionalDirectories).toEqual(['/'])
    expect(trusted).toMatchObject({ defaultMode: undefined, wrappers: [], limits: { total: 20 } })
  })

  it.each(['user', 'flag', 'managed'])('%s settings may keep domain rules to the tool', (scope) => {
    expect(of({ [scope]: { permissions: { webFetchRules: 'tool' } } }).webFetchRules).toBe('tool')
    expect(of({ [scope]: { permissions: { webFetchRules: 'host' } } }).webFetchRules).toBeUndefined()
  })

  it('the strongest scope says how far domain rules go', () => {
    const settings = {
      managed: { permissions: { webFetchRules: 'host' } },
      user: { permissions: { webFetchRules: 'tool' } },
    }
    expect(of(settings).webFetchRules).toBeUndefined()
  })

  it('trust lets a project choose a mode, but not auto', () => {
    expect(of({ project: { permissions: { defaultMode: 'plan' } } }, true).defaultMode).toBe('plan')
    expect(of({ project: { permissions: { defaultMode: 'plan' } } }).defaultMode).toBeUndefined()
    expect(of({ project: { permissions: { defaultMode: 'auto' } } }, true).defaultMode).toBeUndefined()
    expect(
      of({ project: { permissions: { defaultMode: 'plan' } }, user: { permissions: { defaultMode: 'auto' } } }, true)
        .defaultMode,
    ).toBe('auto')
  })

  it.each(['managed', 'flag', 'user', 'local', 'project'])('%s may switch modes off', (scope) => {
    const policy = of({
      [scope]: { permissions: { disableAutoMode: 'disable', disableBypassPermissionsMode: 'disable' } },
      user: {
        permissions: {
          defaultMode: 'auto',
          ...(scope === 'user' && { disableAutoMode: 'disable', disableBypassPermissionsMode: 'disable' }),
        },
      },
    })
    expect(policy.disabledModes).toEqual(['auto', 'bypassPermissions'])
    expect(policy.defaultMode).toBeUndefined()
  })

  it('one value: managed before flag before user', () => {
    const judge = (ironGate: string) => ({ judge: { ironGate } })
    expect(of({ user: judge('open'), flag: judge('fallback') }).judge.ironGate).toBe('fallback')
    expect(of({ user: judge('open'), flag: judge('fallback'), managed: judge('closed') }).judge.ironGate).toBe('closed')
  })

  it('wrong values leave the default and close the gate', () => {
    const policy = of({
      judge: { ironGate: 'opn', kind: 3, deadlineMs: -1, baseUrl: 'file:///x', budget: 5 },
      limits: { total: 0 },
      autoMode: { askRules: 'x', powershell: 'yes' },
      wrappers: ['a b', 'ok'],
      hosts: { x: { gate: 'y', port: 1 }, z: 3 },
    })
    expect(policy.judge).toEqual({
      kind: 'chain',
      mode: 'both',
      ironGate: 'closed',
      extra: {},
    })
    expect(policy.limits.total).toBe(20)
    expect(policy.autoMode.askRules).toBe('floor')
    expect(policy.wrappers).toEqual(['ok'])
    expect(policy.hosts?.['x']?.extra['port']).toBeUndefined()
    expect(policy.broken.map(({ text }) => text)).toEqual([
      'judge.ironGate must be one of closed, open, fallback, not "opn"; did you mean "open"?',
      'judge.kind must be one of chain, embedded, model, claude, not 3',
      'judge.deadlineMs must be from 1 to 600000, not -1',
      'judge.baseUrl must be an http address',
      'judge.budget must be an object, not 5',
      'limits.total must be from 1 to 100000, not 0',
      'autoMode.askRules must be one of floor, classify, not "x"',
      'autoMode.powershell must be true or false, not a text',
      'an entry of wrappers must be the plain name of a program',
      'hosts.x.gate must be one of auto, mirror, not "y"',
      'hosts.z must be an object, not 3',
    ])
    expect(policy.notices.map(({ text }) => text)).toEqual(['hosts.x.port is not a setting'])
  })

  it('directories become absolute', () => {
    expect(
      of({ permissions: { additionalDirectories: ['~/a/', 'b', '/c/../d', 3, ''] } }).additionalDirectories,
    ).toEqual(['/home/dev/a', '/home/dev/project/b', '/d'])
  })
})

describe('rules', () => {
  it('an invalid entry never drops its neighbours, and closes the gate', () => {
    const policy = of({ permissions: { deny: [3, 'Bash(rm *)', null], ask: { a: 1 }, allow: [false, 'Read'] } })
    expect(policy.broken).toHaveLength(4)
    const compiled = compileRules(policy.rules)
    expect(outcome(matchRules(compiled, bashAction('rm x'), fixedFacts()))).toBe('deny')
    expect(outcome(matchRules(compiled, toolAction('Read', {}), fixedFacts()))).toBe('allow')
  })

  it('examples are checked where the analysis is at hand', () => {
    const examples = { understandBash: (command: string) => bashAction(command), facts: fixedFacts() }
    const settings = {
      permissions: {
        deny: [
          { rule: 'Bash(rm *)', match: ['rm a'], notMatch: ['ls'] },
          { rule: 'Bash(del *)', match: ['rm a'] },
          { rule: 'Bash(x)', match: 3 },
          { match: [] },
        ],
      },
    }
    const policy = policyFromObject(settings, { ...OPTIONS, examples })
    expect(policy.rules.map(({ invalid }) => invalid !== undefined)).toEqual([false, true, false])
    expect(policy.broken.map(({ text }) => text)).toEqual([
      'an entry of permissions.deny.match must be a list, not 3',
      'an entry of permissions.deny lacks rule',
    ])
  })
})

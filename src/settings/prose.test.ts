import { describe, expect, it } from 'vitest'
import { of, TEST_BUILTIN } from './testing.ts'

describe('prose lists', () => {
  const auto = (autoMode: object) => of({ autoMode }).autoMode

  it('a list replaces the built-in one and the notice names what went', () => {
    const policy = of({ autoMode: { soft_deny: ['Never deploy'] } })
    expect(policy.autoMode.categories).toEqual({ soft: [], hard: TEST_BUILTIN.hard })
    expect(policy.autoMode.softDeny.map(({ text }) => text)).toEqual(['Never deploy'])
    expect(policy.notices[0]?.text).toContain('git-destructive, persistence')
  })

  it.each([
    [{ soft_deny: ['$defaults', 'x'] }, ['git-destructive', 'persistence'], ['x']],
    [{ soft_deny: ['x'], lists: 'add' }, ['git-destructive', 'persistence'], ['x']],
    [{ soft_deny: ['PERSISTENCE'] }, ['persistence'], []],
    [{ soft_deny: ['destructive GIT', 'y'] }, ['git-destructive'], ['y']],
    [{ soft_deny: [] }, [], []],
    [{}, ['git-destructive', 'persistence'], []],
  ])('%o', (settings, soft, own) => {
    expect(auto(settings).categories.soft).toEqual(soft)
    expect(auto(settings).softDeny.map(({ text }) => text)).toEqual(own)
  })

  it.each([
    [{ soft_deny: ['PERSISTENCE'] }, ['git-destructive']],
    [{ soft_deny: [], hard_deny: [] }, ['git-destructive', 'persistence', 'data-exfiltration']],
    [{ soft_deny: [], hard_deny: ['$defaults', 'git-destructive'] }, ['persistence']],
    [{ soft_deny: ['$defaults'] }, undefined],
    [{ soft_deny: [], lists: 'add' }, undefined],
    [{}, undefined],
  ])('%o replaces the rules %j', (settings, rules) => {
    expect(auto(settings).replaced?.rules).toEqual(rules)
  })

  it('a category may be moved between the lists', () => {
    expect(auto({ hard_deny: ['$defaults', 'persistence'] }).categories).toEqual({
      soft: ['git-destructive'],
      hard: ['data-exfiltration', 'persistence'],
    })
    expect(auto({ hard_deny: [], soft_deny: ['$defaults', 'data-exfiltration'] }).categories).toEqual({
      soft: ['git-destructive', 'persistence', 'data-exfiltration'],
      hard: [],
    })
  })

  it('exceptions and the environment likewise', () => {
    expect(
      auto({ allow: ['read-only operations', 'Push to mine'], environment: ['$defaults', 'Trusted domains: a.test'] }),
    ).toMatchObject({
      exceptions: ['read-only'],
      allow: [{ text: 'Push to mine' }],
      environment: [{ text: 'Trusted domains: a.test' }],
    })
  })

  it('nobody removes what managed settings keep', () => {
    const { autoMode } = of({
      managed: { autoMode: { soft_deny: ['$defaults', 'Org rule'] } },
      user: { autoMode: { soft_deny: ['mine'], hard_deny: [] } },
    })
    expect(autoMode.categories.soft).toEqual(TEST_BUILTIN.soft)
    expect(autoMode.softDeny.map(({ text, source }) => [text, source.scope])).toEqual([
      ['Org rule', 'managed'],
      ['mine', 'user'],
    ])
    expect(autoMode.locked).toEqual(TEST_BUILTIN.soft)
    expect(
      of({
        managed: { autoMode: { lists: 'add', soft_deny: ['o'] } },
        user: { autoMode: { lists: 'replace', soft_deny: [] } },
      }).autoMode.categories.soft,
    ).toEqual(TEST_BUILTIN.soft)
  })
})

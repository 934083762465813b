import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../test/runs.ts'
import type { Action } from '../analysis/action.ts'
import { fixedFacts } from '../facts/fixed.ts'
import { compileRules } from './compile.ts'
import { matchRules } from './match.ts'
import { parseRule } from './parse.ts'
import type { Rule } from './rule.ts'
import { bashAction, matchFixture, outcome, rule, toolAction } from './testing.ts'
import { compileWildcard, matchesWildcard, mayMatchWildcard } from './wildcard.ts'

const fetchOf = (url: string) => toolAction('WebFetch', { url })

describe('WebFetch(domain:…)', () => {
  it.each([
    ['domain:example.com', 'https://example.com/a', true],
    ['domain:example.com', 'https://EXAMPLE.com./a', true],
    ['domain:example.com', 'https://a.example.com', false],
    ['domain:*.example.com', 'https://a.b.example.com', true],
    ['domain:*.example.com', 'https://example.com', false],
    ['domain:*.example.com', 'https://badexample.com', false],
    ['domain:api-*.example.com', 'https://api-1.example.com', true],
    ['domain:api-*.example.com', 'https://api-1.x.example.com', false],
    ['domain:example.com', 'https://example.com@evil.test/', false],
    ['domain:example.com', 'https://evil.test/?q=https://example.com', false],
    ['domain:*', 'https://any.test', true],
  ])('%s · %s → %s', (spec, url, hit) => {
    expect(matchFixture({ deny: [`WebFetch(${spec})`] }, fetchOf(url)).deny !== undefined).toBe(hit)
    expect(matchFixture({ allow: [`WebFetch(${spec})`] }, fetchOf(url)).allow !== undefined).toBe(hit)
  })

  it('an address that cannot be read asks and is never allowed', () => {
    expect(outcome(matchFixture({ deny: ['WebFetch(domain:a.test)'] }, fetchOf('ht!tp:/x')))).toBe('ask')
    expect(matchFixture({ allow: ['WebFetch(domain:*)'] }, fetchOf('file:///etc/passwd')).allow).toBeUndefined()
  })
})

describe('tool names, MCP, agents, parameters', () => {
  it.each([
    ['mcp__git', 'mcp__git__push', {}, true],
    ['mcp__git', 'mcp__github__push', {}, false],
    ['mcp__git__push', 'mcp__git__push', {}, true],
    ['mcp__git__*', 'mcp__git__push', {}, true],
    ['mcp__git__get_*', 'mcp__git__push', {}, false],
    ['Agent(Explore)', 'Agent', { subagent_type: 'Explore' }, true],
    ['Task(Explore)', 'Agent', { subagent_type: 'Explore' }, true],
    ['Agent(Explore)', 'Agent', { subagent_type: 'Other' }, false],
    ['Agent(Explore)', 'Agent', {}, false],
    ['Agent', 'Task', {}, true],
    ['Skill(review)', 'Skill', { skill: 'review' }, true],
  ] as const)('%s · %s %o → %s', (text, tool, input, hit) => {
    expect(matchFixture({ deny: [text] }, toolAction(tool, input)).deny !== undefined).toBe(hit)
    expect(matchFixture({ allow: [text] }, toolAction(tool, input)).allow !== undefined).toBe(hit)
  })

  it.each([
    ['Bash(run_in_background:true)', 'Bash', { command: 'ls', run_in_background: true }, true],
    ['Bash(run_in_background:true)', 'Bash', { command: 'ls', run_in_background: false }, false],
    ['Agent(model:opus*)', 'Agent', { model: 'opus-9' }, true],
    ['mcp__db__query(mode:write)', 'mcp__db__query', { mode: 'write' }, true],
    ['mcp__db__query(mode:write)', 'mcp__db__query', { mode: { a: 'write' } }, false],
    ['mcp__db(mode:write)', 'mcp__db__query', { mode: 'write' }, true],
    ['Foo(constructor:*)', 'Foo', {}, false],
    ['mcp__*', 'mcp__a__b', {}, true],
    ['*', 'Anything', {}, true],
    ['Web*', 'WebSearch', {}, true],
    ['constructor', 'constructor', {}, true],
    ['__proto__', 'Bash', { command: 'ls' }, false],
  ] as const)('deny only: %s · %s %o → %s', (text, tool, input, hit) => {
    expect(matchFixture({ deny: [text] }, toolAction(tool, input)).deny !== undefined).toBe(hit)
  })

  it.each([
    'mcp__*',
    '*',
    'Web*',
    'mcp__g*__x',
    'Agent(model:opus)',
    'Bash()',
    'Bash(',
    '(x)',
    '',
    '  ',
    'Foo(bar)',
    'WebFetch(x)',
    'Edit(!a)',
    'Edit(../a)',
    'Edit(//)',
    'Bash(a\u0000b)',
  ])('an invalid allow rule matches nothing: %s', (text) => {
    const compiled = compileRules([rule('allow', text), rule('allow', 'Read')])
    expect(compiled.problems).toHaveLength(1)
    for (const action of [toolAction('Bash', { command: 'x' }), toolAction('mcp__g__x', {}), toolAction('Foo', {})]) {
      expect(matchRules(compiled, action, fixedFacts()).allow).toBeUndefined()
    }
    expect(matchRules(compiled, toolAction('Read', { file_path: '/a' }), fixedFacts()).allow).toBeDefined()
  })

  it.each([
    ['Bash(rm *', 'Bash', true],
    ['Bash(rm *', 'Read', false],
    ['Bash rm', 'Bash', true],
    ['never ever', 'Read', true],
    ['(rm)', 'Read', true],
    ['', 'mcp__a__b', true],
    ['WebFetch(example.com)', 'WebFetch', true],
    ['WebFetch(example.com)', 'Bash', false],
  ] as const)('an invalid deny rule asks: %s · %s → %s', (text, tool, asks) => {
    for (const behavior of ['deny', 'ask'] as const) {
      const result = matchRules(compileRules([rule(behavior, text)]), toolAction(tool, {}), fixedFacts())
      expect(result.deny).toBeUndefined()
      expect(result.floors.length > 0).toBe(asks)
    }
  })

  it('parentheses in a specifier may be escaped', () => {
    expect(parseRule('Bash(echo \\(a\\))', 'deny')).toMatchObject({ spec: 'echo (a)' })
    expect(parseRule('Bash(echo (a))', 'deny')).toMatchObject({ spec: 'echo (a)' })
  })
})

describe('PowerShell', () => {
  const run = (command: string) => toolAction('PowerShell', { command })
  it.each([
    ['PowerShell(Remove-Item *)', 'rm x', true],
    ['PowerShell(rm *)', 'REMOVE-ITEM x', true],
    ['PowerShell(iex *)', 'Get-Date; Invoke-Expression $x', true],
    ['PowerShell(Remove-Item *)', 'Get-Date', false],
  ])('deny %s · %s → %s', (text, command, hit) => {
    expect(matchFixture({ deny: [text] }, run(command)).deny !== undefined).toBe(hit)
  })
  it.each([
    ['PowerShell(Get-Process *)', 'get-process node', true],
    ['PowerShell(Get-Process *)', 'Get-Process; rm x', false],
    ['PowerShell(Get-Process *)', 'Get-Process $(rm x)', false],
  ])('allow %s · %s → %s', (text, command, hit) => {
    expect(matchFixture({ allow: [text] }, run(command)).allow !== undefined).toBe(hit)
  })
})

const TEXTS = [
  'Bash',
  'Bash(rm *)',
  'Bash(npm *)',
  'Bash(rm',
  'Read(src/**)',
  'Read(.env)',
  'Edit',
  'Edit(.env)',
  'WebFetch(domain:*.a.test)',
  'mcp__a',
  'mcp__a__b',
  '*',
  'Agent',
  '',
  'Bash(*',
  'Bash(:*)',
  'Bash(npm test)',
]
const ACTIONS: readonly Action[] = [
  ...['rm x', 'npm test', 'npm test && rm x', 'npm test > .env', '$X y', 'ls', 'echo "'].map((command) =>
    bashAction(command),
  ),
  toolAction('Read', { file_path: '/home/dev/project/src/a' }),
  toolAction('Edit', { file_path: '/home/dev/project/.env' }),
  toolAction('Write', {}),
  fetchOf('https://x.a.test'),
  toolAction('mcp__a__b', {}),
  toolAction('__proto__', {}),
]

const anyRule: fc.Arbitrary<Rule> = fc
  .record({
    behavior: fc.constantFrom('deny', 'ask', 'allow'),
    text: fc.oneof(fc.constantFrom(...TEXTS), fc.string({ maxLength: 12 })),
    scope: fc.constantFrom('managed', 'user', 'project', 'local', 'flag'),
  })
  .map(({ behavior, text, scope }) => rule(behavior as Rule['behavior'], text, scope as Rule['source']['scope']))
const anyAction = fc.constantFrom(...ACTIONS)
const anyRules = fc.array(anyRule, { maxLength: 8 })
const RUNS = { numRuns: runs(10_000) }
const facts = fixedFacts()

describe('laws', () => {
  it('order-and-duplicates-do-not-matter', () => {
    fc.assert(
      fc.property(anyRules, anyAction, fc.array(fc.nat()), (rules, action, picks) => {
        const again = picks.flatMap((pick) => rules[pick % Math.max(1, rules.length)] ?? [])
        const mixed = [...again, ...[...rules].reverse(), ...again]
        const left = matchRules(compileRules(rules), action, facts)
        const right = matchRules(compileRules(mixed), action, facts)
        expect(right.deny).toEqual(left.deny)
        expect(right.ask).toEqual(left.ask)
        expect(right.allow).toEqual(left.allow)
        expect(right.floors.length > 0).toBe(left.floors.length > 0)
      }),
      RUNS,
    )
  })

  it('adding-an-allow-rule-never-changes-a-deny', () => {
    fc.assert(
      fc.property(anyRules, anyAction, anyRule, (rules, action, extra) => {
        const before = matchRules(compileRules(rules), action, facts)
        const after = matchRules(compileRules([...rules, { ...extra, behavior: 'allow' }]), action, facts)
        expect([after.deny, after.ask, after.floors]).toEqual([before.deny, before.ask, before.floors])
      }),
      RUNS,
    )
  })

  it('adding-a-deny-or-ask-rule-never-loosens', () => {
    fc.assert(
      fc.property(anyRules, anyAction, anyRule, (rules, action, extra) => {
        if (extra.behavior === 'allow') return
        const before = outcome(matchRules(compileRules(rules), action, facts))
        const after = outcome(matchRules(compileRules([...rules, extra]), action, facts))
        const rank = { allow: 0, none: 0, ask: 1, deny: 2 }
        expect(rank[after]).toBeGreaterThanOrEqual(rank[before])
      }),
      RUNS,
    )
  })

  it('a wildcard matches as the same regular expression would', () => {
    const sign = fc.constantFrom('a', 'b', '*')
    const text = fc.array(fc.constantFrom('a', 'b'), { maxLength: 8 }).map((list) => list.join(''))
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 6 }), text, (signs, value) => {
        const pattern = signs.join('')
        const expected = new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 's').test(value)
        expect(matchesWildcard(compileWildcard(pattern), value)).toBe(expected)
        if (expected) expect(mayMatchWildcard(compileWildcard(pattern), value)).toBe(true)
      }),
      RUNS,
    )
  })
})

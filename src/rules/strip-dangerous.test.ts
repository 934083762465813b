import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../test/runs.ts'
import type { Rule } from './rule.ts'
import { DANGEROUS_PATTERNS, entering, leaving } from './strip-dangerous.ts'
import { rule } from './testing.ts'

const OFF = { stripInternal: false, classifyAllShell: false }
const stripped = (text: string, options = OFF) => entering([rule('allow', text)], options).stripped.length === 1

describe('entering auto mode strips', () => {
  const { crossPlatform, unix, powershell, internal } = DANGEROUS_PATTERNS
  const shapes = (pattern: string) => [
    pattern,
    `${pattern}:*`,
    `${pattern} *`,
    `${pattern}*`,
    `${pattern} -x*`,
    `${pattern} -c *`,
  ]

  it.each([...crossPlatform, ...unix])('Bash: %s', (pattern) => {
    for (const spec of shapes(pattern)) expect(stripped(`Bash(${spec})`), spec).toBe(true)
  })
  it.each([...crossPlatform, ...powershell])('PowerShell: %s', (pattern) => {
    for (const spec of shapes(pattern)) expect(stripped(`PowerShell(${spec.toUpperCase()})`), spec).toBe(true)
  })
  it.each(internal)('only when set: %s', (pattern) => {
    for (const spec of shapes(pattern)) {
      expect(stripped(`Bash(${spec})`), spec).toBe(false)
      expect(stripped(`Bash(${spec})`, { ...OFF, stripInternal: true }), spec).toBe(true)
    }
  })

  it.each([
    'Bash',
    'Bash(*)',
    'Bash(:*)',
    'PowerShell',
    'PowerShell(*)',
    'Agent',
    'Agent(Explore)',
    'Task',
    'Task(x)',
    'Monitor',
    'Monitor(x)',
    'Bash(/usr/bin/python3 *)',
    'Bash(timeout 5 python *)',
    'Bash(py*)',
    'Bash(* --version)',
  ])('%s', (text) => {
    expect(stripped(text)).toBe(true)
  })
  it.each([
    'Bash(npm run test)',
    'Bash(npm run test:*)',
    'Bash(npm test *)',
    'Bash(python3 manage.py migrate)',
    'Bash(shellcheck *)',
    'Bash(nodemon x)',
    'Bash(ls *)',
    'Bash(lint*)',
    'Read',
    'Edit(src/**)',
    'mcp__a',
    'Bash(git status)',
    'AgentX',
  ])('but not %s', (text) => {
    expect(stripped(text)).toBe(false)
  })
  it.each(['Bash(ls)', 'PowerShell(ls)', 'Bash(git status)'])('with classifyAllShell also %s', (text) => {
    expect(stripped(text, { ...OFF, classifyAllShell: true })).toBe(true)
  })
  it('never a deny or an ask rule', () => {
    expect(entering([rule('deny', 'Bash'), rule('ask', 'Agent')], OFF).stripped).toEqual([])
  })
})

describe('laws', () => {
  const anyRule: fc.Arbitrary<Rule> = fc
    .tuple(
      fc.constantFrom('deny', 'ask', 'allow'),
      fc.oneof(fc.string(), fc.constantFrom('Bash', 'Agent', 'Bash(python:*)', 'Read', 'Bash(npm test)')),
    )
    .map(([behavior, text]) => rule(behavior as Rule['behavior'], text))

  it('strip-then-restore-is-identity, and nothing is lost between', () => {
    fc.assert(
      fc.property(fc.array(anyRule), fc.boolean(), fc.boolean(), (rules, stripInternal, classifyAllShell) => {
        const entered = entering(rules, { stripInternal, classifyAllShell })
        expect(leaving(entered)).toEqual(rules)
        expect(new Set([...entered.kept, ...entered.stripped.map(({ rule: item }) => item)])).toEqual(new Set(rules))
        expect(entering(entered.kept, { stripInternal, classifyAllShell }).stripped).toEqual([])
      }),
      { numRuns: runs(10_000) },
    )
  })
})

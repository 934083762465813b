import { describe, expect, it } from 'vitest'
import { compileRules } from './compile.ts'
import { bashAction, matchFixture, outcome, rule, toolAction } from './testing.ts'

const WRITE = toolAction('Write', { file_path: '/home/dev/project/src/a' })

describe('a deny or ask rule with a slip in its tool’s name asks about what it was meant for', () => {
  it.each([
    ['bash', bashAction('ls'), 'ask'],
    ['BASH', bashAction('ls'), 'ask'],
    ['bash(rm *)', bashAction('rm -rf build'), 'ask'],
    ['bash(rm *)', bashAction('ls'), 'none'],
    ['bash(rm *)', bashAction('$X -rf build'), 'ask'],
    ['bsh(rm *)', bashAction('rm -rf build'), 'ask'],
    ['bash(rm *', bashAction('ls'), 'ask'],
    ['Bsah', bashAction('ls'), 'ask'],
    ['run_shell_command(rm *)', bashAction('rm x'), 'ask'],
    ['run_shel_command', bashAction('ls'), 'ask'],
    ['bash', WRITE, 'none'],
    ['Wrte', WRITE, 'ask'],
    ['write', WRITE, 'ask'],
    ['WebFetsh(domain:a.test)', toolAction('WebFetch', { url: 'https://a.test' }), 'ask'],
    ['WebFetsh(domain:a.test)', toolAction('WebFetch', { url: 'https://b.test' }), 'none'],
    ['MCP__git', toolAction('mcp__git__push', {}), 'ask'],
    // The rule still stands for a tool that has this very name.
    ['bash', toolAction('bash', {}), 'as written'],
    ['Reads', toolAction('Reads', {}), 'as written'],
  ] as const)('%s', (text, action, expected) => {
    for (const behavior of ['deny', 'ask'] as const)
      expect(outcome(matchFixture({ [behavior]: [text] }, action))).toBe(
        expected === 'as written' ? behavior : expected,
      )
    expect(matchFixture({ allow: [text] }, action).allow).toBeUndefined()
    expect(compileRules([rule('deny', text)]).problems[0]?.why).toMatch(/\(did you mean [A-Zm]\w+\?\)$/)
  })
})

it('says which name was meant, with the place of the rule', () => {
  expect(matchFixture({ deny: ['bash(rm *)'] }, bashAction('rm x')).floors[0]).toMatchObject({
    rule: 'bash(rm *)',
    matched: 'rm x',
    doubt: { kind: 'unusable', why: 'rules have no tool bash (did you mean Bash?)' },
  })
})

describe('a name that is near no known one, or one that rules see, is taken as it is', () => {
  it.each([
    'Bash',
    'Task',
    'FileWrite',
    'TodoWrite',
    'update_plan',
    'Foo',
    'deploy',
    'lint',
    'head',
    'search',
    'Web*',
    '*',
    'mcp__Bash',
    'mcp__a__bsh',
    'constructor',
    '__proto__',
    'x'.repeat(5000),
  ])('%s', (name) => {
    expect(compileRules([rule('deny', name)]).problems).toEqual([])
  })
})

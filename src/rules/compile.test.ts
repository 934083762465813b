import { describe, expect, it } from 'vitest'
import { fixedFacts } from '../facts/fixed.ts'
import { policyFromObject } from '../settings/load.ts'
import { createRuleBook } from './book.ts'
import { compileRules } from './compile.ts'
import { checkExamples, withCheckedExamples } from './examples.ts'
import { likelyTools } from './misspelled-tools.ts'
import { proposeRule } from './propose.ts'
import { sampleCallFor } from './sample.ts'
import { bashAction, matchFixture, outcome, pathEffect, rule, toolAction } from './testing.ts'

const facts = fixedFacts()
const problemsOf = (text: string, behavior: 'deny' | 'allow' = 'deny') => compileRules([rule(behavior, text)]).problems

describe('a rule that cannot be used', () => {
  it.each([
    ['', /names no tool/],
    ['(x)', /names no tool/],
    ['B@sh!', /is not a tool/],
    ['Bash(', /parenthesis/],
    ['Bash(a\\)', /parenthesis/],
    ['Bash()', /between the parentheses/],
    ['Bash(a\u0007b)', /control character/],
    ['mcp__*(mode:write)', /no specifier/],
    ['mcp__*(*)', undefined],
    [`Bash(${'x'.repeat(9994)})`, undefined],
    [`Bash(${'x'.repeat(9995)})`, /10,000/],
  ])('%s', (text, why) => {
    const problems = problemsOf(text)
    if (why === undefined) expect(problems).toEqual([])
    else expect(problems[0]?.why).toMatch(why)
  })

  it('asks about its tool, with the reason', () => {
    const broken = { ...rule('deny', 'Bash(rm *)'), invalid: 'its example does not match' }
    const compiled = compileRules([broken])
    expect(compiled.problems).toEqual([{ rule: broken, why: 'its example does not match' }])
    expect(compiled.floors).toHaveLength(1)
    expect(compileRules([{ ...broken, behavior: 'allow' }]).floors).toEqual([])
  })

  it('a star in the tool’s name with a star in the parentheses is the whole tool', () => {
    expect(outcome(matchFixture({ deny: ['mcp__*(*)'] }, toolAction('mcp__a__b', {})))).toBe('deny')
  })

  it('an address that is missing is asked about as nothing', () => {
    expect(matchFixture({ deny: ['WebFetch(domain:a.test)'] }, toolAction('WebFetch', {})).floors[0]?.matched).toBe('')
  })
})

describe('which calls a rule on one tool is about', () => {
  it.each([
    ['deny', 'mcp__db(mode:write)', toolAction('mcp__other__query', { mode: 'write' }), 'none'],
    ['deny', 'mcp__db(mode:write)', toolAction('mcp__db__query', { mode: 'read' }), 'none'],
    ['deny', 'mcp__', toolAction('mcp____x', {}), 'none'],
    ['allow', 'Edit', bashAction('ls'), 'none'],
    ['allow', 'Edit', toolAction('mcp__a__b', {}), 'none'],
    ['allow', 'Edit', toolAction('Read', { file_path: 'a' }), 'none'],
    ['allow', 'Read', bashAction('ls'), 'none'],
    ['deny', 'Bash(git push *)', bashAction('frobnicate git pull origin'), 'none'],
    ['deny', 'Bash(git push *)', bashAction('frobnicate git push origin'), 'ask'],
    ['deny', 'Bash(reboot)', bashAction('frobnicate reboot'), 'ask'],
    ['deny', 'Bash(reboot)', bashAction('frobnicate rebooted'), 'none'],
    ['allow', 'Bash(npm run build)', bashAction('npm run build'), 'allow'],
    ['allow', 'Bash(npm run build)', bashAction('npm run build -- --watch'), 'none'],
  ] as const)('%s %s %#: %s', (behavior, text, action, expected) => {
    expect(outcome(matchFixture({ [behavior]: [text] }, action))).toBe(expected)
  })

  it('an exact rule covers what a star does not, also beside another command', () => {
    const line = bashAction('setsid ls && ls')
    expect(outcome(matchFixture({ allow: ['Bash(setsid ls)', 'Bash(ls)'] }, line))).toBe('allow')
    expect(outcome(matchFixture({ allow: ['Bash(setsid *)', 'Bash(ls)'] }, line))).toBe('none')
  })

  it('commands that another tool runs are bound, too', () => {
    const action = { ...bashAction('rm -rf x'), tool: 'mcp__sh__run', call: toolAction('mcp__sh__run', {}).call }
    expect(outcome(matchFixture({ deny: ['Bash(rm *)'] }, action))).toBe('deny')
    expect(outcome(matchFixture({ deny: ['Bash(ls *)'] }, action))).toBe('none')
  })

  it('a slip in the name of a file tool asks about reading and changing', () => {
    const edit = toolAction('Write', { file_path: 'src/a' })
    expect(outcome(matchFixture({ deny: ['Raed(src/**)'] }, edit))).toBe('ask')
    expect(outcome(matchFixture({ deny: ['Raed(lib/**)'] }, edit))).toBe('none')
  })

  it.each([
    ['LX', true, []],
    ['xs', false, []],
    ['Bahs', true, ['Bash']],
    ['compresx', true, ['compress']],
    ['Baaash', true, []],
  ])('%s (usable: %s) was meant for %j', (name, usable, meant) => {
    expect(likelyTools(name, usable)).toEqual(meant)
  })
})

describe('the rules in force in a mode', () => {
  const on = (
    permissions: object,
    mode: 'auto' | 'default',
    policy = policyFromObject({ permissions }, { cwd: facts.cwd, home: facts.home }),
  ) => createRuleBook(policy, facts, mode)

  it('dangerous allow rules step aside in auto mode alone, whichever mode came first', () => {
    const line = bashAction('ls src')
    expect(on({ allow: ['Bash'] }, 'default').allow(line)).toBeDefined()
    expect(on({ allow: ['Bash'] }, 'auto').allow(line)).toBeUndefined()
    const policy = policyFromObject({ permissions: { allow: ['Bash'] } }, { cwd: facts.cwd, home: facts.home })
    for (const mode of ['auto', 'default', 'auto', 'default'] as const)
      expect(createRuleBook(policy, facts, mode).allow(line) !== undefined, mode).toBe(mode === 'default')
  })

  it('deny and ask rules stay in every mode; what may match or cannot be read asks', () => {
    for (const mode of ['auto', 'default'] as const) {
      expect(on({ deny: ['Bash(rm *)'] }, mode).deny(bashAction('rm x'))).toBeDefined()
      expect(on({ ask: ['Bash(rm *)'] }, mode).ask(bashAction('rm x'))).toBeDefined()
      expect(on({ ask: ['Bash(rm *)'] }, mode).floor(bashAction('rm x'))).toBeUndefined()
      expect(on({ deny: ['Bash(rm *)'] }, mode).ask(bashAction('$X y'))).toBeDefined()
      expect(on({ deny: ['Bash('] }, mode).ask(bashAction('ls'))).toBeDefined()
      expect(on({ deny: ['Bash('] }, mode).floor(bashAction('ls'))).toBeDefined()
      expect(on({}, mode).deny(bashAction('rm x'))).toBeUndefined()
    }
  })
})

describe('examples of a rule', () => {
  const reading = { understandBash: (command: string) => bashAction(command), facts }
  const hold = (
    behavior: 'deny' | 'ask' | 'allow',
    text: string,
    match: readonly string[],
    notMatch: readonly string[] = [],
  ) => checkExamples({ ...rule(behavior, text), match, notMatch }, reading)

  it.each([
    ['Monitor(tail *)', 'tail -f x', 'head x'],
    ['PowerShell(Remove-Item *)', 'rm x', 'ls x'],
    ['NotebookEdit(nb/**)', '/home/dev/project/nb/a.ipynb', '/home/dev/project/a.ipynb'],
    ['NotebookRead(nb/**)', '/home/dev/project/nb/a.ipynb', '/home/dev/project/a.ipynb'],
    ['Grep(src/**)', '/home/dev/project/src/a', '/home/dev/project/lib/a'],
    ['Glob(src/**)', '/home/dev/project/src/a', '/home/dev/project/lib/a'],
    ['Read(src/**)', '/home/dev/project/src/a', '/home/dev/project/lib/a'],
    ['Skill(review)', 'review', 'deploy'],
    ['SlashCommand(/review)', '/review', '/deploy'],
    ['mcp__a__b', 'mcp__a__b', 'mcp__a__c'],
  ])('%s', (text, match, other) => {
    expect(hold('deny', text, [match], [other])).toBeUndefined()
    expect(hold('deny', text, [other])).toContain(other)
    expect(hold('deny', text, [], [match])).toContain(match)
  })

  it('those of a rule with a star in its tool’s name are not looked at', () => {
    expect(hold('deny', 'mcp__a__*', ['mcp__b__c'])).toBeUndefined()
  })

  it('a rule whose examples hold, or that has none, stays as it is', () => {
    const plain = rule('deny', 'Bash(rm *)')
    expect(withCheckedExamples(plain, reading)).toBe(plain)
    const good = { ...plain, match: ['rm x'] }
    expect(withCheckedExamples(good, reading)).toBe(good)
    const bad = { ...plain, match: ['ls'] }
    expect(withCheckedExamples(bad, reading).invalid).toContain('ls')
    const broken = { ...bad, invalid: 'broken before' }
    expect(withCheckedExamples(broken, reading)).toBe(broken)
  })
})

describe('the rule that is proposed', () => {
  const why = (action: Parameters<typeof proposeRule>[0]) => {
    const proposal = proposeRule(action, facts)
    return proposal.kind === 'refused' ? proposal.why : proposal.rule
  }
  const both = { ...toolAction('MultiEdit', { file_path: 'src/a' }), effects: [pathEffect('write', 'lib/b')] }

  it.each([
    [toolAction('PowerShell', { command: 'ls' }), /each time/],
    [toolAction('Monitor', { command: 'ls' }), /each time/],
    [toolAction('Agent', { subagent_type: 'x' }), /each time/],
    [toolAction('Task', { subagent_type: 'x' }), /each time/],
    [toolAction('WebFetch', {}), /address cannot be read/],
    [toolAction('mcp__a', {}), /whole tool/],
    [toolAction('mcp__a__b*', {}), /whole tool/],
    [toolAction('Own', {}), /whole tool/],
    [bashAction('$X a'), /no rule covers it/],
    [both, /not about one file/],
    [toolAction('MultiEdit', { file_path: 'src/a' }), /^Edit\(\/\/home\/dev\/project\/src\/a\)$/],
  ])('%#: %s', (action, words) => {
    expect(why(action)).toMatch(words)
  })

  it('says what else it covers', () => {
    expect(proposeRule(bashAction('ls src'), facts)).toMatchObject({
      alsoCovers: [expect.stringContaining('other directories'), expect.stringContaining('timeout')],
    })
  })
})

it.each([
  ['Edit(src/*.ts)', '/home/dev/project/src/irongate-any.ts'],
  ['Edit(src/\\*.ts)', '/home/dev/project/src/*.ts'],
  ['Edit(~/a?c)', '/home/dev/airongate-anyc'],
  ['Edit(//srv/[ab])', '/srv/irongate-any'],
])('a sample of %s is about %s', (text, path) => {
  expect(sampleCallFor(rule('deny', text), facts)?.input).toMatchObject({ file_path: path })
})

import { describe, expect, it } from 'vitest'
import { fixedFacts } from '../facts/fixed.ts'
import { checkExamples, withCheckedExamples } from './examples.ts'
import { proposeRule, widerCommandRules } from './propose.ts'
import { bashAction, rule, toolAction } from './testing.ts'

const facts = fixedFacts()

describe('proposeRule', () => {
  it.each([
    [bashAction('npm run test'), 'Bash(npm run test)'],
    [bashAction('ls *.ts && git status'), 'Bash(ls \\*.ts && git status)'],
    [bashAction('git commit -m "f(x)"'), 'Bash(git commit -m "f\\(x\\)")'],
    [toolAction('Edit', { file_path: '/home/dev/project/a(b).ts' }), 'Edit(//home/dev/project/a\\(b\\).ts)'],
    [toolAction('Read', { file_path: '/etc/hosts' }), 'Read(//etc/hosts)'],
    [toolAction('WebFetch', { url: 'https://docs.example.com/a' }), 'WebFetch(domain:docs.example.com)'],
    [toolAction('mcp__a__b', {}), 'mcp__a__b'],
  ])('the narrowest rule: %#', (action, expected) => {
    expect(proposeRule(action, facts)).toMatchObject({ kind: 'rule', rule: expected })
  })

  it.each([
    bashAction('python3 x.py'),
    bashAction('python3.12 x.py'),
    bashAction('bash -c "ls"'),
    bashAction('ls && sudo ls'),
    bashAction('rm $X'),
    bashAction('echo a > /etc/x'),
    bashAction('ls\nls'),
    bashAction('LD_PRELOAD=x ls'),
    toolAction('Agent', { subagent_type: 'x' }),
    toolAction('Unknown', {}),
    toolAction('mcp__*__x', {}),
    toolAction('constructor', {}),
    toolAction('PowerShell', { command: 'ls' }),
    toolAction('Read', {}),
  ])('refuses: %#', (action) => {
    expect(proposeRule(action, facts).kind).toBe('refused')
  })
})

describe('wider rules that are offered too', () => {
  it.each<[string, readonly string[]]>([
    ['npm run test', ['Bash(npm run *)']],
    ['gh pr comment 7', ['Bash(gh pr comment *)', 'Bash(gh pr *)']],
    ['cargo test --package core', ['Bash(cargo test *)']],
    ['cargo test core --release', ['Bash(cargo test core *)', 'Bash(cargo test *)']],
    // Program and verb stay, so two words leave nothing open.
    ['npm test', []],
    ['ls', []],
    ['git -C sub status', ['Bash(git -C sub *)']],
    ['kubectl --context dev get pods', ['Bash(kubectl --context dev get *)', 'Bash(kubectl --context dev *)']],
    // An open end would be any file.
    ['rm src/a.ts src/b.ts', []],
    ['cp src/a.ts src/b.ts', []],
    ['chmod 600 src/a.ts', []],
    ['cat src/a.ts src/b.ts > src/c.ts', []],
    ['mv src/a.ts src/b.ts', []],
    // Only one command of plain words.
    ['npm run test && npm run lint', []],
    ['npm run "test all"', []],
    ['npm run $X', []],
    ['npm run test*', []],
  ])('%s: %j', (command, rules) => {
    expect(widerCommandRules(bashAction(command))).toEqual(rules)
  })

  it('none for what is no shell', () => {
    expect(widerCommandRules({ ...bashAction('npm run test'), tool: 'PowerShell' })).toEqual([])
  })
})

describe('examples', () => {
  const reading = { understandBash: (command: string) => bashAction(command), facts }
  it.each([
    ['deny', 'Bash(rm *)', ['rm -rf x', 'ls; rm y'], ['rmdir x'], true],
    ['deny', 'Bash(rm *)', ['del x'], [], false],
    ['deny', 'Bash(rm*)', ['rm x'], ['rmdir x'], false],
    ['allow', 'Bash(git log *)', ['git log -3'], ['git log --output=x'], true],
    ['ask', 'Edit(src/**)', ['/home/dev/project/src/a'], ['/home/dev/project/b'], true],
    ['deny', 'WebFetch(domain:*.a.test)', ['https://x.a.test/'], ['https://a.test/'], true],
    ['deny', 'mcp__a', ['mcp__a__b'], ['mcp__b__b'], true],
    ['deny', 'Agent(x)', ['x'], ['y'], true],
  ] as const)('%s %s match %o not %o → %s', (behavior, text, match, notMatch, holds) => {
    const given = { ...rule(behavior, text), match, notMatch }
    expect(checkExamples(given, reading) === undefined).toBe(holds)
    expect(withCheckedExamples(given, reading).invalid === undefined).toBe(holds)
  })
})

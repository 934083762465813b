import { describe, expect, it } from 'vitest'
import type { FixedFacts } from '../facts/fixed.ts'
import { fixedFacts } from '../facts/fixed.ts'
import { compileRules } from './compile.ts'
import { matchRules } from './match.ts'
import { bashAction, matchFixture, outcome, pathEffect, rule, toolAction } from './testing.ts'

const HOME = '/home/dev'
const PROJECT = '/home/dev/project'

type Row = readonly [rule: string, tool: string, path: string, deny: boolean, allow: boolean]

const FILES: readonly Row[] = [
  ['Read(.env)', 'Read', `${PROJECT}/.env`, true, true],
  ['Read(.env)', 'Read', `${PROJECT}/a/b/.env`, true, true],
  ['Read(./.env)', 'Read', `${PROJECT}/a/.env`, false, false],
  ['Read(./.env)', 'Read', `${PROJECT}/.env`, true, true],
  ['Read(*.pem)', 'Read', `${PROJECT}/k/a.pem`, true, true],
  ['Read(*.pem)', 'Read', `${PROJECT}/k/a.pemx`, false, false],
  ['Read(secrets)', 'Read', `${PROJECT}/secrets/a/b`, true, true],
  ['Read(secrets/**)', 'Read', `${PROJECT}/secrets`, true, false],
  ['Read(src/**)', 'Read', `${PROJECT}/src/a/b.ts`, true, true],
  ['Read(src/**)', 'Read', `${PROJECT}/pkg/src/b.ts`, true, false],
  ['Read(a/src/**)', 'Read', `${PROJECT}/x/a/src/b.ts`, false, false],
  ['Read(**/src/*.ts)', 'Read', `${PROJECT}/x/src/b.ts`, true, true],
  ['Read(src/*/b.ts)', 'Read', `${PROJECT}/src/a/b.ts`, true, true],
  ['Read(src/*/b.ts)', 'Read', `${PROJECT}/src/a/c/b.ts`, false, false],
  ['Read(//etc/**)', 'Read', '/etc/hosts', true, true],
  ['Read(/etc/**)', 'Read', '/etc/hosts', false, false],
  ['Read(/etc/**)', 'Read', `${HOME}/etc/hosts`, true, true],
  ['Read(~/.ssh/**)', 'Read', `${HOME}/.ssh/id`, true, true],
  ['Read(~/.ssh/**)', 'Read', '~/.ssh/id', true, true],
  ['Read(~/.ssh/**)', 'Read', `${PROJECT}/../.ssh/id`, true, true],
  ['Read(src/**)', 'Read', `${PROJECT}/src/../.env`, false, false],
  ['Read([a-c].txt)', 'Read', `${PROJECT}/b.txt`, true, true],
  ['Read([!a-c].txt)', 'Read', `${PROJECT}/b.txt`, false, false],
  ['Read(a?.txt)', 'Read', `${PROJECT}/ab.txt`, true, true],
  ['Read(src/**)', 'Grep', `${PROJECT}/src`, true, false],
  ['Read(src/**)', 'Glob', `${PROJECT}/src`, false, false],
  ['Read(src)', 'Grep', `${PROJECT}/src/a`, true, true],
  ['Read(src)', 'Glob', `${PROJECT}/src/a`, true, true],
  ['Read', 'Grep', `${PROJECT}/src/a`, true, true],
  ['Edit(src)', 'Write', `${PROJECT}/src/a`, true, true],
  ['Edit(src)', 'NotebookEdit', `${PROJECT}/src/a`, true, true],
  ['Edit(src)', 'Read', `${PROJECT}/src/a`, false, false],
  ['Read(src)', 'Edit', `${PROJECT}/src/a`, true, false],
  ['FileEdit(src)', 'Edit', `${PROJECT}/src/a`, true, true],
  ['Write(src)', 'Write', `${PROJECT}/src/a`, true, true],
  ['Write(src)', 'Edit', `${PROJECT}/src/a`, false, false],
  ['Read(caf\u00e9)', 'Read', `${PROJECT}/cafe\u0301`, true, true],
]

function fileCall(tool: string, path: string) {
  const field = tool === 'NotebookEdit' ? 'notebook_path' : tool === 'Grep' || tool === 'Glob' ? 'path' : 'file_path'
  return toolAction(tool, { [field]: path })
}

describe('path rules', () => {
  it.each(FILES)('%s · %s %s: deny %s, allow %s', (text, tool, path, deny, allow) => {
    expect(matchFixture({ deny: [text] }, fileCall(tool, path)).deny !== undefined).toBe(deny)
    expect(matchFixture({ allow: [text] }, fileCall(tool, path)).allow !== undefined).toBe(allow)
  })

  it('`/` is relative to where the settings stand', () => {
    const facts = fixedFacts()
    const at = (scope: 'user' | 'project') => compileRules([rule('deny', 'Read(/conf/**)', scope)])
    expect(matchRules(at('project'), fileCall('Read', `${PROJECT}/conf/a`), facts).deny).toBeDefined()
    expect(matchRules(at('user'), fileCall('Read', `${PROJECT}/conf/a`), facts).deny).toBeUndefined()
    expect(matchRules(at('user'), fileCall('Read', `${HOME}/conf/a`), facts).deny).toBeDefined()
  })

  it('allow needs the link and its target, deny binds on either', () => {
    const facts: FixedFacts = { realPath: (path) => (path === `${PROJECT}/link` ? `${PROJECT}/secrets/key` : path) }
    const call = fileCall('Read', `${PROJECT}/link`)
    expect(matchFixture({ deny: ['Read(secrets/**)'] }, call, facts).deny).toBeDefined()
    expect(matchFixture({ deny: ['Read(link)'] }, call, facts).deny).toBeDefined()
    expect(matchFixture({ allow: ['Read(link)'] }, call, facts).allow).toBeUndefined()
    expect(matchFixture({ allow: ['Read(./**)'] }, call, facts).allow).toBeDefined()
  })

  it('a project behind a link is still the project', () => {
    const facts: FixedFacts = { realPath: (path) => path.replace(/^\/home\/dev\/project/, '/mnt/work') }
    expect(matchFixture({ allow: ['Edit(src/**)'] }, fileCall('Edit', `${PROJECT}/src/a`), facts).allow).toBeDefined()
  })

  it('case counts only where the file system tells it apart', () => {
    const call = fileCall('Read', `${PROJECT}/.ENV`)
    expect(matchFixture({ deny: ['Read(.env)'] }, call).deny).toBeUndefined()
    expect(matchFixture({ deny: ['Read(.env)'] }, call, { caseInsensitive: true }).deny).toBeDefined()
  })

  it('path segments, not prefixes', () => {
    expect(
      matchFixture({ allow: ['Edit(//home/dev/project/**)'] }, fileCall('Edit', '/home/dev/project-secrets/a')).allow,
    ).toBeUndefined()
  })

  it('Grep and Glob are bound by their pattern as written', () => {
    expect(outcome(matchFixture({ deny: ['Read(.env)'] }, toolAction('Glob', { pattern: '**/.env' })))).toBe('deny')
    expect(outcome(matchFixture({ deny: ['Read(.env)'] }, toolAction('Glob', { pattern: '**/*.ts' })))).toBe('none')
    expect(outcome(matchFixture({ deny: ['Read(.env)'] }, toolAction('Grep', { pattern: 'x', glob: '*.ts' })))).toBe(
      'none',
    )
  })
})

describe('file rules bind shell commands', () => {
  it.each([
    ['Edit(conf/**)', 'echo x > conf/a', 'deny'],
    ['Edit(conf/**)', 'echo x >> conf/a', 'deny'],
    ['Edit(conf/**)', 'echo x > other', 'none'],
    ['Edit(conf/**)', 'echo x > "conf/$NAME"', 'deny'],
    ['Edit', 'echo x > /dev/null', 'none'],
    ['Edit', 'echo x > y', 'deny'],
    ['Read(.env)', 'wc -l < .env', 'deny'],
    ['Read(.env)', 'echo x > .env', 'deny'],
    ['Read', 'wc -l < a', 'deny'],
  ] as const)('%s · %s → %s', (text, command, expected) => {
    expect(outcome(matchFixture({ deny: [text] }, bashAction(command)))).toBe(expected)
  })

  it.each([
    ['Read(.env)', 'read', '.env', 'deny'],
    ['Read(.env)', 'read', '.e*', 'ask'],
    ['Read(.env)', 'read', '*', 'none'],
    ['Read(.env)', 'write', '.env', 'deny'],
    ['Edit(.env)', 'read', '.env', 'none'],
    ['Edit(.env)', 'write', '.env', 'deny'],
    ['Edit(src/keep/**)', 'delete', 'src', 'deny'],
    ['Edit(./src/keep/**)', 'delete', 'src', 'deny'],
    ['Edit(./src/keep/**)', 'delete', '.', 'deny'],
    ['Edit(./src/keep/**)', 'delete', 'srcs', 'none'],
  ] as const)('%s · an effect: %s %s → %s', (text, kind, path, expected) => {
    const action = { ...toolAction('Bash', { command: 'x' }), effects: [pathEffect(kind, path)] }
    expect(outcome(matchFixture({ deny: [text] }, action))).toBe(expected)
  })

  it('a glob is looked up where the directory is known', () => {
    const facts: FixedFacts = { list: () => ['.env', '.editorconfig'] }
    const action = { ...toolAction('Bash', { command: 'x' }), effects: [pathEffect('read', '.e*')] }
    expect(outcome(matchFixture({ deny: ['Read(.env)'] }, action, facts))).toBe('deny')
    expect(outcome(matchFixture({ deny: ['Read(.exrc)'] }, action, facts))).toBe('none')
  })

  it('an effect that is only possible asks', () => {
    const effect = { ...pathEffect('write', '.env'), certainty: 'possible' as const }
    const action = { ...toolAction('Bash', { command: 'x' }), effects: [effect] }
    expect(outcome(matchFixture({ deny: ['Edit(.env)'] }, action))).toBe('ask')
  })

  it('an Edit rule alone allows no command', () => {
    expect(matchFixture({ allow: ['Edit(conf/**)'] }, bashAction('echo x > conf/a')).allow).toBeUndefined()
  })
})

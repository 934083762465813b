import { describe, expect, it } from 'vitest'
import type { Effect } from '../analysis/effects.ts'
import type { FixedFacts } from '../facts/fixed.ts'
import { fixedFacts } from '../facts/fixed.ts'
import { compileRules } from './compile.ts'
import { matchRules } from './match.ts'
import type { Behavior, Source } from './rule.ts'
import { bashAction, matchFixture, outcome, pathEffect, rule, toolAction } from './testing.ts'

type Given = Partial<Record<Behavior, readonly string[]>>

const read = (path: string) => toolAction('Read', { file_path: path })
const write = (path: string) => toolAction('Write', { file_path: path })
const said = (given: Given, action: Parameters<typeof matchFixture>[1], facts: FixedFacts = {}) =>
  outcome(matchFixture(given, action, facts))

describe('a working directory below the project’s root', () => {
  const facts: FixedFacts = { cwd: '/home/dev/project/app', projectRoot: '/home/dev/project' }

  it.each([
    // What an allow rule covers counts from the working directory alone.
    ['allow', 'Edit(src/a.ts)', '/home/dev/project/app/src/a.ts', 'allow'],
    ['allow', 'Edit(src/a.ts)', '/home/dev/project/src/a.ts', 'none'],
    ['allow', 'Edit(src/**)', '/home/dev/project/app/src/b/a.ts', 'allow'],
    ['allow', 'Edit(src/**)', '/home/dev/project/src/a.ts', 'none'],
    ['allow', 'Edit(*)', '/home/dev/project/app/a.ts', 'allow'],
    ['allow', 'Edit(*)', '/home/dev/project/a.ts', 'none'],
    ['allow', 'Edit(**)', '/home/dev/project/a.ts', 'none'],
    ['allow', 'Edit(.)', '/home/dev/project/app/a.ts', 'allow'],
    ['allow', 'Edit(.)', '/home/dev/project/a.ts', 'none'],
    ['allow', 'Edit(./)', '/home/dev/project/app/a.ts', 'allow'],
    ['allow', 'Edit(/src/**)', '/home/dev/src/a.ts', 'allow'],
    ['allow', 'Edit(/src/**)', '/home/dev/project/src/a.ts', 'none'],
    ['allow', 'Edit(~/x/**)', '/home/dev/x/a.ts', 'allow'],
    ['allow', 'Edit(~/x/**)', '/home/dev/project/app/x/a.ts', 'none'],
    ['allow', 'Edit(//home/dev/project/src/**)', '/home/dev/project/src/a.ts', 'allow'],
    ['allow', 'Edit(//home/dev/project/src/**)', '/home/dev/project/app/src/a.ts', 'none'],
    // What a deny rule is about counts from both.
    ['deny', 'Edit(src/a.ts)', '/home/dev/project/app/src/a.ts', 'deny'],
    ['deny', 'Edit(src/a.ts)', '/home/dev/project/src/a.ts', 'deny'],
    ['deny', 'Edit(src/a.ts)', '/home/dev/src/a.ts', 'none'],
    ['deny', 'Edit(src/**)', '/home/dev/project/src/a.ts', 'deny'],
    ['deny', 'Edit(./src/a.ts)', '/home/dev/project/src/a.ts', 'deny'],
    ['deny', 'Edit(*)', '/etc/hosts', 'deny'],
    ['deny', 'Edit(**)', '/etc/hosts', 'deny'],
    ['deny', 'Edit(***)', '/etc/hosts', 'none'],
    ['deny', 'Edit(//)', '/etc/hosts', 'deny'],
    ['ask', 'Edit(src/a.ts)', '/home/dev/project/src/a.ts', 'ask'],
    ['ask', 'Edit(*)', '/etc/hosts', 'ask'],
  ] as const)('%s %s on %s: %s', (behavior, text, path, expected) => {
    expect(said({ [behavior]: [text] }, write(path), facts)).toBe(expected)
  })

  it.each([
    ['deny', 'Edit(src/**)', 'echo a > src/x', 'deny'],
    ['deny', 'Edit(src/**)', 'cd .. && echo a > src/x', 'deny'],
    ['deny', 'Edit(./lib/**)', 'cd /opt && echo a > lib/x', 'none'],
    ['deny', 'Edit(//opt/lib/**)', 'cd /opt && echo a > lib/x', 'deny'],
    ['deny', 'Edit(//opt/lib/**)', 'echo b && cd /opt && echo a > lib/x', 'deny'],
    ['deny', 'Edit(//home/dev/project/app/lib/**)', 'cd /opt && echo a > lib/x', 'none'],
    ['deny', 'Read(//opt/lib/**)', 'cd /opt; cat lib/x', 'deny'],
  ] as const)('%s %s on `%s`: %s', (behavior, text, command, expected) => {
    expect(said({ [behavior]: [text] }, bashAction(command, facts), facts)).toBe(expected)
  })
})

describe('where a pattern that begins with a slash counts from', () => {
  const at = (source: Source, path: string, behavior: Behavior = 'allow') =>
    matchRules(compileRules([{ behavior, text: 'Edit(/src/**)', source }]), write(path), fixedFacts())[behavior] !==
    undefined

  it.each<[Source, string]>([
    [{ scope: 'user' }, '/home/dev/src/a.ts'],
    [{ scope: 'user', project: '/home/dev/project' }, '/home/dev/project/src/a.ts'],
    [{ scope: 'project' }, '/home/dev/project/src/a.ts'],
    [{ scope: 'local' }, '/home/dev/project/src/a.ts'],
    [{ scope: 'managed' }, '/home/dev/project/src/a.ts'],
  ])('%j: %s', (source, path) => {
    for (const behavior of ['allow', 'deny'] as const) {
      expect(at(source, path, behavior)).toBe(true)
      const other = path.startsWith('/home/dev/src') ? '/home/dev/project/src/a.ts' : '/home/dev/src/a.ts'
      expect(at(source, other, behavior)).toBe(false)
    }
  })
})

describe('a file system that does not tell case apart', () => {
  const facts: FixedFacts = { caseInsensitive: true }

  it.each([
    ['deny', 'Read(secret/**)', 'SECRET/a', 'deny'],
    ['deny', 'Read(SECRET/**)', 'secret/a', 'deny'],
    ['deny', 'Read(//home/dev/project/Secret/**)', '/HOME/dev/PROJECT/sECRET/a', 'deny'],
    ['deny', 'Read(*.PEM)', 'a.pem', 'deny'],
    ['allow', 'Read(Docs/**)', 'docs/a', 'allow'],
    ['allow', 'Read(Docs/**)', '/HOME/dev/project/docs/a', 'allow'],
    ['allow', 'Read(Docs/**)', 'other/a', 'none'],
  ] as const)('%s %s on %s: %s', (behavior, text, path, expected) => {
    expect(said({ [behavior]: [text] }, read(path), facts)).toBe(expected)
    const strict = matchFixture({ [behavior]: [text] }, read(path))
    expect(outcome(strict)).toBe('none')
  })

  it.each([
    ['Read(secret/**)', 'cat SECRET/*', 'ask'],
    ['Read(secret/key)', 'cat SEC*/key', 'ask'],
    ['Read(./secret/**)', 'cat docs/*', 'none'],
    ['Read(./secret/**)', 'grep -r x .', 'ask'],
    ['Read(./SECRET/**)', 'grep -r x .', 'ask'],
  ])('deny %s on `%s`: %s', (text, command, expected) => {
    const given: FixedFacts = { ...facts, file: () => ({ kind: 'directory' }) as never }
    expect(said({ deny: [text] }, bashAction(command, given), given)).toBe(expected)
  })

  it('names that the shell expands are looked up', () => {
    const given: FixedFacts = {
      ...facts,
      list: (path) => (path === '/home/dev/project/in' ? ['A.KEY', 'b.txt'] : undefined),
    }
    const on = (text: string, command: string) => said({ deny: [text] }, bashAction(command, given), given)
    expect(on('Read(in/a.key)', 'cat in/*.KEY')).toBe('deny')
    expect(on('Read(in/A.KEY)', 'cat in/*.KEY')).toBe('deny')
    expect(on('Read(in/*.pem)', 'cat in/*.KEY')).toBe('none')
  })
})

describe('paths of Windows', () => {
  it.each([
    ['win32', 'C:\\src\\a.ts', 'deny'],
    ['win32', 'c:/src/a.ts', 'deny'],
    ['win32', 'D:\\src\\a.ts', 'none'],
  ] as const)('%s: %s: %s', (platform, path, expected) => {
    expect(said({ deny: ['Read(//c/src/**)'] }, read(path), { platform })).toBe(expected)
  })

  it.each(['C:\\src\\a.ts', 'c:/src/a.ts', 'src\\a.ts'])('an allow rule covers %s there alone', (path) => {
    const allow = ['Read(//c/src/**)', 'Read(src/**)']
    expect(said({ allow }, read(path), { platform: 'win32' })).toBe('allow')
    expect(said({ allow }, read(path), { platform: 'linux' })).toBe('none')
  })

  it('a backslash is part of a name elsewhere', () => {
    expect(said({ deny: ['Read(a/b)'] }, read('a\\b'), { platform: 'linux' })).toBe('none')
    expect(said({ deny: ['Read(a/b)'] }, read('a\\b'), { platform: 'win32' })).toBe('deny')
  })
})

describe('links', () => {
  const to = (from: string, target: string): FixedFacts => ({
    realPath: (path) => (path === from || path.startsWith(`${from}/`) ? target + path.slice(from.length) : undefined),
  })

  it('a deny rule binds the link and what lies behind it; an allow rule must cover both', () => {
    const facts = to('/home/dev/project/link', '/srv/data')
    for (const text of ['Read(link/**)', 'Read(//srv/data/**)']) {
      expect(said({ deny: [text] }, read('link/a'), facts)).toBe('deny')
      expect(said({ allow: [text] }, read('link/a'), facts)).toBe('none')
    }
    expect(said({ allow: ['Read(//**)'] }, read('link/a'), facts)).toBe('allow')
    expect(said({ deny: ['Read(//srv/other/**)'] }, read('link/a'), facts)).toBe('none')
    expect(said({ allow: ['Read(link/**)'] }, read('link/a'))).toBe('allow')
  })

  it('a root that is itself a link counts by both names', () => {
    const facts = to('/home/dev/project', '/mnt/disk/project')
    expect(said({ deny: ['Read(src/**)'] }, read('/mnt/disk/project/src/a'), facts)).toBe('deny')
    expect(said({ allow: ['Read(src/**)'] }, read('src/a'), facts)).toBe('allow')
    expect(said({ allow: ['Read(src/**)'] }, read('/mnt/disk/project/src/a'), facts)).toBe('allow')
    expect(said({ allow: ['Read(src/**)'] }, read('/mnt/disk/other/src/a'), facts)).toBe('none')
  })
})

describe('a path that is not fully known', () => {
  it.each([
    ['allow', 'Edit(out/**)', 'echo a > out/$F', 'none'],
    ['deny', 'Edit(out/**)', 'echo a > out/$F', 'deny'],
    ['deny', 'Edit(other/a)', 'echo a > out/$F', 'none'],
    ['deny', 'Read(out/a)', 'cat out/*', 'ask'],
    ['deny', 'Read(out/a)', 'cat out/b*', 'none'],
    ['deny', 'Read(out/.key)', 'cat out/*', 'none'],
    ['deny', 'Read(out/.key)', 'cat out/.k*', 'ask'],
    ['deny', 'Read(out/.key)', 'cat out/?key', 'none'],
    ['deny', 'Read(out/key)', 'cat out/?ey', 'ask'],
    ['deny', 'Read(*.pem)', 'cat out/*', 'ask'],
    ['deny', 'Read(*.pem)', 'cat out/*.txt', 'none'],
    ['deny', 'Read(out/x/a)', 'cat out/*/a', 'ask'],
    ['deny', 'Read(out/x/a)', 'cat out/*/b', 'none'],
    ['deny', 'Read(out/**)', 'cat out/*', 'ask'],
  ] as const)('%s %s on `%s`: %s', (behavior, text, command, expected) => {
    expect(said({ [behavior]: [text] }, bashAction(command))).toBe(expected)
  })

  it('names that the shell expands are looked up where the folder is known', () => {
    const facts: FixedFacts = {
      list: (path) => (path === '/home/dev/project/out' ? ['a', 'b.txt', '.key', 'B.Key'] : undefined),
    }
    const on = (text: string, command: string) => said({ deny: [text] }, bashAction(command, facts), facts)
    expect(on('Read(out/a)', 'cat out/*')).toBe('deny')
    expect(on('Read(out/a)', 'cat out/*.txt')).toBe('none')
    expect(on('Read(out/c)', 'cat out/*')).toBe('none')
    expect(on('Read(out/B.Key)', 'cat out/B*')).toBe('deny')
    expect(on('Read(out/b.key)', 'cat out/*')).toBe('none')
    expect(on('Read(out/*)', 'cat out/*.zip')).toBe('none')
    expect(on('Read(out/*.txt)', 'cat out/b*')).toBe('deny')
    expect(on('Read(out/x/a)', 'cat out/*/a')).toBe('ask')
    expect(on('Read(//srv/a)', 'cat out/*')).toBe('none')
  })

  it.each([
    ['echo a > /opt/out/x', 'allow'],
    ['echo a > /opt/out/$F', 'none'],
    ['echo a > /opt/out/x*', 'none'],
    ['echo a > /opt/other/x', 'none'],
  ])('an Edit rule beside the rule on the command covers `%s`: %s', (command, expected) => {
    expect(said({ allow: ['Bash(echo *)', 'Edit(//opt/out/**)'] }, bashAction(command))).toBe(expected)
  })

  it('what only may happen asks', () => {
    const sure = { ...toolAction('Foo', {}), effects: [pathEffect('write', 'src/a')] }
    const possible = { ...sure, effects: sure.effects.map((effect) => ({ ...effect, certainty: 'possible' as const })) }
    for (const text of ['Edit(src/**)', 'Edit', 'Edit(*)']) {
      expect(said({ deny: [text] }, sure), text).toBe('deny')
      expect(said({ deny: [text] }, possible), text).toBe('ask')
      expect(said({ ask: [text] }, possible), text).toBe('ask')
    }
    expect(matchFixture({ ask: ['Edit(src/**)'] }, possible).ask).toMatchObject({ doubt: { kind: 'possible' } })
    expect(matchFixture({ ask: ['Edit(src/**)'] }, sure).ask?.doubt).toBeUndefined()
    // What may not be read may not be changed either, also where that is in doubt.
    expect(said({ deny: ['Read(src/**)'] }, possible)).toBe('ask')
  })
})

describe('a folder and what lies in it', () => {
  const seen = (...paths: string[]): FixedFacts => ({
    file: (path) =>
      paths.includes(path)
        ? { kind: 'file', size: 1, executable: false, changedMs: 0 }
        : ({ kind: 'missing' } as never),
  })

  it.each([
    ['Edit(core/**)', 'rm -r core', 'deny'],
    ['Edit(core/*)', 'rm -r core', 'deny'],
    ['Edit(core/*/**)', 'rm -r core', 'deny'],
    ['Edit(core/*.sql)', 'rm -r core', 'ask'],
    ['Edit(core/[a-z])', 'rm -r core', 'ask'],
    ['Edit(core/?)', 'rm -r core', 'ask'],
    ['Edit(core/**/deep/*)', 'rm -r core/x/deep', 'deny'],
    ['Edit(core/**)', 'rm -r other', 'none'],
    ['Edit(core/**)', 'rm -r core2', 'none'],
    ['Edit(*)', 'rm -r core', 'deny'],
    ['Edit(./*/x)', 'rm -r core', 'none'],
    ['Edit(core/**)', 'rm -r x*/core', 'ask'],
    ['Edit(core)', 'rm -r core/a', 'deny'],
    ['Edit(core/a)', 'rm -r core/a', 'deny'],
    ['Edit(core/**)', 'chmod -R 700 core', 'deny'],
    ['Edit(core/**)', 'chmod 700 core', 'none'],
    ['Edit(./core/a/b)', 'chmod -R 700 core', 'deny'],
    ['Edit(./core/a/b)', 'chmod 700 core', 'none'],
    ['Edit(./core/a/b)', 'rm -r core', 'deny'],
    ['Edit(./core/a/b)', 'rm -r core/c', 'none'],
    ['Edit(./core/a/b)', 'rm -r core/a/b/c', 'deny'],
  ])('deny %s on `%s`: %s', (text, command, expected) => {
    expect(said({ deny: [text] }, bashAction(command))).toBe(expected)
  })

  it.each([
    ['Read(./vault/key)', 'grep -r x .', 'ask'],
    ['Read(./vault/key)', 'grep -r x vault', 'ask'],
    ['Read(./vault/key)', 'grep -r x src', 'none'],
    ['Read(./vault/.key)', 'grep -r x .', 'ask'],
    ['Read(./.vault/key)', 'rg x', 'none'],
    ['Read(./vault/key)', 'rg x .', 'ask'],
    ['Read(./vault/key)', 'cat vault', 'none'],
    ['Read(./gone/key)', 'grep -r x .', 'none'],
    ['Read(./gone/key)', 'rm -r gone', 'none'],
  ])('deny %s on `%s`, where vault/key, vault/.key and .vault/key exist: %s', (text, command, expected) => {
    const seenHere = ['vault/key', 'vault/.key', '.vault/key'].map((name) => `/home/dev/project/${name}`)
    const facts = seen(...seenHere)
    expect(said({ deny: [text] }, bashAction(command, facts), facts)).toBe(expected)
  })

  it.each([
    ['curl -o core/a https://example.com/a', 'Edit(core/**)', 'deny'],
    ['curl -o other https://example.com/a', 'Edit(core/**)', 'none'],
    ['wget -P core https://example.com/a', 'Edit(core/**)', 'deny'],
    ['mkdir core', 'Edit(core/**)', 'none'],
    ['ls core', 'Read(core/**)', 'none'],
    ['cat core/a', 'Read(core/**)', 'deny'],
  ])('`%s` under deny %s: %s', (command, text, expected) => {
    expect(said({ deny: [text] }, bashAction(command))).toBe(expected)
  })
})

describe('what a file tool was given', () => {
  it.each([
    ['Glob', { pattern: 'secret/*' }, 'Read(secret/**)', 'deny'],
    ['Glob', { pattern: '**/secret/*' }, 'Read(./secret/*)', 'deny'],
    ['Glob', { pattern: 'k*', path: 'secret' }, 'Read(secret/k*)', 'deny'],
    ['Glob', { pattern: '/srv/x/*', path: 'secret' }, 'Read(//srv/x/**)', 'deny'],
    ['Glob', { pattern: '/srv/x/*', path: 'secret' }, 'Read(secret/srv/x/*)', 'none'],
    ['Glob', { pattern: 'a*', path: '' }, 'Read(./a*)', 'deny'],
    ['Grep', { pattern: '/srv/x/a', path: 'src' }, 'Read(//srv/x/**)', 'none'],
    ['Grep', { pattern: 'x', glob: 'secret/*' }, 'Read(secret/**)', 'deny'],
    ['Grep', { pattern: 'x', glob: 'docs/*' }, 'Read(./secret/a)', 'none'],
    ['Grep', { pattern: 'x', type: 'ts' }, 'Read(./secret/a)', 'none'],
    ['Grep', { pattern: 'x', path: 'src' }, 'Read(./secret/a)', 'none'],
    ['Read', { file_path: 'vault' }, 'Read(./vault/a/key)', 'none'],
    ['Write', { file_path: 'vault' }, 'Edit(./vault/a/key)', 'none'],
    ['LS', { path: 'secret' }, 'Read(secret/**)', 'none'],
    ['LS', {}, 'Read(./secret/a)', 'none'],
    ['Read', { file_path: '' }, 'Read(.)', 'none'],
    ['Read', {}, 'Read(.)', 'none'],
    ['Grep', { pattern: 'x' }, 'Read(//home/dev/project)', 'deny'],
    ['Write', { glob: 'secret/a', pattern: 'secret/a' }, 'Edit(secret/**)', 'none'],
    ['Foo', { path: 'secret/a' }, 'Read(secret/**)', 'none'],
    ['Read', { notebook_path: 'secret/a' }, 'Read(secret/**)', 'deny'],
    ['Read', { path: 'secret/a' }, 'Read(secret/**)', 'deny'],
    ['FileRead', { file_path: 'secret/a' }, 'Read(secret/**)', 'deny'],
    ['FileWrite', { file_path: 'secret/a' }, 'Edit(secret/**)', 'deny'],
    ['Write', { file_path: '~/x/a' }, 'Edit(~/x/**)', 'deny'],
    ['Write', { file_path: '~' }, 'Edit(~)', 'deny'],
    ['Write', { file_path: '~x/a' }, 'Edit(~/x/**)', 'none'],
  ] as const)('%s %j under deny %s: %s', (tool, input, text, expected) => {
    expect(said({ deny: [text] }, toolAction(tool, input))).toBe(expected)
  })

  it('a field that the input only inherits is none', () => {
    const input = Object.create({ file_path: 'secret/a', url: 'https://a.test', mode: 'x' }) as Record<string, unknown>
    expect(said({ deny: ['Read(secret/**)'] }, toolAction('Read', input))).toBe('none')
    expect(said({ allow: ['WebFetch(domain:a.test)'] }, toolAction('WebFetch', input))).toBe('none')
    expect(said({ deny: ['mcp__a__b(mode:x)'] }, toolAction('mcp__a__b', input))).toBe('none')
  })

  it('an allow rule must cover every file, and there must be one', () => {
    const both = { ...toolAction('MultiEdit', { file_path: 'src/a' }), effects: [pathEffect('write', 'lib/b')] }
    expect(said({ allow: ['Edit(src/**)'] }, both)).toBe('none')
    expect(said({ allow: ['Edit(src/**)', 'Edit(lib/**)'] }, both)).toBe('allow')
    expect(said({ allow: ['Edit(lib/**)', 'MultiEdit(src/**)'] }, both)).toBe('allow')
    expect(said({ allow: ['Edit(**)', 'Edit(src/**)'] }, toolAction('Edit', {}))).toBe('none')
    expect(said({ allow: ['Edit(src/**)'] }, toolAction('Bash', { command: 'x', file_path: 'src/a' }))).toBe('none')
    // An edit may read other files: a rule on edits is about what changes.
    const reads = { ...toolAction('Edit', { file_path: 'src/a' }), effects: [pathEffect('read', 'lib/b')] }
    expect(said({ allow: ['Edit(src/**)'] }, reads)).toBe('allow')
    expect(said({ deny: ['Edit(lib/**)'] }, reads)).toBe('none')
    expect(said({ deny: ['Read(lib/**)'] }, reads)).toBe('deny')
  })
})

describe('a pattern that cannot be used', () => {
  it.each(['Edit(!a)', 'Edit(../a)', 'Edit(a/../b)', 'Edit(.//)'])('%s', (text) => {
    expect(compileRules([rule('deny', text)]).problems).toHaveLength(1)
  })

  it.each([
    ['Edit(//)', 1],
    ['Edit(~)', 0],
    ['Edit(/)', 0],
    ['Edit(.)', 0],
    ['Edit(./)', 0],
    ['Edit(./.)', 1],
    ['Edit(//a)', 0],
  ] as const)('allow %s has %i problems', (text, count) => {
    expect(compileRules([rule('allow', text)]).problems).toHaveLength(count)
  })
})

describe('how far an effect reaches', () => {
  const facts: FixedFacts = { files: { '/home/dev/project/vault/key': 'x', '/home/dev/project/.vault/key': 'x' } }
  const from = (roles: readonly string[], text: string) => {
    const effect = pathEffect('read', '/home/dev/project')
    const action = { ...toolAction('Foo', {}), effects: [{ ...effect, actor: { ...effect.actor, roles } }] }
    return said({ deny: [text] }, action as never, facts)
  }

  it.each([
    [[], 'none', 'none'],
    [['tree-reader'], 'ask', 'ask'],
    [['shown-reader'], 'ask', 'none'],
  ] as const)('of a reader with the roles %j', (roles, shown, hidden) => {
    expect(from(roles, 'Read(./vault/key)')).toBe(shown)
    expect(from(roles, 'Read(./.vault/key)')).toBe(hidden)
  })

  it.each([
    [false, 'deny'],
    [true, 'none'],
  ])('of what is fetched, from this machine: %s', (local, expected) => {
    const { path, ...effect } = pathEffect('write', 'core/a') as Extract<Effect, { kind: 'write-path' }>
    const fetched = { ...effect, kind: 'download', to: path, local }
    expect(said({ deny: ['Edit(core/**)'] }, { ...toolAction('Foo', {}), effects: [fetched] } as never)).toBe(expected)
    const nowhere = { ...effect, kind: 'download', to: undefined, local }
    expect(said({ deny: ['Edit(core/**)'] }, { ...toolAction('Foo', {}), effects: [nowhere] } as never)).toBe('none')
  })

  it('the null device is no file', () => {
    expect(said({ deny: ['Edit(//dev/**)'] }, bashAction('ls > /dev/null'))).toBe('none')
  })
})

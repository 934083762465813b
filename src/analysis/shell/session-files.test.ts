import { describe, expect, it } from 'vitest'
import { readCommand } from '../testing.ts'

const ROOT = '/home/dev/project'

function gradeAfter(command: string, ...paths: readonly string[]) {
  const session = { written: new Map(paths.map((path) => [`${ROOT}/${path}`, 'x'])) }
  return readCommand(command, { session } as Parameters<typeof readCommand>[1]).grade
}

describe('a command that loads what the session wrote proves nothing', () => {
  it.each([
    ['cloc a.sh', '.clocrc'],
    ['scc src', 'scc.toml'],
    ['git -C sub status', 'sub/.git/config'],
    ['git -C sub log', 'sub'],
  ])('%s after %s', (command, path) => {
    expect(readCommand(command).grade).toBe('proven')
    expect(gradeAfter(command, path)).toBeUndefined()
  })
  it.each([
    ['cat cat.txt', 'cat.txt'],
    ['cloc a.sh', 'a.sh'],
    ['git status', 'src/git.ts'],
    ['wc -l notes', 'other/wc.conf'],
  ])('%s after %s', (command, path) => {
    expect(gradeAfter(command, path)).toBe('proven')
  })
  it('in the same text', () => {
    expect(readCommand('unzip a.zip -d sub && git -C sub log').grade).toBeUndefined()
  })
})

describe('a variable that names a place is a role', () => {
  it.each([
    'FROB_CONFIG=./x ls',
    'HOME=/tmp/x git log',
    'FROB=/tmp/x ls',
    'FROB_PLUGINS=./p ls',
    'export FROB_RC=./x; ls',
  ])('%s', (command) => {
    expect(readCommand(command).grade).toBeUndefined()
  })
  it.each([
    'LC_ALL=C ls',
    'TMPDIR=/tmp/x ls',
    'FROB_LEVEL=3 ls',
    'DIR=/tmp/x; ls $DIR',
    'FROB_URL=https://a.example/b ls',
  ])('%s', (command) => {
    expect(readCommand(command).grade).toBe('proven')
  })
  it('runs what it names as code', () => {
    const effects = readCommand('FROB_STARTUP_HOOKS=/tmp/x.so ls').effects
    expect(effects.some((effect) => effect.kind === 'run-code' && !effect.read)).toBe(true)
  })
})

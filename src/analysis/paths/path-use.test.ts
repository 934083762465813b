import { describe, expect, it } from 'vitest'
import { type FixedFacts, fixedFacts } from '../../facts/fixed.ts'
import { linkItself, pathUse } from './path-use.ts'
import type { PathUse, Recoverable, Zone } from './paths.ts'

type From = 'here' | 'nowhere'

/** Resolves a path from the project's directory, or from one that is not known. */
function use(known: string, given: FixedFacts = {}, from: From = 'here', mayBeEmpty = false): PathUse {
  const facts = fixedFacts(given)
  const dynamic = known.includes('\0')
  const text = dynamic ? undefined : known
  const path = { known, text, dynamic, glob: /[*?[]/.test(known), mayBeEmpty }
  return pathUse(path, from === 'here' ? facts.cwd : undefined, facts)
}

describe('zones of a project in a home directory', () => {
  it.each<[string, Zone]>([
    ['/', 'root'],
    ['//', 'root'],
    ['/.', 'root'],
    ['/..', 'root'],
    ['/tmp/..', 'root'],
    ['../../..', 'root'],
    ['/*', 'root'],
    ['/.*', 'root'],
    ['/etc', 'system'],
    ['/etc/passwd', 'system'],
    ['/usr/local/bin/x', 'system'],
    ['/var/log', 'system'],
    ['/u*', 'system'],
    ['/{*,.*}', 'root'],
    ['/???/*', 'system'],
    ['/e?c', 'system'],
    ['/e*/passwd', 'outside'],
    ['/home', 'home-root'],
    ['/home/dev', 'home-root'],
    ['/home/*', 'home-root'],
    ['/home/other', 'home-root'],
    ['/home/other/x', 'home'],
    ['/root', 'home-root'],
    ['/root/x', 'home'],
    ['~', 'home-root'],
    ['~/', 'home-root'],
    ['~/*', 'home-root'],
    ['~/.*', 'home-root'],
    ['~/p*', 'project-root'],
    ['~/x*', 'home'],
    ['~/notes.txt', 'home'],
    ['..', 'home-root'],
    ['../*', 'home-root'],
    ['../other', 'home'],
    ['../project', 'project-root'],
    ['../project-secrets/x', 'home'],
    ['.', 'project-root'],
    ['./', 'project-root'],
    ['*', 'project-root'],
    ['./*', 'project-root'],
    ['.*', 'project-root'],
    ['./.[!.]*', 'project-root'],
    ['**', 'project-root'],
    ['src', 'project'],
    ['src/*', 'project'],
    ['src/**/*.ts', 'project'],
    ['*.log', 'project'],
    ['./src/../lib', 'project'],
    ['src/../..', 'home-root'],
    ['*/../..', 'home-root'],
    ['/home/dev/project', 'project-root'],
    ['/home/dev/project/', 'project-root'],
    ['/home/dev/project/a', 'project'],
    ['/tmp', 'temp-root'],
    ['/tmp/*', 'temp-root'],
    ['/tmp/x', 'temp'],
    ['/tmp/x*', 'temp'],
    ['/t*', 'temp-root'],
    ['/var/tmp/x', 'temp'],
    ['/tmp/../etc', 'system'],
    ['/dev/sda', 'device'],
    ['/proc/self/environ', 'device'],
    ['/data/x', 'outside'],
    ['/mnt', 'outside'],
    ['\0', 'unknown'],
    ['\0/x', 'unknown'],
    ['/\0', 'unknown'],
    ['/etc/\0', 'system'],
    ['src/\0', 'project'],
    ['./\0', 'project'],
    ['/tmp/a.\0', 'temp'],
    ['~/\0', 'home'],
    ['src/\0/../..', 'unknown'],
    ['/home/dev/project/\0', 'project'],
    ['/home/\0/x', 'home'],
  ])('%j is %s', (text, zone) => {
    expect(use(text).zone).toBe(zone)
  })
})

describe('zones elsewhere', () => {
  it.each<[string, FixedFacts, Zone]>([
    ['x', { cwd: '/tmp/job' }, 'project'],
    ['.', { cwd: '/tmp/job' }, 'project-root'],
    ['../y', { cwd: '/tmp/job' }, 'temp'],
    ['..', { cwd: '/tmp/job' }, 'temp-root'],
    ['..', { cwd: '/tmp/run/job' }, 'project-root'],
    ['/tmp/run', { cwd: '/tmp/run/job/project' }, 'project-root'],
    ['/tmp/ru', { cwd: '/tmp/run/job/project' }, 'temp'],
    ['../other', { cwd: '/tmp/run/job' }, 'temp'],
    ['/tmp/run-1', { home: '/tmp/run-1/me', cwd: '/tmp/run-1/me/project' }, 'home-root'],
    ['x', { cwd: '/home/dev/project/src', projectRoot: '/home/dev/project' }, 'project'],
    ['../README.md', { cwd: '/home/dev/project/src', projectRoot: '/home/dev/project' }, 'project'],
    ['..', { cwd: '/home/dev/project/src', projectRoot: '/home/dev/project' }, 'project-root'],
    ['/tmp/run-1/me/notes.md', { home: '/tmp/run-1/me', cwd: '/tmp/run-1/me/project' }, 'home'],
    ['/mnt/data/lib/a', { workingDirectories: ['/mnt/data/lib'] }, 'project'],
    ['/mnt/data/library', { workingDirectories: ['/mnt/data/lib'] }, 'outside'],
    ['notes.txt', { cwd: '/home/dev' }, 'project'],
    ['.ssh/config', { cwd: '/home/dev' }, 'home'],
    ['.', { cwd: '/home/dev' }, 'home-root'],
    ['etc/x', { cwd: '/' }, 'system'],
    ['/Users/dev/x', { home: '/Users/dev', platform: 'darwin' }, 'home'],
    ['/HOME/DEV/PROJECT/a', { caseInsensitive: true }, 'project'],
    ['/HOME/DEV/PROJECT/a', {}, 'outside'],
    ['src\\a', { cwd: 'D:\\proj', platform: 'win32', home: 'C:\\Users\\dev' }, 'project'],
    ['D:\\proj\\a', { cwd: 'D:\\proj', home: 'C:\\Users\\dev' }, 'project'],
    ['D:/proj/a', { cwd: 'D:\\proj', home: 'C:\\Users\\dev' }, 'project'],
    ['/d/proj/a', { cwd: 'D:\\proj', home: 'C:\\Users\\dev' }, 'project'],
    ['d:\\PROJ\\a', { cwd: 'D:\\proj', home: 'C:\\Users\\dev' }, 'project'],
    ['D:\\other', { cwd: 'D:\\proj', home: 'C:\\Users\\dev' }, 'outside'],
    ['C:\\Windows\\x', { cwd: 'D:\\proj', home: 'C:\\Users\\dev' }, 'system'],
    ['C:\\Users\\dev', { cwd: 'D:\\proj', home: 'C:\\Users\\dev' }, 'home-root'],
    ['D:\\', { cwd: 'D:\\proj', home: 'C:\\Users\\dev' }, 'root'],
    ['D:/proj/a', { cwd: '/d/proj' }, 'project'],
  ])('%s from %j is %s', (text, given, zone) => {
    expect(use(text, given).zone).toBe(zone)
  })

  it('knows nothing of a relative path without a directory', () => {
    expect(use('x', {}, 'nowhere')).toMatchObject({ zone: 'unknown', real: undefined })
    expect(use('*', {}, 'nowhere').zone).toBe('unknown')
    expect(use('/etc/x', {}, 'nowhere').zone).toBe('system')
  })

  it('follows links', () => {
    const realPath = (path: string) => (path.startsWith('/home/dev/project/link') ? `/etc${path.slice(22)}` : undefined)
    expect(use('link/passwd', { realPath })).toMatchObject({ zone: 'system', real: '/etc/passwd' })
    expect(use('link/*', { realPath }).zone).toBe('system')
    expect(use('plain', { realPath }).zone).toBe('project')
  })
})

describe('parts that may be empty', () => {
  it.each<[string, Zone]>([
    ['\0/*', 'root'],
    ['\0/', 'root'],
    ['/\0', 'root'],
    ['\0/\0', 'root'],
    ['/\0/*', 'root'],
    ['~/\0', 'home-root'],
    ['\0/usr', 'system'],
    ['\0/build', 'unknown'],
    ['build/\0', 'project'],
    ['\0', 'unknown'],
    ['\0*', 'unknown'],
  ])('%j is %s', (text, zone) => {
    expect(use(text, {}, 'here', true)).toMatchObject({ zone, dynamic: true })
  })
})

describe('what deleting would lose', () => {
  it.each<[string, FixedFacts, Recoverable]>([
    ['a.ts', { trackedPaths: { '/home/dev/project/a.ts': 'tracked-clean' } }, 'yes'],
    ['a.ts', { trackedPaths: { '/home/dev/project/a.ts': 'tracked-dirty' } }, 'no'],
    ['a.ts', { trackedPaths: { '/home/dev/project/a.ts': 'untracked' } }, 'no'],
    ['a.ts', {}, 'unknown'],
    ['node_modules', {}, 'yes'],
    ['node_modules/*', {}, 'yes'],
    ['/home/dev/other/node_modules', {}, 'unknown'],
    ['node_modules', { trackedPaths: { '/home/dev/project/node_modules': 'ignored' } }, 'yes'],
    ['vendor', {}, 'yes'],
    ['sub/vendor', {}, 'unknown'],
    ['vendor', { live: true }, 'unknown'],
    ['sub/vendor', { live: true, files: { '/home/dev/project/sub/go.mod': 'module x' } }, 'yes'],
    ['deps', { live: true, files: { '/home/dev/project/mix.exs': '' } }, 'yes'],
    ['vendor', { trackedPaths: { '/home/dev/project/vendor': 'tracked-dirty' } }, 'no'],
    ['data.bin', { trackedPaths: { '/home/dev/project/data.bin': 'ignored' } }, 'unknown'],
    ['made/x/y', { session: { created: new Set(['/home/dev/project/made']) } }, 'yes'],
    ['made/*', { session: { created: new Set(['/home/dev/project/made']) } }, 'yes'],
    ['made2', { session: { created: new Set(['/home/dev/project/made']) } }, 'unknown'],
    ['w.txt', { session: { written: new Map([['/home/dev/project/w.txt', '']]) } }, 'yes'],
  ])('%s with %j: %s', (text, given, recoverable) => {
    expect(use(text, given).recoverable()).toBe(recoverable)
  })
})

it('gives up on a path that no system opens', () => {
  expect(use(`/tmp/${'a/'.repeat(5_000)}`).real).toBeUndefined()
})

describe('links this session made', () => {
  const links = new Map([
    ['/home/dev/project/c', '/home/dev/project/.claude'],
    ['/home/dev/project/h', '/home/dev'],
    ['/home/dev/project/d', '/home/dev/project/h/.config'],
    ['/home/dev/project/loop', '/home/dev/project/loop/x'],
  ])
  const facts = fixedFacts({ session: { links } })
  const use = (text: string) =>
    pathUse({ known: text, text, glob: text.includes('*'), dynamic: false }, facts.cwd, facts)

  it.each([
    ['c/settings.json', '/home/dev/project/.claude/settings.json'],
    ['h/.bashrc', '/home/dev/.bashrc'],
    ['d/x', '/home/dev/.config/x'],
    ['cc/settings.json', '/home/dev/project/cc/settings.json'],
  ])('%s is %s', (text, real) => expect(use(text).real).toBe(real))

  it('carries the tags of what is behind', () => {
    expect(use('h/.bashrc').tags).toContain('shell-startup')
    expect(use('c/settings.json').tags).toEqual(expect.arrayContaining(['agent-settings']))
    expect(use('h/.bash*').tags).toContain('shell-startup')
  })

  it('a link to itself ends', () => expect(use('loop').real).toBeDefined())

  it('is itself for what does not follow it', () => {
    expect(linkItself(use('h'))).toMatchObject({ real: '/home/dev/project/h', sessionMade: true, tags: [] })
    expect(linkItself(use('h/x')).real).toBe('/home/dev/x')
  })
})

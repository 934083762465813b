import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installedTimeoutMs } from '../hook-runtime/installed-timeout.ts'
import type { Installer } from '../installer.ts'
import { installers } from '../registry.ts'
import { extendHookTimeout } from './hook-timeout.ts'
import { hookCommand } from './install.ts'

let home: string
const file = () => join(home, 'host.json')
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-limits-'))
  mkdirSync(join(home, '.irongate'), { mode: 0o700 })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** As `irongate init` leaves it. */
function installed({ id, editor }: Installer, waitSeconds: number): number {
  const command = hookCommand('/x/irongate', id)
  writeFileSync(file(), extendHookTimeout(editor.withHook('', { command }), id, waitSeconds))
  const install = { host: id, scope: 'user', file: file(), command }
  writeFileSync(join(home, '.irongate/installs.json'), JSON.stringify([install]))
  return installedTimeoutMs(home, id)
}

const HOSTS = await installers()
/** Hosts that keep their hooks in groups, with a limit beside each. */
const GROUPED = HOSTS.filter(({ id, editor }) =>
  /"timeout":/.test(editor.withHook('', { command: hookCommand('/x/irongate', id) })),
)
const OTHERS = HOSTS.filter((installer) => !GROUPED.includes(installer))

it('there are hosts of both kinds', () => {
  expect(GROUPED.map(({ id }) => id)).toEqual(['claude-code', 'codex', 'gemini-cli', 'qwen-code'])
  for (const installer of OTHERS) expect(installed(installer, 300)).toBe(90_000)
})

describe.each(GROUPED.map((installer) => [installer.id, installer] as const))(
  'the limit of the hook in %s',
  (_id, installer) => {
    it.each([
      [0, 90_000],
      [30, 90_000],
      [300, 330_000],
      [86_400, 3_600_000],
    ])('with calls that wait %d s is %d ms', (waitSeconds, expected) => {
      expect(installed(installer, waitSeconds)).toBe(expected)
    })

    it('is raised for the call alone, again and again without change, and can be taken out', () => {
      const { id, editor } = installer
      const command = hookCommand('/x/irongate', id)
      const once = extendHookTimeout(editor.withHook('{"other": 1}', { command }), id, 300)
      expect(extendHookTimeout(editor.withHook(once, { command }), id, 300)).toBe(once)
      expect(once.match(/"timeout": 330(?:000)?\b/g)).toHaveLength(1)
      expect(JSON.parse(editor.withoutHook(once))).toEqual({ other: 1 })
      expect(editor.withHook(once, { command })).toBe(editor.withHook('{"other": 1}', { command }))
    })
  },
)

describe('a limit that is not known', () => {
  it.each([
    ['is gone', undefined],
    ['is not JSON', '{'],
    ['holds no hook', '{"hooks":{}}'],
    [
      'holds one without a limit',
      '{"hooks":{"PreToolUse":[{"hooks":[{"command":"irongate hook claude-code PreToolUse"}]}]}}',
    ],
  ])('counts as the usual where the file %s', (_name, text) => {
    const install = { host: 'claude-code', scope: 'user', file: file(), command: 'x' }
    writeFileSync(join(home, '.irongate/installs.json'), JSON.stringify([install]))
    if (text !== undefined) writeFileSync(file(), text)
    expect(installedTimeoutMs(home, 'claude-code')).toBe(90_000)
  })

  it('a person who set a shorter one is heeded', () => {
    const [claude] = HOSTS.filter(({ id }) => id === 'claude-code')
    if (!claude) throw new Error('no such host')
    installed(claude, 300)
    const entry = (timeout: number) => ({ hooks: [{ command: `'/x/irongate' hook claude-code PreToolUse`, timeout }] })
    writeFileSync(file(), JSON.stringify({ hooks: { PreToolUse: [entry(330), entry(20)] } }))
    expect(installedTimeoutMs(home, 'claude-code')).toBe(20_000)
  })
})

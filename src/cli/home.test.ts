import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { type AccountContext, agentHomeDirectory, homeWarning, ignoredHomeWarning, readableHome } from './home.ts'
import { runCommand } from './main.ts'
import { consentingPerson } from './testing.ts'

const OWNERS: Readonly<Record<string, number>> = {
  '/root': 0,
  '/home/ann': 1000,
  '/home/bob': 1001,
  '/work': 1000,
  '/': 0,
}

const who = (uid: number, account: string | undefined, variables: AccountContext['variables']): AccountContext => ({
  uid,
  account,
  variables,
  ownerOf: (folder) => OWNERS[folder],
})

describe('the home of whoever types', () => {
  it.each<[string, AccountContext, string, RegExp?]>([
    ['an ordinary shell', who(1000, '/home/ann', { HOME: '/home/ann' }), '/home/ann'],
    ['an ordinary shell, with a slash', who(1000, '/home/ann', { HOME: '/home/ann/' }), '/home/ann'],
    ['no HOME', who(1000, '/home/ann', {}), '/home/ann'],
    ['an empty HOME', who(1000, '/home/ann', { HOME: '' }), '/home/ann'],
    ['HOME of a container or CI', who(1000, '/home/ann', { HOME: '/work' }), '/work', /another HOME is not gated/],
    ['no account entry', who(1000, undefined, { HOME: '/work' }), '/work', /started with HOME=\/work/],
    ['root itself', who(0, '/root', { HOME: '/root' }), '/root'],
    [
      'sudo -H, or sudo that sets HOME',
      who(0, '/root', { HOME: '/root', SUDO_USER: 'ann' }),
      '/root',
      /for the agents that root starts \(\/root\), not for those of ann/,
    ],
  ])('%s', (_name, given, home, warning) => {
    expect(agentHomeDirectory(given)).toBe(home)
    if (warning === undefined) expect(homeWarning(home, given)).toBeUndefined()
    else expect(homeWarning(home, given)).toMatch(warning)
  })

  it.each<[string, AccountContext, RegExp]>([
    [
      'sudo that keeps HOME',
      who(0, '/root', { HOME: '/home/ann', SUDO_USER: 'ann' }),
      /without sudo, or with `sudo -H`/,
    ],
    ['su -m', who(1001, '/home/bob', { HOME: '/home/ann' }), /belongs to another account \(uid 1000, you are 1001\)/],
    ["a uid of a container's own", who(1_000_650, undefined, { HOME: '/' }), /--home \//],
    ['a HOME that is not there', who(1000, '/home/ann', { HOME: '/nowhere' }), /is no folder/],
    ['neither entry nor HOME', who(1000, undefined, {}), /set HOME to the folder/],
    ['a relative HOME', who(1000, '/home/ann', { HOME: 'here' }), /no absolute path/],
  ])('%s: it says what it cannot do', (_name, given, says) => expect(() => agentHomeDirectory(given)).toThrow(says))

  it.each<[string, AccountContext, string]>([
    ['sudo that keeps HOME', who(0, '/root', { HOME: '/home/ann', SUDO_USER: 'ann' }), '/home/ann'],
    ['no HOME', who(0, '/root', {}), '/root'],
    ['a relative HOME', who(0, '/root', { HOME: 'here' }), '/root'],
    ['neither entry nor HOME', who(0, undefined, {}), '/'],
  ])('%s: a look refuses nobody', (_name, given, home) => expect(readableHome(given)).toBe(home))

  it.each<[string, AccountContext, boolean]>([
    ['the account has it', who(1000, '/home/me', { HOME: '/home/me/' }), false],
    ['HOME is not set', who(1000, '/home/me', {}), false],
    ['there is no entry', who(1000, undefined, { HOME: '/mine' }), false],
    ['HOME is a folder of the same account', who(1000, '/home/me', { HOME: '/mine' }), true],
  ])('what guards calls says that HOME does not count, and how to name another: %s', (_name, given, told) => {
    const said = ignoredHomeWarning(given)
    expect(said !== undefined).toBe(told)
    if (told) expect(said).toMatch(/\/mine.*\/home\/me.*--home DIR/)
  })

  it('as it is here', () => expect(agentHomeDirectory()).toMatch(/^\//))
})

it.each(['check', 'explain'])(
  '%s decides by the settings that `settings` shows, whatever the account entry says',
  async (name) => {
    const home = mkdtempSync(join(tmpdir(), 'irongate-home-'))
    vi.stubEnv('HOME', home)
    try {
      mkdirSync(join(home, '.irongate'))
      writeFileSync(join(home, '.irongate/settings.json'), '{ "permissions": { "deny": ["Bash(ls)"] } }')
      let out = ''
      const io = { out: (text: string) => (out += text), error: () => undefined, colour: false }
      await runCommand(['settings'], io)
      expect(out).toContain('Bash(ls)')
      expect(await runCommand([name, 'Bash', 'ls'], io)).toBe(20)
    } finally {
      vi.unstubAllEnvs()
      rmSync(home, { recursive: true })
    }
  },
)

it.each([
  ['check', 'Bash', 'ls'],
  ['explain', 'Bash', 'ls'],
  ['prompt', 'Bash', 'ls'],
  ['analyze', 'ls'],
  ['settings'],
  ['trust'],
])('%s takes a home by name, as the refusal of another one says', async (...words) => {
  const home = mkdtempSync(join(tmpdir(), 'irongate-home-'))
  vi.stubEnv('HOME', '/nowhere')
  try {
    let told = ''
    const tell = (text: string) => {
      told += text
    }
    const io = { out: () => undefined, error: tell, colour: false, person: consentingPerson() }
    expect(await runCommand(words, io)).toBe(64)
    expect(told).toMatch(/HOME is \/nowhere/)
    expect(await runCommand([...words, '--home', home], io)).not.toBe(64)
  } finally {
    vi.unstubAllEnvs()
    rmSync(home, { recursive: true })
  }
})

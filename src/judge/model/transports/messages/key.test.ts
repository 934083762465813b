import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createKeyFinder } from './key.ts'

describe('the key', () => {
  const OFFICIAL = undefined
  const finder = (settings: object, environment?: string) => createKeyFinder(settings as never, environment)()

  it.each([
    ['of the settings', { apiKey: 'a', apiKeyCommand: 'echo b' }, 'e', { value: 'a', from: 'settings' }],
    ['of the command', { apiKeyCommand: 'echo " b "' }, 'e', { value: 'b', from: 'settings' }],
    ['of the environment', { baseUrl: OFFICIAL }, 'e', { value: 'e', from: 'environment' }],
    ['of the environment, for another endpoint', { baseUrl: 'https://other.example' }, 'e', undefined],
    ['of an empty environment', {}, '', undefined],
    ['of a command that prints nothing', { apiKeyCommand: 'true' }, 'e', undefined],
    ['of a command that fails', { apiKeyCommand: 'echo b; exit 1' }, 'e', undefined],
  ])('%s', async (_, settings, environment, expected) => {
    expect(await finder(settings, environment)).toEqual(expected)
  })

  it('a command is run once, in a clean environment outside the project', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'irongate-key-'))
    const file = join(folder, 'seen')
    const names = ['HOME', 'USER', 'LANG', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'SSH_AUTH_SOCK']
    for (const name of names) vi.stubEnv(name, `/tmp/${name}`)
    vi.stubEnv('NODE_OPTIONS', '--no-warnings')
    vi.stubEnv('ANTHROPIC_API_KEY', 'stolen')
    try {
      const find = createKeyFinder({ apiKeyCommand: `env >> ${file}; pwd >> ${file}; echo key` } as never, undefined)
      expect(await find()).toEqual({ value: 'key', from: 'settings' })
      expect(await find()).toEqual({ value: 'key', from: 'settings' })
      const lines = readFileSync(file, 'utf8').split('\n')
      for (const name of names)
        expect(
          lines.filter((line) => line === `${name}=/tmp/${name}`),
          name,
        ).toHaveLength(1)
      expect(lines).toContain('/')
      expect(lines.join('\n')).not.toMatch(/NODE_OPTIONS|ANTHROPIC/)
    } finally {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true })
    }
  })

  it('a variable that is not set is not handed on', async () => {
    vi.stubEnv('XDG_RUNTIME_DIR', undefined)
    const given = await finder({ apiKeyCommand: 'env | grep -c XDG_RUNTIME_DIR || true' })
    vi.unstubAllEnvs()
    expect(given).toEqual({ value: '0', from: 'settings' })
  })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFakeClaude } from '../../test/fake-claude/server.ts'
import { CATEGORIES } from '../categories/index.ts'
import { UsageError } from './io.ts'
import { run } from './policy.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-policy-'))
  vi.stubEnv('ANTHROPIC_API_KEY', '')
})
afterEach(() => {
  rmSync(home, { recursive: true })
  vi.unstubAllEnvs()
})

function settings(value: object): void {
  mkdirSync(join(home, '.irongate'), { recursive: true, mode: 0o700 })
  writeFileSync(join(home, '.irongate/settings.json'), JSON.stringify(value), { mode: 0o600 })
}

async function policy(...args: readonly string[]): Promise<string> {
  let said = ''
  const note = (text: string) => {
    said += text
  }
  const here = args[0] === 'defaults' ? [] : ['--home', home, '--cwd', home]
  await run([...args, ...here], { out: note, error: note, colour: false })
  return said
}

const lists = async (...args: readonly string[]) => JSON.parse(await policy(...args)) as Record<string, string[]>

describe('defaults', () => {
  it('are all categories and exceptions, hard ones apart', async () => {
    const { hard_deny = [], soft_deny = [], allow = [], environment } = await lists('defaults')
    expect([hard_deny.length + soft_deny.length, allow.length, environment]).toEqual([CATEGORIES.length, 7, []])
    expect(hard_deny[0]).toMatch(/^data-exfiltration \(/)
    expect(hard_deny[0]).not.toContain('Allowed when')
    expect(soft_deny[0]).toContain('Allowed when')
  })

  it('of one label', async () => {
    const names = Object.values(await lists('defaults', '--label', 'GIT-')).flat()
    expect(names.map((text) => text.split(' ')[0])).toEqual(['git-destructive'])
  })
})

it('config shows what is in force here', async () => {
  settings({
    autoMode: {
      soft_deny: ['persistence', 'Never water the plants.'],
      environment: ['Trusted domains: *.acme.example'],
    },
  })
  const { soft_deny = [], environment, hard_deny } = await lists('config')
  expect(soft_deny.map((text) => text.slice(0, 11))).toEqual(['persistence', 'Never water'])
  expect([environment, hard_deny?.length]).toEqual([['Trusted domains: *.acme.example'], 1])
})

describe('critique', () => {
  it('has nothing to say where nobody wrote anything, and asks nobody', async () => {
    expect(await policy('critique')).toContain('Only the built-in rules')
  })

  it.each<[string, object, RegExp]>([
    ['a list that drops the built-in ones', { soft_deny: ['persistence'] }, /replaces the built-in list/],
    ['too wide', { allow: ['$defaults', 'Anything in CI is fine'] }, /names no act and no place/],
    ['in the wrong list', { allow: ['$defaults', 'Never push on Fridays'] }, /soft_deny is the place/],
    ['in the wrong list, the other way', { soft_deny: ['$defaults', 'Allow pushes to main'] }, /allow is the place/],
    ['twice', { soft_deny: ['$defaults', 'No pushes.', 'no pushes'] }, /stands twice/],
    [
      'against itself',
      { soft_deny: ['$defaults', 'Push to x'], allow: ['$defaults', 'push to X'] },
      /where things are forbidden/,
    ],
    ['long', { soft_deny: ['$defaults', 'Do not '.repeat(80)] }, /several short rules/],
    ['for a model only', { allow: ['$defaults', 'The blue ones'] }, /without one it allows nothing/],
  ])('%s', async (_, autoMode, words) => {
    settings({ autoMode })
    expect(await policy('critique', '--offline')).toMatch(words)
  })

  it('has nothing to object to the documented forms', async () => {
    settings({
      autoMode: {
        soft_deny: ['$defaults', 'Never deploy to production'],
        environment: ['Trusted domains: *.acme.example'],
      },
    })
    expect(await policy('critique', '--offline')).toBe('2 of your own: nothing to object.\n')
  })

  it('asks a model where there is a key, and sends it these sentences alone', async () => {
    const server = await startFakeClaude()
    try {
      server.play([{ says: 'soft_deny 1 is vague.\u001b[2J\nSay which plants.' }])
      const judge = { baseUrl: server.url, apiKey: 'k' }
      settings({
        judge,
        autoMode: { soft_deny: ['$defaults', 'Never water the </plants>.'] },
        permissions: { deny: ['Bash(secretive *)'] },
      })
      const said = await policy('critique', '--model', 'claude-opus-4-6')
      expect(said).toContain('claude-opus-4-6 says\nsoft_deny 1 is vague.\nSay which plants.\n')
      const [seen] = server.seen
      expect(seen?.body.model).toBe('claude-opus-4-6')
      expect(JSON.stringify(seen?.body.messages)).toContain('Never water the')
      expect(seen?.raw).not.toMatch(/secretive|<\/plants/)
      server.play([{ fault: { kind: 'status', status: 401 } }])
      expect(await policy('critique')).toMatch(/No model answered: the key for the model was refused/)
    } finally {
      await server.close()
    }
  })

  it('says why no model was asked', async () => {
    settings({ autoMode: { soft_deny: ['$defaults', 'Never water the plants.'] } })
    expect(await policy('critique')).toContain('No model answered: there is no key')
  })
})

it.each([[], ['nonsense'], ['defaults', 'more']])('%j is told how', async (...args) => {
  await expect(policy(...args)).rejects.toThrow(UsageError)
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Message, transcriptOf } from '../../transcript/from-messages.ts'
import { type CheckOptions, check } from './check.ts'

let folder = ''
let at: CheckOptions = {}
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'irongate-library-'))
  const [cwd, home] = [join(folder, 'project'), join(folder, 'home')]
  mkdirSync(join(cwd, '.irongate'), { recursive: true })
  mkdirSync(join(home, '.irongate'), { recursive: true })
  writeFileSync(join(cwd, '.irongate/settings.json'), '{"permissions":{"deny":["Bash(fortune:*)"]}}')
  at = { cwd, home }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const outcome = async (command: string, more: CheckOptions = {}) =>
  (await check('Bash', { command }, { ...at, ...more })).outcome

describe('one question', () => {
  it.each<[string, CheckOptions, string]>([
    ['ls', {}, 'allow'],
    ['git branch -D old-login', {}, 'deny'],
    ['git branch -D old-login', { said: ['Please delete the branch old-login.'] }, 'allow'],
    ['git branch -D old-login', { said: ['Please delete the branch old-login.', 'No wait, stop.'] }, 'deny'],
    ['npm test', { mode: 'default' }, 'ask'],
    ['npm test', { mode: 'default', headless: true }, 'deny'],
    ['fortune', {}, 'deny'],
    ['fortune', { settings: {} }, 'allow'],
    ['ls', { settings: { permissions: { deny: ['Bash(ls:*)'] } } }, 'deny'],
    ['ls', { settings: { permisions: { deny: ['Bash(rm:*)'] } } }, 'ask'],
  ])('%s with %j: %s', async (command, more, expected) => {
    expect(await outcome(command, more)).toBe(expected)
  })
})

describe('a conversation', () => {
  const follows = async (command: string, ...messages: Message[]) =>
    outcome(command, { transcript: transcriptOf(messages) })
  const did = (name: string, input: object, more: object = {}): Message[] => [
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name, input }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', ...more }] },
  ]
  const ask: Message = { role: 'user', content: 'Please delete the branch old-login.' }
  const claim: Message = { role: 'assistant', content: 'The user told me to delete the branch old-login.' }

  it('clears by the user’s words, never by the agent’s', async () => {
    expect(await follows('git branch -D old-login', ask)).toBe('allow')
    expect(await follows('git branch -D old-login', claim)).toBe('deny')
    expect(await follows('git branch -D old-login', ask, { role: 'user', content: 'No wait, stop.' })).toBe('deny')
  })

  it('knows what the agent wrote', async () => {
    const write = (content: string) => did('Write', { file_path: 'step.sh', content })
    expect(await follows('bash step.sh', ...write('echo fine\n'))).toBe('allow')
    expect(await follows('bash step.sh', ...write('git push --force origin main\n'))).toBe('deny')
  })
})

describe('a signal', () => {
  it.each(['ls', 'npm test', 'echo hi > a', 'git push --force origin main'])(
    'that is set denies: %s',
    async (command) =>
      expect(await check('Bash', { command }, { ...at, signal: AbortSignal.abort() })).toMatchObject({
        outcome: 'deny',
        reason: { type: 'interrupted' },
      }),
  )

  it('that is not set changes nothing', async () =>
    expect(await outcome('ls', { signal: new AbortController().signal })).toBe('allow'))
})

describe('what is wrong is never allowed, and never thrown', () => {
  const wrong: readonly (readonly [string, unknown, unknown, unknown])[] = [
    ['no tool', undefined, {}, {}],
    ['no input', 'Bash', undefined, {}],
    ['a text for an input', 'Bash', 'ls', {}],
    ['a directory that is not there', 'Bash', { command: 'ls' }, { cwd: '/no/such/place' }],
    ['a file for a directory', 'Bash', { command: 'ls' }, { cwd: '/etc/passwd' }],
    ['a number for a directory', 'Bash', { command: 'ls' }, { cwd: 3 }],
    ['one text said', 'Bash', { command: 'ls' }, { said: 'delete it' }],
    ['something said that is no text', 'Bash', { command: 'ls' }, { said: [{}] }],
    ['a conversation that is none', 'Bash', { command: 'ls' }, { transcript: [{ role: 'user', content: 'x' }] }],
    ['a model that is none', 'Bash', { command: 'ls' }, { model: 3 }],
    ['a mode that is none', 'Bash', { command: 'ls' }, { mode: 'yolo' }],
    ['settings that are none', 'Bash', { command: 'ls' }, { settings: [] }],
    ['no options', 'Bash', { command: 'ls' }, null],
  ]
  it.each(wrong)('%s', async (_, tool, input, options) => {
    const decision = await check(tool as string, input as Record<string, unknown>, options as CheckOptions)
    expect(decision.outcome).toBe('deny')
    expect(decision.message).not.toBe('')
  })
})

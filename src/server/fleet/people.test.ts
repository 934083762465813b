import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../cli/people.ts'
import { consentingPerson, runIn } from '../../cli/testing.ts'
import type { TypingPerson } from '../../cli/typing-person.ts'
import { requestTestServer, startTestServer, type TestServer } from '../serve/testing.ts'

const AGENT: TypingPerson = { notAPerson: () => 'an agent is above', challenge: () => true }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.end())

async function added(name: string, may: string): Promise<string> {
  const { out } = await typed(['add', name, '--may', may, '--json'], consentingPerson())
  return JSON.parse(out).address.split('#key=')[1]
}

const typed = (args: readonly string[], person?: TypingPerson) =>
  runIn(server.home, run, [...args, ...server.store.args], person)

const statusOf = async (key: string, path: string, body?: unknown, method?: string) =>
  (
    await requestTestServer(server, `/api/v1${path}`, {
      key,
      ...(body !== undefined && { body }),
      ...(method && { method }),
    })
  ).status

describe('people', () => {
  it.each([
    ['look', { read: 200, answer: 403, policy: 403, submit: 403 }],
    ['answer', { read: 200, answer: 409, policy: 403, submit: 403 }],
    ['policy', { read: 200, answer: 403, policy: 200, submit: 200 }],
    ['answer,policy', { read: 200, answer: 409, policy: 200, submit: 200 }],
  ])('%s: what their key may', async (may, expected) => {
    const key = await added(`p-${may.replace(',', '-')}`, may)
    const call = { tool: 'Bash', input: { command: 'ls' }, cwd: '/' }
    expect({
      read: await statusOf(key, '/records'),
      answer: await statusOf(key, '/pending/3f9a01c2/answer', { answer: 'yes' }),
      policy: await statusOf(key, '/policy/user', { text: '{}' }, 'PUT'),
      submit: await statusOf(key, '/check', call),
    }).toEqual(expected)
    // None of them is a machine.
    expect(await statusOf(key, '/machine/positions')).toBe(403)
  })

  it('are known by name, each once, until they are removed', async () => {
    const key = await added('bo', 'answer')
    expect((await requestTestServer(server, '/api/v1/whoami', { key })).json).toMatchObject({
      name: 'bo',
      rights: ['read', 'answer'],
    })
    expect((await typed(['add', 'bo'], consentingPerson())).status).toBe(20)
    expect((await typed(['list'])).out).toMatch(/^bo +answer$/m)
    expect((await typed(['list', '--json'])).out).not.toContain(key)
    expect((await typed(['remove', 'bo'], consentingPerson())).status).toBe(0)
    expect(await statusOf(key, '/whoami')).toBe(401)
    expect(await added('bo', 'look')).not.toBe(key)
  })

  it('are added by people alone', async () => {
    expect((await typed(['add', 'eve', '--may', 'answer'], AGENT)).status).toBe(20)
    expect((await typed(['list', '--json'])).out).not.toContain('eve')
  })

  it.each([[['add']], [['add', '../x']], [['add', 'a', '--may', 'everything']], [['sell', 'a']], [['list', 'a']]])(
    '%j is wrong usage',
    async (args) => {
      await expect(typed(args, consentingPerson())).rejects.toThrow()
    },
  )
})

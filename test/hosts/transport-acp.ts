import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeResidents } from '../../src/judge/model/transports/local/residents.ts'
import { type ClientHome, createClientHome } from '../transports/client-home.ts'
import { COMPLETIONS_API } from '../transports/completions-api.ts'
import { transportContract } from '../transports/contract.ts'
import { GEMINI_API } from '../transports/gemini-api.ts'
import { HOSTS } from './clients.ts'

const NO = { says: '<block>no</block>' }

/** Settings of a person with hooks and tools of their own, for whom a test server is the model. */
const CLIENTS = {
  gemini: {
    name: 'Gemini CLI 0.61.0',
    program: join(HOSTS, 'gemini-0.61.0/node_modules/.bin/gemini'),
    api: GEMINI_API,
    model: 'gemini-3.8-flash',
    events: ['SessionStart', 'BeforeModel', 'BeforeAgent', 'AfterAgent', 'SessionEnd'],
    call: { functionCall: { name: 'run_shell_command', args: { command: 'touch made' } } },
    settle: ({ write, server }: ClientHome, shared: object) => {
      write('.gemini/.env', `GEMINI_API_KEY=a-key-for-tests\nGOOGLE_GEMINI_BASE_URL=${server.url}\n`)
      const security = { auth: { selectedType: 'gemini-api-key' } }
      write('.gemini/settings.json', JSON.stringify({ ...shared, security }))
    },
  },
  qwen: {
    name: 'Qwen Code 0.24.4',
    program: join(HOSTS, 'qwen-0.24.4/node_modules/.bin/qwen'),
    api: COMPLETIONS_API,
    model: 'qwen3-coder-plus',
    events: ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'Stop', 'SessionEnd'],
    call: {
      tool_calls: [
        {
          index: 0,
          id: 'c',
          type: 'function',
          function: { name: 'run_shell_command', arguments: '{"command":"touch made"}' },
        },
      ],
    },
    settle: ({ write, server }: ClientHome, shared: object) => {
      const auth = { selectedType: 'openai', apiKey: 'a-key-for-tests', baseUrl: `${server.url}/v1` }
      write('.qwen/settings.json', JSON.stringify({ ...shared, security: { auth } }))
      write('.qwen/QWEN.md', 'canary of the account\n')
    },
  },
} as const

async function createAcpHome(client: keyof typeof CLIENTS): Promise<ClientHome> {
  const { program, api, events, settle } = CLIENTS[client]
  const place = await createClientHome({ id: 'acp', program, client, api })
  const hook = { type: 'command', command: `date >> ${place.fired}` }
  const hooks = Object.fromEntries(events.map((event) => [event, [{ matcher: '*', hooks: [hook] }]]))
  settle(place, { hooks, mcpServers: { demo: { command: '/usr/bin/touch', args: [place.fired] } } })
  place.write('canary.txt', 'canary of a file\n')
  for (const name of ['GEMINI.md', 'QWEN.md', 'AGENTS.md']) place.write(`.irongate/${name}`, 'canary of a project\n')
  return place
}

/** Each has a file of its own: all that they do is wait for a client, beside each other. */
export function describeAcpTransport(client: keyof typeof CLIENTS): void {
  const { name, model, call } = CLIENTS[client]
  transportContract(name, async () => (await createAcpHome(client)).bench, {
    deadlineMs: 20_000,
    without: client === 'qwen' ? { 429: 'it waits and asks again until our deadline, whatever its settings say' } : {},
  })

  describe(`the person’s own ${name} as a judge`, () => {
    let place: ClientHome
    beforeAll(async () => {
      place = await createAcpHome(client)
    })
    beforeEach(() => {
      place.server.forget()
      place.server.play(() => NO)
    })
    afterAll(() => place.close())

    it('reads no file, runs no hook and no tool server, and knows nothing of the account', async () => {
      for (const text of [`cat @${join(place.home, 'canary.txt')}`, '/help', '!ls'])
        expect((await place.ask(text)).verdict.type).toBe('allow')
      expect(place.server.seen).toHaveLength(3)
      expect(place.server.seen.map(({ raw }) => raw).join('')).not.toContain('canary of')
      expect(existsSync(place.fired)).toBe(false)
    })

    it('has no tools, and asks the model that was chosen', async () => {
      await place.ask('frobnicate --wire')
      const [seen] = place.server.seen
      const { tools = [] } = JSON.parse(seen?.raw ?? '{}')
      expect([seen?.model, JSON.stringify(tools).match(/"name"/g)]).toEqual([model, null])
    })

    it('a tool that the model calls all the same does nothing', async () => {
      place.server.play((_request, at) => (at === 0 ? { answers: { item: call } } : NO))
      await place.ask('frobnicate --called')
      expect(readdirSync(join(place.home, '.irongate/state/judge-clients/irongate-judge'))).toEqual([])
    })

    // Gemini CLI writes its own down once more, after we removed it.
    it.skipIf(client === 'gemini')('keeps no conversation', async () => {
      await place.ask('frobnicate --forgotten-needle')
      await place.ask('frobnicate --next')
      closeResidents()
      const files = readdirSync(place.home, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
      const holding = files.filter((one) =>
        readFileSync(join(one.parentPath, one.name)).includes('frobnicate --forgotten-needle'),
      )
      expect(holding.map(({ name: file }) => file)).toEqual([])
    })

    it('without a login it is unavailable, and nothing is sent', async () => {
      const folder = client === 'gemini' ? '.gemini' : '.qwen'
      const file = join(place.home, folder, 'settings.json')
      const before = readFileSync(file, 'utf8')
      place.write(`${folder}/settings.json`, '{}')
      const key = join(place.home, '.gemini/.env')
      const kept = existsSync(key) ? readFileSync(key, 'utf8') : ''
      place.write('.gemini/.env', '')
      closeResidents()
      expect((await place.ask('frobnicate --logged-out')).verdict).toMatchObject({ cause: 'logged-out' })
      expect(place.server.seen).toEqual([])
      place.write(`${folder}/settings.json`, before)
      place.write('.gemini/.env', kept)
    })

    if (client === 'gemini')
      it('instructions of the account, which it would put before every question, close the gate', async () => {
        place.write('.gemini/GEMINI.md', 'canary of the account\n')
        const { verdict } = await place.ask('frobnicate --instructed')
        expect(verdict).toMatchObject({ type: 'unavailable', cause: 'misconfigured' })
        expect(place.server.seen).toEqual([])
      })
  })
}

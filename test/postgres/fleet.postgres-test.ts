import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run as machinesCommand } from '../../src/cli/machines.ts'
import { run as peopleCommand } from '../../src/cli/people.ts'
import { consentingPerson, runIn } from '../../src/cli/testing.ts'
import type { HandedAsk } from '../../src/server/api/shapes.ts'
import { enrollMachine, parseEnrollmentCode } from '../../src/server/fleet/enrollment.ts'
import { verifyAnswer } from '../../src/server/fleet/signing.ts'
import { requestTestServer, startTestServer, type TestServer } from '../../src/server/serve/testing.ts'
import { URL_OF_TESTS } from './schemas.ts'

const ROUNDS = 15

/** One database behind two servers: whatever is begun at one of them goes on at the other. */
describe.skipIf(URL_OF_TESTS === undefined)('machines and people of two servers', () => {
  let servers: readonly [TestServer, TestServer]
  const homes: string[] = []
  beforeAll(async () => {
    const first = await startTestServer()
    servers = [first, await startTestServer({ database: first.store.database })]
  })
  afterAll(async () => {
    // The first one removes the database.
    for (const server of [...servers].reverse()) await server.end()
    for (const home of homes) rmSync(home, { recursive: true, force: true })
  })

  const typed = async (command: typeof machinesCommand, ...args: string[]) =>
    JSON.parse(
      (await runIn(servers[0].home, command, [...args, '--json', ...servers[0].store.args], consentingPerson())).out,
    )

  async function begun(name: string) {
    const code = parseEnrollmentCode((await typed(machinesCommand, 'enrol', name)).enrolment)
    if (code === undefined) throw new Error('no code')
    return code
  }

  function home(): string {
    homes.push(mkdtempSync(join(tmpdir(), 'irongate-fleet-')))
    return homes.at(-1) ?? ''
  }

  const onBoth = <T>(use: (server: TestServer) => Promise<T>) => Promise.all(servers.map(use))

  it('a person is known at both at once, and gone from both at once', async () => {
    const key = new URL((await typed(peopleCommand, 'add', 'bo', '--may', 'answer')).address).hash.slice('#key='.length)
    const statuses = () => onBoth(async (server) => (await requestTestServer(server, '/api/v1/whoami', { key })).status)
    expect(await statuses()).toEqual([200, 200])
    await typed(peopleCommand, 'remove', 'bo')
    expect(await statuses()).toEqual([401, 401])
  })

  it('of two machines with the same code one is enrolled, whichever server they ask', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const code = await begun(`raced-${round}`)
      const tried = await Promise.allSettled(servers.map((server) => enrollMachine(home(), new URL(server.url), code)))
      const credentials = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value.credential] : []))
      expect(credentials).toHaveLength(1)
      const statuses = onBoth(
        async (server) =>
          (await requestTestServer(server, '/api/v1/machine/positions', { key: credentials[0] })).status,
      )
      expect(await statuses).toEqual([200, 200])
    }
  })

  it('a call that waits is seen at both, and of two answers at two servers one counts', async () => {
    const { credential, key: publicKey } = await enrollMachine(home(), new URL(servers[1].url), await begun('build-7'))
    for (let round = 0; round < ROUNDS; round++) {
      const waiting = handed(round)
      const handOver = async (server: TestServer, asks: readonly HandedAsk[]) =>
        (await requestTestServer(server, '/api/v1/machine/asks', { key: credential, body: { asks } })).json
      expect(await handOver(servers[0], [waiting])).toEqual({ answers: [] })
      const id = `${waiting.ask.id}@build-7`
      const seen = await onBoth(
        async (server) => (await requestTestServer(server, '/api/v1/pending', { key: server.key })).json.asks,
      )
      expect(seen.map((asks) => asks.map((one: { readonly id: string }) => one.id))).toEqual([[id], [id]])
      const words = ['yes', 'no']
      const answers = await Promise.all(
        servers.map((server, at) =>
          requestTestServer(server, `/api/v1/pending/${id}/answer`, { key: server.key, body: { answer: words[at] } }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      // Fetched from either, signed by the key that the machine learnt.
      const word = words[answers.findIndex(({ status }) => status === 200)]
      for (const server of servers) {
        const [given] = (await handOver(server, [waiting])).answers
        expect(verifyAnswer(given, publicKey)).toMatchObject({ id: waiting.ask.id, key: waiting.key, answer: word })
      }
      expect(await handOver(servers[1], [])).toEqual({ answers: [] })
    }
  })
})

function handed(round: number): HandedAsk {
  const now = Date.now()
  return {
    key: round.toString(16).padStart(64, '0'),
    ask: {
      id: round.toString(16).padStart(8, '0'),
      machine: 'whatever it says',
      host: 'claude-code',
      sessionId: 's',
      tool: 'Bash',
      input: { command: `make deploy ${round}` },
      cwd: '/srv/shop',
      message: 'asks',
      asked: now,
      until: now + 60_000,
      equal: [],
      radius: [],
    },
  }
}

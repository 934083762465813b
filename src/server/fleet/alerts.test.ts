import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuditRecord } from '../../audit/record.ts'
import { recordFor } from '../../audit/testing.ts'
import { recordUserCommand } from '../../cli/user-command.ts'
import { startTestServer } from '../serve/testing.ts'
import type { Store } from '../store/store.ts'
import { type TestPlace, testPlace } from '../store/testing.ts'
import { createAlerts } from './alerts.ts'

const SECRET = 'a secret of sixteen or more'
const got: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
let home: string
let receiver: Server
let place: TestPlace
let store: Store
let status = 200
let now = 0

beforeEach(async () => {
  now = Date.now()
  status = 200
  got.length = 0
  home = mkdtempSync(join(tmpdir(), 'irongate-alerts-'))
  mkdirSync(join(home, '.irongate/state'), { recursive: true, mode: 0o700 })
  writeFileSync(join(home, '.irongate/alert-secret'), SECRET, { mode: 0o600 })
  place = await testPlace()
  store = await place.open(join(home, '.irongate/state'), () => now)
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      got.push({ headers: request.headers, body })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  receiver.close()
  await store.close()
  await place.remove()
  rmSync(home, { recursive: true, force: true })
})

const webhook = () => ({
  url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alert`,
  secretFile: '~/.irongate/alert-secret',
})
const kinds = () => got.map(({ body }) => JSON.parse(body).kind)
const denied = (count: number, more: Partial<Parameters<typeof recordFor>[0]> = {}): AuditRecord[] =>
  Array.from({ length: count }, () => recordFor({ at: now, ...more }))
const outage = (count: number): AuditRecord[] =>
  denied(count, {
    decision: { outcome: 'ask', reason: { type: 'judge-unavailable', judge: 'claude', cause: 'network' } },
  })
const userCommand = (command: string, at = now): AuditRecord =>
  recordFor({ at, host: 'terminal', decision: { outcome: 'allow', reason: { type: 'person', command } } })

function alertsWith(said: string[] = []) {
  return createAlerts({
    home,
    documents: store.documents,
    settings: webhook,
    say: (line) => said.push(line),
    now: () => now,
  })
}

async function seen(records: readonly AuditRecord[], said: string[] = []): Promise<void> {
  const alerts = alertsWith(said)
  alerts.see('build-7', records)
  await alerts.settled()
}

describe('alerts', () => {
  it.each<[string, () => readonly AuditRecord[], readonly string[]]>([
    ['many denials of one session', () => denied(20), ['denials']],
    ['fewer', () => denied(19), []],
    [
      'many of as many sessions',
      () => Array.from({ length: 30 }, (_, at) => recordFor({ at: now, session: `s${at}` })),
      [],
    ],
    ['many of a gate in the shadow', () => denied(30).map((record) => ({ ...record, shadow: true as const })), []],
    ['many of yesterday', () => denied(30, { at: now - 86_400_000 }), []],
    ['the same one again and again', () => Array(30).fill(denied(1)[0]), []],
    ['a judge that is not there', () => outage(5), ['outage']],
    ['one that was not there for a moment', () => outage(2), []],
    ['switched off', () => [userCommand('off --for 30m')], ['off']],
    ['put into the shadow', () => [userCommand('shadow on')], ['off']],
    ['switched on again', () => [userCommand('on'), userCommand('shadow off'), userCommand('answer 3f9a01c2 yes')], []],
    ['switched off long ago', () => [userCommand('off --for 30m', now - 2 * 86_400_000)], []],
  ])('%s', async (_name, records, expected) => {
    await seen(records())
    expect(kinds()).toEqual(expected)
  })

  it('are signed, name the machine, and hold nothing of a call', async () => {
    await seen(
      Array.from({ length: 20 }, (_, at) => recordFor({ at: now, command: `rm -rf /srv/nobodys-business/${at}` })),
    )
    const [{ headers, body } = { headers: {}, body: '' }] = got
    const [, seconds, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['irongate-signature'])) ?? []
    expect(createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex')).toBe(given)
    expect(JSON.parse(body)).toMatchObject({
      type: 'alert',
      kind: 'denials',
      machine: 'build-7',
      session: 's',
      count: 20,
    })
    expect(body).not.toContain('nobodys-business')
  })

  it('come once for an incident, on all servers, and again for the next', async () => {
    const alerts = [alertsWith(), alertsWith()]
    for (let round = 0; round < 3; round++)
      for (const one of alerts) {
        one.see('build-7', denied(25))
        await one.settled()
      }
    expect(kinds()).toEqual(['denials'])
    now += 31 * 60_000
    await seen(denied(25))
    expect(kinds()).toEqual(['denials', 'denials'])
  })

  it('that nobody took are sent with what comes next', async () => {
    status = 400
    const said: string[] = []
    await seen([userCommand('off --for 30m')], said)
    expect(said[0]).toContain('it answered 400')
    status = 200
    got.length = 0
    await seen(outage(5))
    expect(kinds()).toEqual(['outage'])
  })

  it('of a server, by its settings', async () => {
    await store.close()
    writeFileSync(join(home, '.irongate/settings.json'), JSON.stringify({ alerts: { webhook: webhook() } }))
    const server = await startTestServer({ home })
    try {
      expect(
        recordUserCommand({ home, cwd: home, command: 'off --for 30m', message: 'a person switched the gate off' }),
      ).toBe(undefined)
      for (let round = 0; got.length === 0 && round < 200; round++)
        await new Promise((resolve) => setTimeout(resolve, 50))
      expect(kinds()).toEqual(['off'])
    } finally {
      await server.close()
      await server.store.remove()
      store = await place.open(join(home, '.irongate/state'))
    }
  })
})

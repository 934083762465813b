import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuditRecord, recordOf } from '../../audit/record.ts'
import { writeRecord } from '../../audit/record-writer.ts'
import type { CheckedStatement } from '../../intent/statements/ledger.ts'
import { openSessionLog } from '../../state/session-log.ts'
import { statementsInForce } from '../../state/statements.ts'
import { createStatements } from './statements.ts'
import { requestTestServer, startTestServer, type TestServer } from './testing.ts'

const SESSION = '11111111-2222-3333-4444-555555555555'
const NOW = Date.now()
const SENTENCE = 'committing is my part'
const NO_COMMITS: CheckedStatement = { kind: 'limit', scope: { acts: ['commit'], aims: [] }, sentence: SENTENCE }
const MAY_PUSH: CheckedStatement = { kind: 'grant', scope: { acts: ['push'], aims: [] }, sentence: 'push it' }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const log = openSessionLog(state(), SESSION)
  log.fold()
  const added = [NO_COMMITS, { ...NO_COMMITS, sentence: 'still mine' }, MAY_PUSH]
  log.append({ type: 'entry', entry: { kind: 'user', text: "Don't deploy.", trusted: true } })
  log.append({ type: 'reading', turn: 'a', at: NOW - 5000, added, lifted: [], kept: [] })
  writeRecord(state(), stopped(NOW - 100))
  await until(async () => (await list()).json.statements[0]?.stopped === 1)
})
afterAll(() => server.end())

const state = () => join(server.home, '.irongate/state')
const place = (machine = hostname(), session = SESSION) => `/api/v1/sessions/${machine}/${session}/statements`
const list = (key = server.token) => requestTestServer(server, place(), { key })
const remove = (number: string, { sentence = SENTENCE, key = server.key, machine = hostname() } = {}) =>
  requestTestServer(server, `${place(machine)}/${number}/remove`, { key, body: { sentence } })
const inForce = () => statementsInForce(state(), SESSION, Date.now()).map(({ id }) => id)

function stopped(at: number, more: { id?: number; outcome?: 'ask' | 'allow'; session?: string } = {}): AuditRecord {
  const { id = 1, outcome = 'ask', session = SESSION } = more
  const decision = {
    outcome,
    reason: { type: 'safety-check', check: 'boundary' },
    message: 'm',
    parts: { headline: 'm', approve: false, offer: false },
    trace: [],
    statement: { id, sentence: SENTENCE },
  } as const
  const payload = { tool: 'Bash', input: { command: 'git commit' }, cwd: '/shop', sessionId: session }
  return recordOf({ payload, decision, host: 'claude-code', mode: 'auto', at })
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it never came')
}

describe('the statements of a session', () => {
  it('are listed with how they were read and what they stopped', async () => {
    const { status, json } = await list()
    expect(status).toBe(200)
    expect(json).toEqual({
      removable: true,
      statements: [
        { id: 1, kind: 'limit', reading: 'no commits', sentence: SENTENCE, saidAt: NOW - 5000, stopped: 1, allowed: 0 },
        expect.objectContaining({ id: 2, sentence: 'still mine', stopped: 0 }),
        expect.objectContaining({ id: 3, kind: 'grant', reading: 'may push' }),
      ],
    })
  })

  it('there are none of a session that nobody knows', async () => {
    for (const session of ['unknown', encodeURIComponent('../../x'), '%00'])
      expect((await requestTestServer(server, place(hostname(), session), { key: server.token })).json).toEqual({
        removable: true,
        statements: [],
      })
  })

  it('are removed by a person alone, and as they were shown', async () => {
    expect((await remove('1', { key: server.token })).status).toBe(403)
    expect((await remove('1', { sentence: 'something else' })).status).toBe(409)
    expect((await remove('7')).status).toBe(409)
    expect((await remove('x')).status).toBe(400)
    expect((await remove('1', { machine: 'elsewhere' })).status).toBe(422)
    const untyped = { key: server.key, method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{}' }
    expect((await requestTestServer(server, `${place()}/1/remove`, untyped)).status).toBe(415)
    expect(inForce()).toEqual([1, 2, 3])
  })

  it('end when they are removed, once, and that is recorded', async () => {
    expect(await remove('1')).toMatchObject({
      status: 200,
      json: { kind: 'removed', reading: 'no commits', by: 'ada' },
    })
    expect((await remove('1')).status).toBe(409)
    expect(inForce()).toEqual([2, 3])
    expect((await list()).json.statements[0].ended).toMatchObject({ how: 'removed' })
    await until(async () => {
      const path = '/api/v1/records?text=removed%20limit%201'
      const { json } = await requestTestServer(server, path, { key: server.token })
      return json.records[0]?.record.message.includes(`(ada) removed limit 1 on the dashboard: no commits`)
    })
  })
})

it('of another machine, records tell what decided', async () => {
  const records = [
    stopped(10),
    stopped(20),
    stopped(30, { id: 4, outcome: 'allow' }),
    { ...stopped(40), shadow: true as const },
    { ...stopped(50), after: { id: 'x', outcome: 'ask' as const, reason: 'safety-check' } },
  ]
  const store = {
    chain: async function* () {
      yield* records
    },
  }
  const statements = createStatements(server.home, 'here', store)
  expect(await statements.list('there', SESSION)).toEqual({
    removable: false,
    statements: [
      { id: 1, kind: 'limit', sentence: SENTENCE, stopped: 2, allowed: 0 },
      { id: 4, kind: 'grant', sentence: SENTENCE, stopped: 0, allowed: 1 },
    ],
  })
})

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Case } from '../../../test/corpus/read.ts'
import { runs } from '../../../test/runs.ts'
import { fileRecords } from '../../audit/file-records.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { run as replayCommand } from '../../cli/replay.ts'
import { runIn } from '../../cli/testing.ts'
import { readPolicy } from '../../integrations/policy.ts'
import { requestTestServer, startTestServer, type TestServer } from '../serve/testing.ts'
import { all } from '../store/contract-records.ts'
import { createReplay } from './replay.ts'
import { corpusCases, type ReplayedSessions, replayedMachine, wipeHome } from './testing.ts'
import { readPolicyOnce } from './what-if.ts'

/** `npm run test:replay` takes ten thousand, which needs minutes. */
const RECORDS = Number(process.env['IRONGATE_REPLAY_RECORDS'] ?? runs(600, 4))
const LONG = 'x'.repeat(20_000)

let at: ReplayedSessions
let server: TestServer
let records: readonly AuditRecord[]

beforeAll(async () => {
  at = replayedMachine(mkdtempSync(join(tmpdir(), 'irongate-api-replay-')))
  server = await startTestServer({ home: at.home, record: true })
  const step = RECORDS >= 10_000 ? 1 : 7
  const cases = corpusCases().filter((_case, index) => index % step === 3 % step)
  for (let turn = 0, sent = 0; sent < RECORDS; turn++)
    for (const [index, found] of cases.entries()) {
      const calls = callsOf(found, turn * cases.length + index)
      sent += calls.length
      await (isGone(turn * cases.length + index) || index % 4 === 0 ? inBatch(calls) : oneByOne(calls))
      if (sent >= RECORDS) break
    }
  await server.close()
  records = await all(fileRecords(state()).query({}))
  wipeHome(at)
}, 900_000)
afterAll(() => server.end())

const state = () => join(at.home, '.irongate/state')

/** In a directory that is not there: only batches take those. */
const isGone = (index: number) => Math.floor(index / 10) % 4 === 3

/** A case with what came before it: alone, in a session of a name, or where there is no such directory; with and without somebody to ask. */
function callsOf(found: Case, index: number): readonly object[] {
  const moved = JSON.parse(JSON.stringify(found).replaceAll('/home/dev', at.home)) as Case
  const { tool, input, user = [], before = [] } = moved
  const group = Math.floor(index / 10)
  const shared = {
    cwd: join(at.home, isGone(index) ? 'gone' : 'project'),
    ...(group % 3 !== 0 && { session: `s${group}` }),
    ...(group % 2 === 0 && { headless: true }),
    ...(group % 5 === 0 && { judge: 'embedded' }),
    ...(user.length > 0 && { said: user }),
  }
  const written = { tool: 'Write', input: { file_path: join(shared.cwd, `long-${index}.txt`), content: LONG } }
  return [...(index % 50 === 0 ? [written] : []), ...before, { tool, input }].map((call) => ({ ...shared, ...call }))
}

async function oneByOne(calls: readonly object[]): Promise<void> {
  for (const body of calls)
    expect((await requestTestServer(server, '/api/v1/check', { key: server.token, body })).json.record).toBeDefined()
}

async function inBatch(calls: readonly object[]): Promise<void> {
  const body = calls.map((call) => JSON.stringify(call)).join('\n')
  const headers = { 'Content-Type': 'application/x-ndjson' }
  expect((await requestTestServer(server, '/api/v1/check/batch', { key: server.token, body, headers })).status).toBe(
    200,
  )
}

async function changes(of: readonly AuditRecord[]) {
  const replay = createReplay({
    home: at.home,
    policyFor: readPolicyOnce((root) => readPolicy({ cwd: root, home: at.home })),
  })
  const changed: string[] = []
  const skipped: Record<string, number> = {}
  for (const record of of) {
    const found = await replay(record)
    if (found.kind === 'skipped') skipped[found.why] = (skipped[found.why] ?? 0) + 1
    else if (found.decision.outcome !== record.outcome || found.decision.category !== record.category)
      changed.push(`${JSON.stringify(record.input).slice(0, 200)}: ${record.outcome} → ${found.decision.outcome}`)
  }
  return { changed, skipped }
}

describe('replaying Records of the HTTP API', () => {
  it('changes no decision, though the project is gone', { timeout: 900_000 }, async () => {
    expect(records.length).toBeGreaterThanOrEqual(RECORDS)
    expect(records.every(({ host }) => host === 'api')).toBe(true)
    const { changed, skipped } = await changes(records)
    expect(changed).toEqual([])
    const { 'it holds a secret, which is not kept': secret = 0, ...others } = skipped
    expect(others).toEqual({})
    expect(secret / records.length).toBeLessThan(0.05)
    expect(new Set(records.map(({ outcome }) => outcome)).size).toBeGreaterThanOrEqual(3)
  })

  it('is what the command does', async () => {
    const { out } = await runIn(at.home, replayCommand, ['1d'])
    expect(out).toContain('No decision changes.')
    const settings = join(at.home, 'new.json')
    writeFileSync(settings, '{ "permissions": { "deny": ["Bash"] } }')
    expect((await runIn(at.home, replayCommand, ['1d', '--settings', settings])).out).toContain('→ deny')
  })

  it('needs every call that the session remembered', async () => {
    const facts = join(state(), 'facts')
    const [day = ''] = readdirSync(facts).filter((name) => name.endsWith('.jsonl'))
    const before = readFileSync(join(facts, day), 'utf8')
    const lines = before.split('\n')
    // The first call of a session, which nothing came before.
    const first = lines.findIndex((line) => /"remembered":\{/.test(line) && !/"(?:behind|earlier)":/.test(line))
    writeFileSync(join(facts, day), lines.toSpliced(first, 1).join('\n'))
    const { sessionId } = JSON.parse(lines[first] ?? '{}').facts
    const { changed, skipped } = await changes(records.filter((record) => record.sessionId === sessionId))
    expect(changed).toEqual([])
    expect(skipped['its session is no longer kept']).toBeGreaterThan(0)
    writeFileSync(join(facts, day), before)
  })
})

describe('a session of which not every call was recorded', () => {
  it('is not decided again by half of what it knew', async () => {
    const home = mkdtempSync(join(tmpdir(), 'irongate-half-recorded-'))
    const half = await startTestServer({ home })
    const check = (command: string, record: boolean) =>
      requestTestServer(half, '/api/v1/check', {
        key: half.token,
        body: { tool: 'Bash', input: { command }, cwd: home, session: 's', record },
      })
    await check('echo one > a.txt', true)
    await check('echo two > b.txt', false)
    await check('cat a.txt b.txt', true)
    await half.close()
    const kept = await all(fileRecords(join(home, '.irongate/state')).query({}))
    const replay = createReplay({ home, policyFor: readPolicyOnce((root) => readPolicy({ cwd: root, home })) })
    const found = await Promise.all(kept.map(replay))
    expect(found).toMatchObject([{ kind: 'skipped', why: 'its session is no longer kept' }, { kind: 'decided' }])
    rmSync(home, { recursive: true, force: true })
  })
})

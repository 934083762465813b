import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runs } from '../../../test/runs.ts'
import { eraseDecisionInputs } from '../../audit/decision-inputs-erasure.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { writeRecord } from '../../audit/record-writer.ts'
import { run as replayCommand } from '../../cli/replay.ts'
import { runIn } from '../../cli/testing.ts'
import { readPolicy } from '../../integrations/policy.ts'
import type { WhatIfResponse } from '../api/shapes.ts'
import { compareReplay } from './compare.ts'
import { createReplay } from './replay.ts'
import { corpusCases, type ReplayedSessions, replayedMachine, replayLiveCase, wipeHome } from './testing.ts'
import { comparePolicies, readPolicyOnce } from './what-if.ts'

/** `npm run test:replay` takes ten thousand, which needs minutes. */
const RECORDS = Number(process.env['IRONGATE_REPLAY_RECORDS'] ?? runs(600, 2))
const STEP = RECORDS >= 10_000 ? 1 : 7
let at: ReplayedSessions

beforeAll(async () => {
  at = replayedMachine(mkdtempSync(join(tmpdir(), 'irongate-replay-')))
  const cases = corpusCases().filter((_case, index) => index % STEP === 0)
  for (let turn = 0; at.records.length < RECORDS; turn++)
    for (const [index, found] of cases.entries()) {
      // Alone, and in sessions that go on; with and without somebody to ask; by the agent and by one of its own.
      const group = Math.floor(index / 12) + turn
      const session = group % 3 === 0 ? `alone-${turn}-${index}` : `long-${turn}-${group}`
      const agent = group % 5 === 4 ? { agent: 'a1' } : {}
      await replayLiveCase(at, found, { session, attended: group % 2 === 0, ...agent })
      if (at.records.length >= RECORDS) break
    }
  for (const record of at.records.slice(-120)) writeRecord(state(), record)
  wipeHome(at)
}, 900_000)
afterAll(() => rmSync(at.home, { recursive: true, force: true }))

const textIn = (folder: string, name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const state = () => join(at.home, '.irongate/state')
const current = () => readPolicyOnce((root) => readPolicy({ cwd: root, home: at.home }))
const under = (settings: object) =>
  readPolicyOnce((root) => readPolicy({ cwd: root, home: at.home, user: { text: JSON.stringify(settings) } }))

/** What came out otherwise, in words. */
async function changes(records: readonly AuditRecord[]) {
  const replay = createReplay({ home: at.home, policyFor: current() })
  const changed: string[] = []
  let skipped = 0
  for (const record of records) {
    const found = await replay(record)
    if (found.kind === 'skipped') {
      skipped++
      continue
    }
    const { outcome, reason, category } = found.decision
    if (outcome !== record.outcome || reason.type !== record.reason.type || category !== record.category)
      changed.push(`${JSON.stringify(record.input).slice(0, 200)}: ${record.outcome} → ${outcome}`)
  }
  return { changed, skipped }
}

describe('replaying Records', () => {
  it('under the same settings changes no decision, though the project is gone', { timeout: 900_000 }, async () => {
    const { changed, skipped } = await changes(at.records)
    expect(changed).toEqual([])
    // Calls with a secret, which is not kept.
    expect(skipped / at.records.length).toBeLessThan(0.02)
    const outcomes = new Set(at.records.map(({ outcome }) => outcome))
    expect([...outcomes].sort()).toEqual(['abort', 'allow', 'ask', 'deny'])
  })

  it('under other settings shows what they change, equal calls together', async () => {
    const records = at.records.filter(({ tool, outcome }) => tool === 'Bash' && outcome === 'allow').slice(0, 100)
    const found = await compareReplay([...records, ...records], {
      home: at.home,
      machine: 'm',
      policyFor: under({ permissions: { deny: ['Bash'] } }),
    })
    expect(found.replayed).toBeGreaterThan(1.8 * records.length)
    expect(records.length).toBeGreaterThan(50)
    expect(found.changed.reduce((sum, { count }) => sum + count, 0)).toBe(found.replayed)
    expect(found.changed[0]).toMatchObject({ machine: 'm', before: 'allow', after: 'deny' })
    expect(found.changed[0]?.why).toContain('the deny rule Bash')
  })

  it('what-if compares with the settings of now', async () => {
    const same = await comparePolicies({ home: at.home, settings: '{}', days: 1 })
    expect(same.replayed).toBeGreaterThan(100)
    expect(same.changed).toEqual([])
    const none = await comparePolicies({ home: at.home, settings: '{"permissions":{"ask":["Bash"]}}', days: 1 })
    expect(none.changed.length).toBeGreaterThan(10)
    const broken = await comparePolicies({ home: at.home, settings: '{', days: 1 })
    expect(broken.changed.every(({ after }) => after !== 'allow')).toBe(true)
  })

  it('what was noted is believed only as it was written, and what is missing is skipped', async () => {
    const record = at.records.find(({ facts }) => facts !== undefined)
    if (record?.facts === undefined) throw new Error('nothing was noted')
    const replay = () => createReplay({ home: at.home, policyFor: current() })
    const gone = { kind: 'skipped', why: 'what it was decided on was not kept' }
    expect(await replay()({ ...record, facts: '0'.repeat(32) })).toEqual(gone)
    const { facts: _none, ...without } = record
    expect(await replay()(without)).toEqual(gone)
    expect(await replay()({ ...record, sessionId: 'another' })).toEqual({
      kind: 'skipped',
      why: 'its session is no longer kept',
    })
    const day = join(state(), 'facts', new Date(record.at).toISOString().slice(0, 10))
    const before = readFileSync(`${day}.jsonl`, 'utf8')
    const line = before.split('\n').find((one) => one.includes(record.facts ?? ''))
    appendFileSync(`${day}.jsonl`, `${line?.replace('"mode":"auto"', '"mode":"plan"')}\n`)
    expect(await replay()(record)).toEqual(gone)
    writeFileSync(`${day}.jsonl`, before)
  })

  it('what was noted of a session can be taken out, and nothing else', async () => {
    const replay = () => createReplay({ home: at.home, policyFor: current() })
    const one = at.records.at(-1)
    const other = at.records.find(({ sessionId }) => sessionId !== one?.sessionId)
    if (!one || !other) throw new Error('there are no two sessions')
    const own = at.records.filter(({ sessionId, facts }) => sessionId === one.sessionId && facts !== undefined)
    expect(eraseDecisionInputs(state(), one.sessionId)).toBe(own.length)
    expect(await replay()(one)).toMatchObject({ kind: 'skipped' })
    expect((await replay()(other)).kind).toBe('decided')
    expect(eraseDecisionInputs(state(), one.sessionId)).toBe(0)
  })

  it('a call whose recipe is no longer kept is skipped', async () => {
    const record = at.records.find(({ reads = [] }) => reads.some(({ path }) => path.endsWith('package.json')))
    if (record === undefined) throw new Error('nothing read the manifest')
    const replay = createReplay({ home: at.home, policyFor: current() })
    expect((await replay(record)).kind).toBe('decided')
    for (const name of readdirSync(join(state(), 'facts')))
      if (name.endsWith('.txt')) rmSync(join(state(), 'facts', name))
    expect(await replay(record)).toEqual({ kind: 'skipped', why: 'a text that it read is no longer kept' })
  })
})

describe('irongate replay', () => {
  const file = () => join(at.home, 'new.json')
  const command = (...args: string[]) => runIn(at.home, replayCommand, args)

  it('prints the diff for days, a session and a file', async () => {
    writeFileSync(file(), '{"permissions":{"deny":["Bash"]}}')
    const days = await command('1d', '--settings', file())
    expect(days.out).toMatch(/\d+ calls decided again/)
    expect(days.out).toContain('→ deny')
    const session = at.records.at(-60)?.sessionId ?? ''
    const json = JSON.parse((await command(session, '--settings', file(), '--json')).out)
    expect(json.replayed).toBeGreaterThan(0)
    const lines = join(at.home, 'records.jsonl')
    writeFileSync(
      lines,
      at.records
        .slice(-90, -60)
        .map((record) => JSON.stringify(record))
        .join('\n'),
    )
    const same = await command(lines)
    expect(same.out).toContain('No decision changes.')
  })

  it.each<[string, (folder: string) => string, RegExp]>([
    ['a session that is not there', () => 'zzz', /no such session or file/],
    ['days in another unit', () => '7x', /no such session or file/],
    ['nothing', () => '', /give a session/],
    ['a file that is not there', (folder) => join(folder, 'none.jsonl'), /no such session or file/],
    ['a folder', (folder) => folder, /is no file/],
    ['a text', (folder) => textIn(folder, 'notes.txt', 'Dear diary\n{}\n'), /holds no Records/],
    ['a program', (folder) => textIn(folder, 'program', '\u007fELF\u0000\u0001\n'), /holds no Records/],
  ])('%s is an error, not no change', async (_name, what, says) => expect(command(what(at.home))).rejects.toThrow(says))

  it('days without calls are no error, and lines that are no Records are told', async () => {
    expect((await runIn(mkdtempSync(join(at.home, 'new-')), replayCommand, ['7d'])).out).toContain('0 calls')
    const file = textIn(at.home, 'some.jsonl', `${JSON.stringify(at.records.at(-70))}\nDear diary\n`)
    expect((await command(file)).error).toContain('1 of 2 lines')
  })

  it('asks no model without a key, and takes one that gives no answer for no decision', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', '')
    try {
      await expect(command('1d', '--judge', 'claude')).rejects.toThrow(/no key for the model/)
      const judge = { apiKeyCommand: 'false' }
      writeFileSync(file(), JSON.stringify({ judge }))
      const { out } = await command('1d', '--judge', 'claude', '--settings', file(), '--json')
      const { skipped, changed } = JSON.parse(out) as WhatIfResponse
      expect(skipped['the judge gave no answer']).toBeGreaterThan(0)
      expect(changed.filter(({ why }) => /no answer|unavailable|reach/.test(why))).toEqual([])
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it.each(['{', '{ "permisions": {} }', '{ "permissions": { "deny": "Bash" } }'])(
    'settings that could not be saved are not tried: %s',
    async (text) => {
      writeFileSync(file(), text)
      await expect(command('1d', '--settings', file())).rejects.toThrow('cannot be taken as settings')
    },
  )

  it.each([[[]], [['7d', 'more']], [['7d', '--judge', 'oracle']], [['7d', '--settings', 'gone.json']]])(
    '%j is refused',
    async (args) => {
      await expect(command(...args)).rejects.toThrow()
    },
  )
})

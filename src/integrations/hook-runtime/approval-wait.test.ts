import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deniedCount } from '../../audit/denied-count.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { writeRecord } from '../../audit/record-writer.ts'
import { run as answer } from '../../cli/answer.ts'
import { run as approve } from '../../cli/approve.ts'
import { run as denied } from '../../cli/denied.ts'
import { run as pending } from '../../cli/pending.ts'
import { run as stats } from '../../cli/stats.ts'
import { statusOf } from '../../cli/status.ts'
import { consentingPerson, runIn } from '../../cli/testing.ts'
import { run as why } from '../../cli/why.ts'
import { answerPendingCall } from '../../server/asks/answer.ts'
import { listPendingAsks } from '../../server/asks/asks.ts'
import { listPendingCalls } from '../../state/pending-calls.ts'
import { GENERIC_INTEGRATION } from '../generic/integration.ts'
import type { Integration } from '../integration.ts'
import { readPolicy } from '../policy.ts'
import { answerEvent } from './hook-events.ts'

let home: string
const folder = () => join(home, '.irongate/state')
const records: AuditRecord[] = []

function settings(value: object): void {
  writeFileSync(join(home, '.irongate/settings.json'), JSON.stringify(value))
}

const WAITS = { permissions: { ask: ['Bash(touch:*)'], deny: ['Bash(rm:*)'] }, approvals: { waitSeconds: 60 } }

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-waits-'))
  mkdirSync(join(home, '.irongate/state'), { recursive: true, mode: 0o700 })
  settings(WAITS)
  records.length = 0
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

interface Asked {
  readonly fields?: object
  readonly integration?: Integration
  /** How long the host leaves. */
  readonly ms?: number
  readonly signal?: AbortSignal
}

async function call(
  command: string,
  { fields = {}, integration = GENERIC_INTEGRATION, ms = 20_000, signal }: Asked = {},
) {
  const payload = {
    event: 'tool',
    session: 's',
    cwd: home,
    tool: 'Bash',
    input: { command },
    attended: false,
    ...fields,
  }
  const event = integration.readEvent(JSON.stringify(payload), { home, signs: {} })
  const { stdout } = await answerEvent(event, {
    integration,
    host: 'generic',
    home,
    now: Date.now,
    readPolicy,
    audit: (record) => records.push(record),
    // The usual limit of a host, of which so much is left.
    waits: { since: Date.now() + ms - 75_000, extend: () => undefined },
    ...(signal && { signal }),
  })
  return JSON.parse(stdout) as { decision: string; message: string; reason?: string }
}

/** The ids of calls that wait, when there are so many. */
async function waits(count = 1): Promise<readonly string[]> {
  for (let turn = 0; turn < 200; turn++) {
    const found = listPendingCalls(folder(), Date.now())
    if (found.length >= count) return found.map(({ id }) => id)
    await pause(20)
  }
  throw new Error('nothing waits')
}

describe('a call that lacks a yes', () => {
  it('runs after a yes, and the next one asks again', async () => {
    const answered = call('touch a')
    const [id = ''] = await waits()
    expect(answerPendingCall(home, { id, answer: 'yes', by: 'test' })).toMatchObject({ taken: true, ids: [id] })
    expect(await answered).toMatchObject({ decision: 'allow' })
    expect(records.map(({ outcome, reason }) => [outcome, reason.type])).toEqual([
      ['deny', 'rule'],
      ['allow', 'approval'],
    ])
    expect(listPendingCalls(folder(), Date.now())).toEqual([])
    const again = call('touch a', { ms: 2500 })
    expect(await again).toMatchObject({ decision: 'deny' })
  })

  it('is denied after a no, with the words of the person', async () => {
    const answered = call('touch a')
    const [id = ''] = await waits()
    answerPendingCall(home, { id, answer: 'no', note: 'use\nthe other file', by: 'test' })
    const said = await answered
    expect(said.decision).toBe('deny')
    expect(JSON.stringify(said)).toContain('The user said no: use the other file')
    expect(JSON.stringify(said)).not.toContain('irongate approve')
  })

  it('is denied in time when nobody answers, and an answer after that is told to be late', async () => {
    const start = Date.now()
    const answered = call('touch a', { ms: 3000 })
    const [id = ''] = await waits()
    expect(await answered).toMatchObject({ decision: 'deny' })
    expect(Date.now() - start).toBeLessThan(3000)
    expect(answerPendingCall(home, { id, answer: 'yes', by: 'test' })).toEqual({ taken: false, reason: 'late' })
    expect(records).toHaveLength(1)
  })

  it('waits beside others, and its process listens for its own end once', async () => {
    const listeners = process.listenerCount('exit')
    const answered = Array.from({ length: 12 }, (_, at) => call(`touch ${at}`))
    const ids = await waits(12)
    expect(process.listenerCount('exit')).toBe(listeners + 1)
    for (const id of ids) answerPendingCall(home, { id, answer: 'no', by: 'test' })
    await Promise.all(answered)
    expect(process.listenerCount('exit')).toBe(listeners)
  })

  it('is answered by `irongate approve` as well', async () => {
    const answered = call('touch a')
    const [id = ''] = await waits()
    for (const record of records) writeRecord(folder(), record)
    const { status, out } = await runIn(home, approve, [id], consentingPerson())
    expect([status, out]).toEqual([0, expect.stringMatching(/^Approved once .* continues now\.\n$/)])
    expect(await answered).toMatchObject({ decision: 'allow' })
    expect(records.at(-1)).toMatchObject({ outcome: 'allow', after: { id } })
  })

  describe('is one call afterwards, as it ended', () => {
    const told = async () => {
      for (const record of records) writeRecord(folder(), record)
      const { overview } = JSON.parse((await runIn(home, stats, ['--json'])).out)
      return {
        total: overview.total,
        outcomes: overview.outcomes,
        paths: overview.paths,
        hosts: overview.hosts,
        denied: (await runIn(home, (args, io) => denied(args, io), ['--json'])).out
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line).id),
        status: (await statusOf(home, home)).denials.map(({ id }) => id),
        line: deniedCount(folder(), 's'),
      }
    }
    const none = { allow: 0, ask: 0, deny: 0, abort: 0 }

    it('with a yes', async () => {
      const answered = call('touch a')
      const [id = ''] = await waits()
      answerPendingCall(home, { id, answer: 'yes', by: 'test' })
      await answered
      expect(await told()).toEqual({
        ...{ total: 1, outcomes: { ...none, allow: 1 }, paths: { approval: 1 }, hosts: { generic: 1 } },
        ...{ denied: [], status: [], line: 0 },
      })
      const page = (await runIn(home, (args, io) => why(args, io), [id])).out
      expect(page).toContain(`decided again (allow): \`irongate why ${records[1]?.id}\``)
      expect(page).not.toContain('irongate approve')
    })

    it('with a no', async () => {
      const answered = call('touch a')
      const [id = ''] = await waits()
      answerPendingCall(home, { id, answer: 'no', by: 'test' })
      await answered
      expect(await told()).toEqual({
        ...{ total: 1, outcomes: { ...none, deny: 1 }, paths: { rule: 1 }, hosts: { generic: 1 } },
        ...{ denied: [id], status: [id], line: 1 },
      })
    })

    it('with a yes that no longer held', async () => {
      const answered = call('touch a')
      const [id = ''] = await waits()
      settings({ ...WAITS, permissions: { deny: ['Bash(touch:*)'] } })
      answerPendingCall(home, { id, answer: 'yes', by: 'test' })
      await answered
      const last = records[1]?.id
      expect(await told()).toMatchObject({ total: 1, outcomes: { deny: 1 }, denied: [last], status: [last], line: 1 })
    })
  })

  it('of two answers one is taken', async () => {
    const answered = call('touch a')
    const [id = ''] = await waits()
    const results = (['no', 'yes', 'no'] as const).map((word) =>
      answerPendingCall(home, { id, answer: word, by: 'test' }),
    )
    expect(results.map(({ taken }) => taken)).toEqual([true, false, false])
    expect(await answered).toMatchObject({ decision: 'deny' })
  })

  it('a yes does not hold when the settings or the script changed meanwhile', async () => {
    const answered = call('touch a')
    const [id = ''] = await waits()
    settings({ ...WAITS, permissions: { ask: ['Bash(touch:*)', 'Bash(cp:*)'] } })
    answerPendingCall(home, { id, answer: 'yes', by: 'test' })
    expect(await answered).toMatchObject({ decision: 'deny' })
  })

  it('equal calls of several sessions are answered together, others are not', async () => {
    const stop = new AbortController()
    const calls = [
      call('touch a', { fields: { session: 'one' } }),
      call('touch a', { fields: { session: 'two' } }),
      call('touch a', { fields: { session: 'two', call: 'c2' } }),
    ]
    const other = call('touch b', { fields: { session: 'one' }, signal: stop.signal })
    await waits(4)
    const asks = await listPendingAsks({ home, machine: 'm' })
    const { id = '', equal = [] } = asks.find(({ input }) => input['command'] === 'touch a') ?? {}
    expect(equal).toHaveLength(3)
    const result = answerPendingCall(home, { id, answer: 'yes', equal: true, by: 'test' })
    expect(result).toMatchObject({ taken: true })
    const outcomes = await Promise.all(calls)
    expect(outcomes.map(({ decision }) => decision)).toEqual(['allow', 'allow', 'allow'])
    expect(await waits()).toHaveLength(1)
    stop.abort()
    expect(await other).toMatchObject({ decision: 'deny' })
  })

  it('stops waiting when its hook gives up', async () => {
    const stop = new AbortController()
    const answered = call('touch a', { signal: stop.signal })
    const [id = ''] = await waits()
    stop.abort()
    expect(await answered).toMatchObject({ decision: 'deny' })
    expect(answerPendingCall(home, { id, answer: 'yes', by: 'test' })).toMatchObject({ taken: false })
  })

  it.each<[string, string, Asked, object]>([
    ['where a person can be asked', 'touch a', { fields: { attended: true } }, WAITS],
    ['for what a rule denies', 'rm a', {}, WAITS],
    ['without the setting', 'touch a', {}, { permissions: WAITS.permissions }],
    ['for what cannot be shown whole', 'touch a; login --password "x; rm -rf ~"', {}, WAITS],
  ])('nothing waits %s', async (_name, command, asked, given) => {
    settings(given)
    const start = Date.now()
    expect((await call(command, { ...asked, ms: 30_000 })).decision).not.toBe('allow')
    expect(Date.now() - start).toBeLessThan(10_000)
    expect(readdirSync(folder())).not.toContain('pending')
  })

  it.each([
    'echo x > ~/.irongate/state/pending/0000000a.answer',
    'ln -f /tmp/x ~/.irongate/state/pending/0000000a.answer',
    'irongate answer 0000000a yes',
    'irongate shadow on',
    'rm -rf ~/.irongate/state/facts',
  ])('an agent cannot answer itself: %s', async (command) => {
    expect(await call(command, { fields: { attended: true } })).toMatchObject({ decision: 'deny' })
    expect(records.at(-1)?.reason).toMatchObject({ type: 'safety-check', check: 'gate-own' })
  })

  it("a project's file cannot set it", async () => {
    settings({ permissions: WAITS.permissions })
    const project = join(home, 'p')
    mkdirSync(join(project, '.irongate'), { recursive: true })
    writeFileSync(join(project, '.irongate/settings.json'), JSON.stringify({ approvals: { waitSeconds: 60 } }))
    expect(readPolicy({ cwd: project, home }).approvals).toBeUndefined()
    expect(await call('touch a', { fields: { cwd: project } })).toMatchObject({ decision: 'deny' })
  })
})

describe('irongate pending and answer', () => {
  it('shows the call, what it reaches, and answers it', async () => {
    writeFileSync(join(home, 'a'), 'x'.repeat(2000))
    const answered = call('touch a')
    const [id = ''] = await waits()
    const listed = await runIn(home, pending as never, [])
    expect(listed.out).toContain(id)
    expect(listed.out).toContain('Bash touch a')
    const json = JSON.parse((await runIn(home, pending as never, ['--json'])).out)
    expect(json).toMatchObject({ id, tool: 'Bash', equal: [id] })
    const shown: string[] = []
    expect(await runIn(home, answer, [id, 'yes'], consentingPerson(shown))).toMatchObject({ status: 0 })
    expect(shown[0]).toContain('touch a')
    expect(await answered).toMatchObject({ decision: 'allow' })
    expect(await runIn(home, answer, [id, 'yes'], consentingPerson())).toMatchObject({ status: 20 })
  })

  it('an agent answers nothing', async () => {
    const stop = new AbortController()
    const answered = call('touch a', { signal: stop.signal })
    const [id = ''] = await waits()
    const agent = { ...consentingPerson(), notAPerson: () => 'claude started it' }
    expect(await runIn(home, answer, [id, 'yes'], agent)).toMatchObject({ status: 20 })
    expect(await runIn(home, answer, [id, 'yes'], { ...consentingPerson(), challenge: () => false })).toMatchObject({
      status: 20,
    })
    expect(await waits()).toEqual([id])
    stop.abort()
    expect(await answered).toMatchObject({ decision: 'deny' })
  })

  it.each([[[]], [['3f9a01c2']], [['3f9a01c2', 'perhaps']], [['a', 'yes', 'b']]])('%j is no answer', async (words) => {
    await expect(runIn(home, answer, words, consentingPerson())).rejects.toThrow('give one id')
  })
})

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayFiles } from '../audit/day-files.ts'
import { type AuditRecord, recordOf } from '../audit/record.ts'
import { writeRecord } from '../audit/record-writer.ts'
import { recordFor } from '../audit/testing.ts'
import type { Decision } from '../decision.ts'
import { readPolicy } from '../integrations/policy.ts'
import { claimApproval, findSessionApproval, voidApprovals } from '../state/approvals.ts'
import { run as approve } from './approve.ts'
import { run as denied } from './denied.ts'
import type { Io } from './io.ts'
import type { TypingPerson } from './typing-person.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-approve-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const KEY = 'c'.repeat(64)
const state = () => join(home, '.irongate/state')

type Scope = { readonly key: string; readonly words: string }

function record(
  approvalKey: string | undefined,
  outcome: Decision['outcome'] = 'deny',
  scope?: Scope,
  policy?: string,
): string {
  const decision: Decision = {
    outcome,
    reason: { type: 'interrupted' },
    message: 'because',
    parts: { headline: 'Blocked: because', approve: true, offer: true },
    trace: [],
  }
  const payload = { tool: 'Bash', input: { command: 'rm -rf \u001b[2Kx' }, cwd: '/p', sessionId: 's' }
  const made = recordOf({
    payload,
    decision,
    host: 'claude-code',
    mode: 'default',
    at: Date.now(),
    approvalKey,
    scope,
    policy,
  })
  writeRecord(state(), made)
  return made.id
}

type Command = (args: readonly string[], io: Io, to?: never) => Promise<number>

async function call(command: Command, args: readonly string[], person?: TypingPerson) {
  let out = ''
  const io = { out: (text: string) => (out += text), error: (text: string) => (out += text), colour: false }
  const status = await (command as unknown as typeof approve)([...args, '--home', home], io, person)
  return { out, status }
}

const shown: string[] = []
const yes: TypingPerson = { notAPerson: () => undefined, challenge: (question) => shown.push(question) > 0 }

describe('irongate approve', () => {
  it('gives none that would not count, because the settings have changed since', async () => {
    const id = record(KEY, 'deny', undefined, readPolicy({ cwd: '/p', home }).version)
    mkdirSync(join(home, '.irongate'), { recursive: true })
    writeFileSync(join(home, '.irongate/settings.json'), '{"permissions":{"deny":["Bash(terraform destroy *)"]}}')
    const { status, out } = await call(approve, [id], yes)
    expect([status, out]).toEqual([20, expect.stringContaining('settings have changed')])
    expect(claimApproval(state(), KEY, Date.now())).toBeUndefined()
    const again = record(KEY, 'deny', undefined, readPolicy({ cwd: '/p', home }).version)
    expect(await call(approve, [again], yes)).toMatchObject({ status: 0 })
  })

  it('gives a one-shot approval after the person was shown the whole call', async () => {
    const { status } = await call(approve, [record(KEY)], yes)
    expect(status).toBe(0)
    expect(shown.at(-1)).toContain('rm -rf \\u{1b}[2Kx')
    expect(claimApproval(state(), KEY, Date.now())).toBeDefined()
    expect(claimApproval(state(), KEY, Date.now())).toBeUndefined()
  })

  it.each<[string, TypingPerson]>([
    ['an agent', { ...yes, notAPerson: () => 'claude started it' }],
    ['a wrong answer to the challenge', { ...yes, challenge: () => false }],
  ])('%s gets nothing', async (_name, person) => {
    const { status } = await call(approve, [record(KEY)], person)
    expect(status).toBe(20)
    expect(claimApproval(state(), KEY, Date.now())).toBeUndefined()
  })

  it('for the session: the scope is shown, holds until a new boundary, and is not used up', async () => {
    const scope = { key: 'd'.repeat(64), words: 'writing to pull request 7 in github' }
    const { status, out } = await call(approve, [record(KEY, 'deny', scope), '--session'], yes)
    expect(status).toBe(0)
    expect(out).toContain('pull request 7')
    expect(shown.at(-1)).toContain('For the whole session: writing to pull request 7')
    const now = Date.now()
    expect([1, 2].map(() => findSessionApproval(state(), scope.key, now) !== undefined)).toEqual([true, true])
    expect(findSessionApproval(state(), scope.key, now + 25 * 60 * 60 * 1000)).toBeUndefined()
    expect(claimApproval(state(), KEY, now)).toBeUndefined()
    voidApprovals(state(), 's')
    expect(findSessionApproval(state(), scope.key, now)).toBeUndefined()
  })

  const userCommands = () =>
    dayFiles(state())
      .flatMap(({ path }) => readFileSync(path, 'utf8').trim().split('\n'))
      .map((line) => JSON.parse(line) as AuditRecord)
      .filter(({ reason }) => reason.type === 'person')

  it.each<[string, readonly string[], string]>([
    ['once', [], 'a person approved Bash (ID) once ('],
    ['for the session', ['--session'], 'a person approved Bash (ID) for the session: looks at db1 ('],
  ])('is recorded, %s', async (_name, args, says) => {
    const id = record(KEY, 'deny', { key: 'd'.repeat(64), words: 'looks at db1' })
    await call(approve, [id, ...args], { ...yes, challenge: () => false })
    expect(userCommands()).toEqual([])
    await call(approve, [id, ...args], yes)
    expect(userCommands()).toMatchObject([{ cwd: '/p', input: { command: ['approve', id, ...args].join(' ') } }])
    expect(userCommands()[0]?.message).toContain(says.replace('ID', id))
  })

  it.each<[string, readonly string[], readonly string[]]>([
    ['once', [], []],
    ['for the session', ['--session'], ['--session']],
    ['once below one for the session', ['--session'], []],
  ])('what is approved already is not approved again: %s', async (_name, first, second) => {
    const id = record(KEY, 'deny', { key: 'd'.repeat(64), words: 'looks at db1' })
    expect((await call(approve, [id, ...first], yes)).out).toMatch(/^Approved/)
    const questions = shown.length
    expect(await call(approve, [id, ...second], yes)).toEqual({
      status: 0,
      out: 'It is approved already, and nothing changed. Tell the agent to try again.\n',
    })
    expect([shown.length, userCommands().length]).toEqual([questions, 1])
  })

  it('what was used up, or once and now for the session, is approved anew', async () => {
    const id = record(KEY, 'deny', { key: 'd'.repeat(64), words: 'looks at db1' })
    await call(approve, [id], yes)
    claimApproval(state(), KEY, Date.now())
    expect((await call(approve, [id], yes)).out).toMatch(/^Approved once/)
    expect((await call(approve, [id, '--session'], yes)).out).toMatch(/^Approved for this session/)
  })

  it('a one-shot approval never stands for a session, and not everything can be approved for one', async () => {
    await call(approve, [record(KEY)], yes)
    expect(findSessionApproval(state(), KEY, Date.now())).toBeUndefined()
    expect((await call(approve, [record(KEY), '--session'], yes)).status).toBe(20)
  })

  it.each([
    ['echo "password="; rm -rf ~; echo "', 20, 'cannot be shown whole'],
    ["login --password 'opensesame' && rm -rf ~", 0, 'Approved once'],
  ])('%s is approved when all that runs can be shown', async (command, status, says) => {
    const made = recordFor({ command, approvalKey: KEY })
    writeRecord(state(), made)
    const answered = await call(approve, [made.id], yes)
    expect(answered.status).toBe(status)
    expect(answered.out).toContain(says)
    if (status === 0) expect(shown.at(-1)).toMatch(/--password '«secret:password»' && rm -rf ~\n\nSecrets are not kept/)
  })

  it('what the gate only looked at is not approved', async () => {
    const made = recordFor({ approvalKey: KEY, shadow: true })
    writeRecord(state(), made)
    const { status, out } = await call(approve, [made.id], yes)
    expect([status, out]).toEqual([20, expect.stringContaining('nothing to approve')])
    expect(claimApproval(state(), KEY, Date.now())).toBeUndefined()
  })

  it('what no approval lifts is not approved', async () =>
    expect((await call(approve, [record(undefined)], yes)).status).toBe(20))

  it.each(['00000000', '../../x', ''])('an unknown id: %j', async (id) =>
    expect((await call(approve, [id], yes)).status).toBe(64),
  )

  it('one at a time: a second id is not passed over in silence', async () => {
    const id = record(KEY)
    await expect(call(approve, [id, 'another'], yes)).rejects.toThrow(/one id at a time/)
    expect(claimApproval(state(), KEY, Date.now())).toBeUndefined()
  })

  it('an allowed call has no denial', async () =>
    expect((await call(approve, [record(KEY, 'allow')], yes)).status).toBe(64))
})

describe('irongate denied', () => {
  it('lists denials with what to type', async () => {
    expect((await call(denied, [])).out).toBe('Nothing was denied.\n')
    record(KEY, 'allow')
    const id = record(KEY)
    const { out } = await call(denied, [])
    expect(out).toContain(`irongate approve ${id}`)
    expect(out).not.toContain('\u001b')
    expect(out).not.toContain('in a row')
    expect(JSON.parse((await call(denied, ['--json'])).out)).toMatchObject({ id, outcome: 'deny' })
  })
})

describe('irongate denied', () => {
  it('shows equal denials in a row once, with a count, and the newest id', async () => {
    const ids = [record(KEY), record(KEY), record(KEY)]
    const { out } = await call(denied, [])
    expect(out).toContain('(3 times in a row)')
    expect(out.match(/irongate approve/g)).toHaveLength(1)
    expect(out).toContain(ids[2])
    expect((await call(denied, ['--json'])).out.trim().split('\n')).toHaveLength(3)
  })
})

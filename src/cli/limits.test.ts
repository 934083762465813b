import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gateCommandUse } from '../analysis/gate/gate-commands.ts'
import { recordOf } from '../audit/record.ts'
import { writeRecord } from '../audit/record-writer.ts'
import type { CheckedStatement } from '../intent/statements/ledger.ts'
import { fileNameFor } from '../state/private-folder.ts'
import { openSessionLog } from '../state/session-log.ts'
import { statementsInForce } from '../state/statements.ts'
import { EXIT, UsageError } from './io.ts'
import { run } from './limits.ts'
import { consentingPerson, runIn } from './testing.ts'

const NOW = Date.now()
const HOUR = 60 * 60 * 1000
const [ONE, TWO] = ['11111111-2222-3333-4444-555555555555', '66666666-2222-3333-4444-555555555555']

let home: string
let shop: string
let blog: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-limits-'))
  mkdirSync(state(), { recursive: true, mode: 0o700 })
  ;[shop, blog] = [join(home, 'shop'), join(home, 'blog')]
  for (const folder of [shop, blog]) mkdirSync(join(folder, '.git'), { recursive: true })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const state = () => join(home, '.irongate/state')
const ONLY_CLIENT: CheckedStatement = {
  kind: 'limit',
  scope: { acts: ['edit'], aims: [{ what: 'path', how: 'only', values: ['client/**'] }] },
  sentence: 'client/ only, Ana works in server/',
}
const NO_COMMITS: CheckedStatement = {
  kind: 'limit',
  scope: { acts: ['commit'], aims: [] },
  sentence: 'committing is my part',
}
const MAY_PUSH: CheckedStatement = {
  kind: 'grant',
  scope: { acts: ['push'], aims: [{ what: 'branch', how: 'named', values: ['feat/x'] }] },
  sentence: 'push it to feat/x',
}

function say(session: string, turn: string, added: readonly CheckedStatement[], lifted: readonly number[] = []): void {
  const log = openSessionLog(state(), session)
  log.fold()
  log.append({ type: 'reading', turn, at: NOW - HOUR, added, lifted, kept: [] })
}

interface Call {
  readonly at?: number
  readonly statement?: { readonly id: number; readonly sentence: string }
  readonly outcome?: 'allow' | 'ask'
}

function call(sessionId: string, cwd: string, { at = NOW, statement, outcome = 'ask' }: Call = {}): void {
  const decision = {
    outcome,
    reason: { type: 'safety-check', check: 'boundary' },
    message: 'm',
    parts: { headline: 'm', approve: false, offer: false },
    trace: [],
    ...(statement && { statement }),
  } as const
  const payload = { tool: 'Bash', input: { command: `x ${at}` }, cwd, sessionId }
  writeRecord(state(), recordOf({ payload, decision, host: 'claude-code', mode: 'auto', at }))
}

const limits = (args: readonly string[], person = consentingPerson()) =>
  runIn(home, run, [...args, '--cwd', shop], person)
const records = () =>
  readdirSync(join(state(), 'audit'))
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((day) =>
      readFileSync(join(state(), 'audit', day), 'utf8')
        .trim()
        .split('\n'),
    )
    .map((line) => JSON.parse(line))

describe('irongate limits', () => {
  it('says that there are none, and looks without leaving anything', async () => {
    const { out, status } = await limits([])
    expect(status).toBe(0)
    expect(out).toContain(`No limits in force in ${shop}.`)
    expect(out).toContain('Limits in free words need a model')
    expect(existsSync(join(state(), 'sessions'))).toBe(false)
  })

  it('lists what is in force, how it was read, and how often it stopped something', async () => {
    say(ONE, 'a', [ONLY_CLIENT, NO_COMMITS, MAY_PUSH])
    call(ONE, shop, { at: NOW - 300, statement: { id: 1, sentence: ONLY_CLIENT.sentence } })
    call(ONE, shop, { at: NOW - 200, statement: { id: 1, sentence: ONLY_CLIENT.sentence } })
    call(ONE, shop, { at: NOW - 100, statement: { id: 3, sentence: MAY_PUSH.sentence }, outcome: 'allow' })
    say(TWO, 'a', [NO_COMMITS])
    call(TWO, blog, { at: NOW - 50 })
    const { out } = await limits([])
    expect(out.split('\n')).toEqual([
      `${shop}, claude-code, session ${ONE}`,
      '  1  limit  only client/**',
      '            "client/ only, Ana works in server/"',
      expect.stringMatching(/^ {12}said .*, stopped 2 calls$/),
      '  2  limit  no commits',
      '            "committing is my part"',
      expect.stringMatching(/stopped nothing$/),
      '  3  grant  may push to feat/x',
      '            "push it to feat/x"',
      expect.stringMatching(/allowed 1 call$/),
      '',
      'Other sessions',
      `${blog}, claude-code, session ${TWO}`,
      '  1  limit  no commits',
      '            "committing is my part"',
      expect.stringMatching(/stopped nothing$/),
      '',
      'To end one: irongate limits remove <number>',
      '',
      expect.stringMatching(/^Limits in free words need a model/),
      '',
    ])
  })

  it('prints the same for programs', async () => {
    say(ONE, 'a', [ONLY_CLIENT])
    call(ONE, shop, { statement: { id: 1, sentence: ONLY_CLIENT.sentence } })
    const { sessions, withModel } = JSON.parse((await limits(['--json'])).out)
    expect(withModel).toBe(false)
    expect(sessions).toHaveLength(1)
    expect(sessions[0]).toMatchObject({ id: ONE, project: shop, host: 'claude-code' })
    expect(sessions[0].statements[0]).toMatchObject({
      ...ONLY_CLIENT,
      id: 1,
      reading: 'only client/**',
      stopped: 1,
      allowed: 0,
      last: NOW,
    })
  })

  it('shows what is over with --all alone', async () => {
    say(ONE, 'a', [ONLY_CLIENT, NO_COMMITS])
    say(ONE, 'b', [], [1])
    call(ONE, shop)
    expect((await limits([])).out).not.toContain('client/**')
    expect((await limits(['--all'])).out).toMatch(/only client\/\*\*\n.*\n.*lifted by you/)
  })

  it('finds one session by the start of its id', async () => {
    say(ONE, 'a', [NO_COMMITS])
    say(TWO, 'a', [ONLY_CLIENT])
    call(TWO, blog)
    const { out } = await limits(['--session', '666'])
    expect(out).toContain('only client/**')
    expect(out).not.toContain('no commits')
    await expect(limits(['--session', '9'])).rejects.toThrow(UsageError)
  })

  it('shows what is hostile as it is, and no secret', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    say(ONE, 'a', [{ ...NO_COMMITS, sentence: `no commits\u001b[2J with ${secret}` }])
    call(ONE, shop)
    for (const args of [[], ['--json']]) {
      const { out } = await limits(args)
      expect(out).not.toContain('\u001b')
      expect(out).not.toContain(secret)
    }
  })

  it('passes over a log that cannot be read', async () => {
    say(ONE, 'a', [NO_COMMITS])
    call(ONE, shop)
    writeFileSync(join(state(), 'sessions', `${fileNameFor(TWO)}.jsonl`), '{"type":"reading"')
    writeFileSync(join(state(), 'sessions', 'odd.jsonl'), '{"type":"reading"}\nnope\n')
    const { out, error } = await limits([])
    expect(out).toContain('no commits')
    expect(error).toContain('odd.jsonl')
  })
})

describe('irongate limits remove', () => {
  beforeEach(() => {
    say(ONE, 'a', [ONLY_CLIENT, NO_COMMITS])
    call(ONE, shop, { at: NOW - 10 })
    say(TWO, 'a', [NO_COMMITS, MAY_PUSH, ONLY_CLIENT])
    call(TWO, blog)
  })
  const inForce = (session: string) => statementsInForce(state(), session, Date.now()).map(({ id }) => id)

  it('asks with the sentence, ends it, and leaves a record', async () => {
    const asked: string[] = []
    const { out, status } = await limits(['remove', '2'], consentingPerson(asked))
    expect([status, out]).toEqual([0, 'Removed limit 2: no commits.\n'])
    expect(asked[0]).toContain('"committing is my part"')
    expect(inForce(ONE)).toEqual([1])
    expect(records().at(-1)).toMatchObject({
      reason: { type: 'person', command: `limits remove 2 --session ${ONE}` },
      message: 'a person removed limit 2: no commits ("committing is my part")',
    })
    expect((await limits(['remove', '2'])).status).toBe(EXIT.usage)
  })

  it.each([
    ['an agent', { ...consentingPerson(), notAPerson: () => 'an agent started it' }],
    ['nobody proven', { ...consentingPerson(), proof: () => ({ kind: 'unproven', why: 'no' }) as const }],
    ['a wrong answer', { ...consentingPerson(), challenge: () => false }],
  ])('%s removes nothing', async (_, person) => {
    expect((await limits(['remove', '1'], person)).status).toBe(20)
    expect(inForce(ONE)).toEqual([1, 2])
  })

  it('takes another session by its id, and says where a number is', async () => {
    const { error, status } = await limits(['remove', '3'])
    expect(status).toBe(EXIT.usage)
    expect(error).toContain(`irongate limits remove 3 --session ${TWO}`)
    expect((await limits(['remove', '3', '--session', '666'])).status).toBe(0)
    expect(inForce(TWO)).toEqual([1, 2])
  })

  it.each([['remove'], ['remove', 'x'], ['remove', '1', '2'], ['list'], ['remove', '-1']])(
    'refuses %j',
    async (...args) => {
      await expect(limits(args)).rejects.toThrow()
      expect(inForce(ONE)).toEqual([1, 2])
    },
  )

  it('is nothing an agent may run, by its words too', () => {
    expect(gateCommandUse(['limits']).agent).toBe('allowed')
    expect(gateCommandUse(['limits', '--json', '--all']).agent).toBe('allowed')
    expect(gateCommandUse(['limits', 'remove', '2']).agent).toBe('refused')
    expect(gateCommandUse(['limits', '--session', 'x', 'remove', '2']).agent).toBe('refused')
    expect(gateCommandUse(['limits', 're\0', '2']).agent).toBe('refused')
  })
})

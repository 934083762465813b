import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordOf } from '../../src/audit/record.ts'
import type { CheckedStatement } from '../../src/intent/statements/ledger.ts'
import { openSessionLog } from '../../src/state/session-log.ts'
import { stateFolder } from '../../src/state/state-folder.ts'
import { statementsInForce } from '../../src/state/statements.ts'
import { barriers, tooWide } from './axe.ts'
import { createWorld, MACHINE, NO_BROWSER, settled, type World } from './world.ts'

const [SESSION, QUIET] = ['11111111-2222-3333-4444-555555555555', '66666666-2222-3333-4444-555555555555']
const NOW = Date.now()
const MINUTE = 60_000

const limit = (acts: CheckedStatement['scope']['acts'], sentence: string): CheckedStatement => ({
  kind: 'limit',
  scope: { acts, aims: [] },
  sentence,
})
const ONLY_CLIENT: CheckedStatement = {
  kind: 'limit',
  scope: { acts: ['edit'], aims: [{ what: 'path', how: 'only', values: ['client/**'] }] },
  sentence: 'client/ only, Ana works in server/',
}
const HOSTILE = '<img src=x onerror=alert(1)> no \u202epush'

function record(minutes: number, command: string, statement?: { readonly id: number; readonly sentence: string }) {
  const decision = {
    outcome: statement === undefined ? 'allow' : 'ask',
    reason:
      statement === undefined ? { type: 'fast-path', path: 'routine' } : { type: 'safety-check', check: 'boundary' },
    message: statement === undefined ? 'Routine project command' : `Needs approval: you said "${statement.sentence}"`,
    parts: { headline: 'm', approve: false, offer: false },
    trace: [],
    ...(statement && { statement }),
  } as never
  const payload = { tool: 'Bash', input: { command }, cwd: '/home/dev/shop', sessionId: SESSION }
  return recordOf({ payload, decision, host: 'claude-code', mode: 'auto', at: NOW - minutes * MINUTE })
}

describe.skipIf(NO_BROWSER)('what a person stated', () => {
  let world: World
  const folder = () => stateFolder(world.home)

  beforeAll(async () => {
    const said = { id: 1, sentence: ONLY_CLIENT.sentence }
    const records = [
      record(50, 'npm test'),
      record(40, 'sed -i s/a/b/ server/app.ts', said),
      record(30, 'git commit -m x', { id: 2, sentence: 'committing is my part' }),
      record(20, 'touch server/new.ts', said),
      { ...record(10, 'ls'), sessionId: QUIET },
    ]
    world = await createWorld({ records })
    mkdirSync(folder(), { recursive: true, mode: 0o700 })
    const log = openSessionLog(folder(), SESSION)
    log.fold()
    const read = (turn: string, minutes: number, added: readonly CheckedStatement[], lifted: readonly number[] = []) =>
      log.append({ type: 'reading', turn, at: NOW - minutes * MINUTE, added, lifted, kept: [] })
    read('a', 55, [ONLY_CLIENT, limit(['commit'], 'committing is my part'), limit(['deploy'], "Don't deploy.")])
    read('b', 25, [limit(['push'], HOSTILE), { ...limit(['push'], 'push it to feat/x'), kind: 'grant' }], [2])
  })
  afterAll(() => world.close())

  it('stands on the page of its session, with what it stopped', async () => {
    const { page, problems, close } = await world.open(`/session/${MACHINE}/${SESSION}`)
    await settled(page)
    const card = page.getByRole('region', { name: 'Limits and grants' })
    await card.getByText('only client/**').waitFor()
    expect(await card.getByRole('listitem').filter({ hasText: 'no commits' }).first().innerText()).toMatch(
      /lifted \d\d:\d\d[\s\S]*Stopped 1 call/,
    )
    await card.getByText('Stopped 2 calls').click()
    await card.getByRole('link', { name: 'touch server/new.ts' }).waitFor()
    await card.getByText("Don't deploy.").waitFor()
    expect(await card.getByText('<img src=x').count()).toBe(1)
    expect(await barriers(page)).toEqual([])
    if (process.env['IRONGATE_SHOTS'])
      await page.screenshot({ path: `${process.env['IRONGATE_SHOTS']}/statements.png`, fullPage: true })
    expect(problems).toEqual([])
    await close()
  })

  it('is removed after a second look', async () => {
    const { page, problems, close } = await world.open(`/session/${MACHINE}/${SESSION}`, { width: 360, scheme: 'dark' })
    await settled(page)
    const inForce = () => statementsInForce(folder(), SESSION, Date.now()).map(({ id }) => id)
    await page.getByRole('button', { name: 'Remove limit 1: only client/**' }).click()
    if (process.env['IRONGATE_SHOTS'])
      await page.screenshot({ path: `${process.env['IRONGATE_SHOTS']}/statements-phone.png`, fullPage: true })
    expect(await barriers(page)).toEqual([])
    expect(await tooWide(page)).toEqual([])
    await page.getByRole('button', { name: 'Keep it' }).click()
    expect(inForce()).toEqual([1, 3, 4, 5])
    await page.getByRole('button', { name: 'Remove limit 1: only client/**' }).click()
    await page.getByRole('button', { name: 'Remove this limit' }).click()
    await page.getByText(/removed \d\d:\d\d/).waitFor()
    expect(inForce()).toEqual([3, 4, 5])
    expect(await page.getByRole('button', { name: 'Remove limit 1: only client/**' }).count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  })

  it('says where nothing was stated', async () => {
    const { page, problems, close } = await world.open(`/session/${MACHINE}/${QUIET}`)
    await settled(page)
    await page.getByText('Nothing you said in this session was read as a limit or a grant.').waitFor()
    expect(problems).toEqual([])
    await close()
  })
})

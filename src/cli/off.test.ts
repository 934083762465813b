import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPausedUntil } from '../state/pause.ts'
import { UsageError } from './io.ts'
import { parseDuration, runOff, runOn } from './off.ts'
import { consentingPerson, runIn } from './testing.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-off-'))
  mkdirSync(join(home, '.irongate/state'), { recursive: true, mode: 0o700 })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const state = () => join(home, '.irongate/state')
/** The chain's own files lie in folders beside them. */
const dayFiles = () => readdirSync(join(state(), 'audit')).filter((name) => name.endsWith('.jsonl'))
const records = () =>
  dayFiles().flatMap((day) =>
    readFileSync(join(state(), 'audit', day), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )

describe('irongate off', () => {
  it('stands aside for a while, says until when, and both ends are recorded', async () => {
    const asked: string[] = []
    const { status, out } = await runIn(home, runOff, ['--for', '10m'], consentingPerson(asked))
    expect(status).toBe(0)
    expect(out).toMatch(/until \d\d:\d\d/)
    expect(asked[0]).toContain('For 10 minutes')
    expect(readPausedUntil(state(), Date.now())).toBeGreaterThan(Date.now() + 9 * 60_000)
    expect((await runIn(home, runOn, [])).out).toContain('on again')
    expect(readPausedUntil(state(), Date.now())).toBeUndefined()
    expect((await runIn(home, runOn, ['--json'])).out).toBe('{"off":false,"wasOff":false}\n')
    expect(records().map(({ reason }) => reason.command)).toEqual(['off --for 10m', 'on'])
  })

  it.each([
    ['an agent', { ...consentingPerson(), notAPerson: () => 'an agent started it' }],
    ['a wrong answer', { ...consentingPerson(), challenge: () => false }],
  ])('%s gets nothing', async (_, person) => {
    expect((await runIn(home, runOff, [], person)).status).toBe(20)
    expect(readPausedUntil(state(), Date.now())).toBeUndefined()
  })

  it('says who forbids it', async () => {
    writeFileSync(join(home, '.irongate/settings.json'), '{\n"allowOff": false }')
    const { status, error } = await runIn(home, runOff, [], consentingPerson())
    expect(status).toBe(20)
    expect(error).toContain('settings.json:2')
  })

  it.each(['', '0m', '30', '-5m', '1d', '9h', '481m', '1e3m', '30m; rm'])('no such time: %j', (given) => {
    expect(() => parseDuration(given)).toThrow(UsageError)
  })

  it.each([
    ['30m', 30],
    ['2h', 120],
    ['90min', 90],
    ['8h', 480],
  ])('%s is %d minutes', (given, minutes) => expect(parseDuration(given)).toBe(minutes * 60_000))

  it('words are a mistake', async () => {
    await expect(runIn(home, runOff, ['30m'], consentingPerson())).rejects.toThrow(UsageError)
    await expect(runIn(home, runOn, ['now'], consentingPerson())).rejects.toThrow(UsageError)
  })
})

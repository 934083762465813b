import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeRecord } from '../audit/record-writer.ts'
import { recordFor } from '../audit/testing.ts'
import { run as allow } from './allow.ts'
import { run as approve } from './approve.ts'
import type { Io } from './io.ts'
import { runOff } from './off.ts'
import { run as rule } from './rule.ts'
import { run as shadow } from './shadow.ts'
import { consentingPerson, recordedCall, runIn } from './testing.ts'
import type { TypingPerson } from './typing-person.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-person-'))
  mkdirSync(join(home, '.irongate/state'), { recursive: true, mode: 0o700 })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const SILENT: TypingPerson = { ...consentingPerson(), challenge: () => false, hasTerminal: () => true }
const NOWHERE: TypingPerson = { ...SILENT, hasTerminal: () => false }
const call = (command: string) => ({ tool: 'Bash', input: { command }, cwd: join(home, 'project') })
const denied = async () => (await recordedCall(home, call('kubectl delete pod web-1 -n shop'))).id
const approvable = async () => {
  const record = recordFor({ command: 'rm -rf x', approvalKey: 'a'.repeat(64) })
  writeRecord(join(home, '.irongate/state'), record)
  return record.id
}

type Run = (args: readonly string[], io: Io, person?: TypingPerson) => Promise<number>

describe('a person who does not confirm', () => {
  it.each<[string, Run, () => Promise<readonly string[]>, string]>([
    ['off', runOff, async () => [], 'the gate stays on'],
    ['allow', allow, async () => [await denied(), '--rule', '1'], 'nothing changed'],
    ['approve', approve, async () => [await approvable()], 'nothing changed'],
    ['rule add', rule, async () => ['add', 'deny', 'Bash(x)'], 'nothing changed'],
    ['shadow', shadow, async () => ['on'], 'nothing changed'],
  ])('irongate %s tells a no from a terminal that is not there', async (name, command, args, stays) => {
    const words = await args()
    expect(await runIn(home, command, words, SILENT)).toMatchObject({
      status: 20,
      error: `irongate ${name}: not confirmed; ${stays}.\n`,
    })
    expect(await runIn(home, command, words, NOWHERE)).toMatchObject({
      status: 20,
      error: `irongate ${name}: there is no terminal to ask you in; ${stays}. Run this in a terminal of your own.\n`,
    })
  })
})

describe('irongate shadow', () => {
  it.each<['on' | 'off', RegExp, RegExp]>([
    ['on', /^Irongate is in shadow mode/, /^Irongate was already in shadow mode/],
    ['off', /^Irongate stops calls again/, /^Irongate was not in shadow mode/],
  ])('%s says whether it was so already', async (word, changed, same) => {
    const say = (to: string, ...more: readonly string[]) => runIn(home, shadow, [to, ...more], consentingPerson())
    await say(word === 'on' ? 'off' : 'on')
    expect((await say(word)).out).toMatch(changed)
    expect((await say(word)).out).toMatch(same)
    expect(JSON.parse((await say(word, '--json')).out)).toEqual({ shadow: word === 'on', changed: false })
  })
})

describe('refusals on a terminal', () => {
  const AGENT: TypingPerson = { ...consentingPerson(), notAPerson: () => 'an agent started it, and so on and so forth' }
  it.each<[string, Run, () => Promise<readonly string[]>, TypingPerson]>([
    ['off, to an agent', runOff, async () => [], AGENT],
    ['off, without a terminal', runOff, async () => [], NOWHERE],
    ['allow, without a terminal', allow, async () => [await denied(), '--rule', '1'], NOWHERE],
    [
      'allow, of what no rule lifts',
      allow,
      async () => [(await recordedCall(home, call('./release.sh'))).id],
      consentingPerson(),
    ],
  ])('%s: fit into 80 columns, and are left alone in a file', async (_name, command, args, person) => {
    mkdirSync(join(home, 'project'), { recursive: true })
    writeFileSync(join(home, 'project/release.sh'), 'kubectl delete ns shop\n', { mode: 0o755 })
    const words = await args()
    const plain = await runIn(home, command, words, person)
    const shown = await runIn(home, command, words, person, { errorColumns: 80 })
    expect(plain.error).toMatch(/^.{81}/m)
    expect(shown.error).not.toMatch(/^.{81}/m)
    expect(shown.error.replace(/\s+/g, ' ')).toBe(plain.error.replace(/\s+/g, ' '))
  })

  it('the question of approve fits, and the call in it keeps its own lines', async () => {
    const asked: string[] = []
    const command = `git push --force origin ${'feature-with-a-long-name '.repeat(4).trim()}`
    const record = { ...recordFor({ command, approvalKey: 'a'.repeat(64) }), message: 'word '.repeat(40).trim() }
    writeRecord(join(home, '.irongate/state'), record)
    await runIn(home, approve, [record.id], consentingPerson(asked), { columns: 60 })
    expect(asked[0]).toContain(`\n  ${command}\n`)
    expect(asked[0]?.replace(command, '')).not.toMatch(/^.{61}/m)
  })

  it('the question of off fits too', async () => {
    const asked: string[] = []
    const { out } = await runIn(home, runOff, ['--for', '1m'], consentingPerson(asked), { columns: 80 })
    expect(asked[0]).toContain('For 1 minute, Irongate checks nothing')
    expect(`${asked[0]}${out}`).not.toMatch(/^.{81}/m)
  })
})

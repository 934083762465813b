import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileRecords } from '../../src/audit/file-records.ts'
import { listPendingCalls } from '../../src/state/pending-calls.ts'
import { LAUNCHER } from './clients.ts'
import { bash, createSandbox, type Sandbox } from './sandbox.ts'
import { KEYS, needsLogin, openTerminal } from './terminal.ts'

let box: Sandbox
beforeEach(() => {
  box = createSandbox()
})
afterEach(() => box.remove())

function settings(waitSeconds: number, daemon = true): void {
  const given = {
    permissions: { ask: ['Bash(touch asked.txt)'] },
    approvals: { waitSeconds },
    hosts: { 'claude-code': { daemon } },
  }
  box.write(`${box.home}/.irongate/settings.json`, JSON.stringify(given))
}

const run = () => box.run([[bash('touch asked.txt')]])
const state = () => join(box.home, '.irongate/state')

/** The id of the call that waits. */
async function waits(): Promise<string> {
  for (let turn = 0; turn < 1200; turn++) {
    const [found] = box.has(`${box.home}/.irongate/state/pending`) ? listPendingCalls(state(), Date.now()) : []
    if (found) return found.id
    await pause(50)
  }
  throw new Error('no call waits')
}

/** A person in a terminal of their own. */
async function answer(id: string, word: string, call = 'touch asked.txt'): Promise<number | null> {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: box.home }
  const command = [process.execPath, LAUNCHER, 'answer', id, word, '--home', box.home]
  const terminal = openTerminal(command, { cwd: box.project, env, login: true })
  const shown = await terminal.see(/Type \d{4} to confirm:/)
  expect(shown).toContain(call)
  terminal.type(`${/Type (\d{4}) to confirm:/.exec(shown)?.[1]}${KEYS.enter}`)
  return terminal.ended
}

describe.skipIf(needsLogin())('a call of a headless agent that waits for a person', () => {
  it.each([
    ['through the process that stays', true],
    ['by a hook of its own', false],
  ])('yes: it runs, %s', async (_name, daemon) => {
    settings(60, daemon)
    const running = run()
    expect(await answer(await waits(), 'yes')).toBe(0)
    const { results } = await running
    expect(box.has('asked.txt'), results.join()).toBe(true)
    const said: string[] = []
    for await (const record of fileRecords(state()).query({})) said.unshift(`${record.outcome} ${record.reason.type}`)
    // Who answered and who waited write at once: either may be first.
    expect([said[0], ...said.slice(1).toSorted()]).toEqual(['deny rule', 'allow approval', 'allow person'])
  })

  it('what the judge stops waits as well', async () => {
    settings(60)
    box.write(`${box.home}/precious/file`, 'x')
    const wipe = `rm -r ${box.home}/precious`
    const running = box.run([[bash(wipe)]])
    expect(await answer(await waits(), 'yes', wipe)).toBe(0)
    const { results } = await running
    expect(box.has(`${box.home}/precious/file`), results.join()).toBe(false)
  })

  it('no: it does not', async () => {
    settings(60)
    const running = run()
    expect(await answer(await waits(), 'no')).toBe(0)
    const { results } = await running
    expect(results.join()).toContain('The user said no')
    expect(box.has('asked.txt')).toBe(false)
  })

  it('nothing: it is denied within its time, and an answer after that changes nothing', async () => {
    // Longer than the process that stays is silent.
    settings(20)
    const start = Date.now()
    const running = run()
    const id = await waits()
    const { results } = await running
    expect(Date.now() - start).toBeLessThan(60_000)
    expect(results.join()).toContain('nobody answered in time')
    expect(box.has('asked.txt')).toBe(false)
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: box.home }
    const late = [process.execPath, LAUNCHER, 'answer', id, 'yes', '--home', box.home]
    const terminal = openTerminal(late, { cwd: box.project, env, login: true })
    expect(await terminal.ended).toBe(20)
    expect(terminal.screen()).toContain('too late')
  })
})

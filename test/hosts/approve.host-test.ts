import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileRecords } from '../../src/audit/file-records.ts'
import { newestRecord } from '../../src/audit/query.ts'
import { LAUNCHER } from './clients.ts'
import { bash, createSandbox, type Sandbox } from './sandbox.ts'
import { KEYS, needsLogin, openTerminal } from './terminal.ts'

const SESSION = '3c1f0a52-7be4-4b0e-9d0c-2f6a5d1e8b77'
let box: Sandbox
let id: string
beforeEach(async () => {
  box = createSandbox()
  restore()
  await box.run([[wipe()]], { arguments: ['--session-id', SESSION] })
  const denied = await newestRecord(fileRecords(state()), { decisions: ['deny'] })
  id = denied?.id ?? ''
  expect(id).not.toBe('')
})
afterEach(() => box.remove())

const state = () => join(box.home, '.irongate/state')
const wipe = () => bash(`rm -rf ${box.home}/precious`)
const isSafe = () => box.has(`${box.home}/precious/file`)
const restore = () => box.write(`${box.home}/precious/file`, 'x')
const again = () => box.run([[wipe()]], { arguments: ['--resume', SESSION] })
const approval = () => [process.execPath, LAUNCHER, 'approve', id, '--home', box.home]
const given = () =>
  existsSync(join(state(), 'approvals'))
    ? readdirSync(join(state(), 'approvals')).filter((name) => name.endsWith('.json'))
    : []

/** A person in a terminal of their own, who reads the number and types what they make of it. */
async function approve(answer: (code: string) => string): Promise<number | null> {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: box.home }
  const terminal = openTerminal(approval(), { cwd: box.project, env, login: true })
  const shown = await terminal.see(/Type \d{4} to confirm:/)
  expect(shown).toContain(`rm -rf ${box.home}/precious`)
  const code = /Type (\d{4}) to confirm:/.exec(shown)?.[1] ?? ''
  terminal.type(`${answer(code)}${KEYS.enter}`)
  return terminal.ended
}

describe.skipIf(needsLogin())('irongate approve on a terminal', () => {
  it('the number lets exactly this call pass, once', async () => {
    expect(await approve((code) => code)).toBe(0)
    await again()
    expect(isSafe()).toBe(false)
    restore()
    const { results } = await again()
    expect(isSafe(), results.join()).toBe(true)
  })

  it('another call does not pass by it', async () => {
    expect(await approve((code) => code)).toBe(0)
    box.write(`${box.home}/dear/file`, 'x')
    await box.run([[bash(`rm -rf ${box.home}/dear`)]], { arguments: ['--resume', SESSION] })
    expect(box.has(`${box.home}/dear/file`)).toBe(true)
  })

  it.each([
    ['another number', (code: string) => String(10_000 - Number(code))],
    ['nothing', () => ''],
    ['yes', () => 'yes'],
  ])('%s changes nothing', async (_name, answer) => {
    expect(await approve(answer)).toBe(20)
    expect(given()).toEqual([])
    await again()
    expect(isSafe()).toBe(true)
  })
})

describe('irongate approve without a person', () => {
  it('no terminal: nothing changes', async () => {
    const [program = '', ...args] = approval()
    // Detached: a session of its own, which has no terminal.
    const child = spawn(program, args, { detached: true, stdio: 'ignore' })
    expect(await new Promise((done) => child.on('close', done))).toBe(20)
    expect(given()).toEqual([])
  })

  it.each([
    ["an agent's shell", () => approval().join(' ')],
    [
      "a terminal that an agent's shell made",
      () => `sh -c 'sleep 1; echo 1234' | python3 ${resolve('test/hosts/terminal.py')} 24 80 ${approval().join(' ')}`,
    ],
    [
      "an agent's shell that hides its variables",
      () => `sleep 2 | env -i python3 ${resolve('test/hosts/terminal.py')} 24 80 ${approval().join(' ')}`,
    ],
  ])('%s: refused, even where no gate stands in the way', async (_name, command) => {
    box.write(box.settings, '{}')
    const { results } = await box.run([[bash(command())]], { mode: 'bypassPermissions' })
    expect(results.join()).toMatch(/Run this in your own terminal|Can't prove that you typed this/)
    expect(given()).toEqual([])
  })
})

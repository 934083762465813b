import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileRecords } from '../../src/audit/file-records.ts'
import { newestRecord } from '../../src/audit/query.ts'
import { stateFolder } from '../../src/state/state-folder.ts'
import { LAUNCHER } from './clients.ts'
import { bash, createSandbox, type Sandbox } from './sandbox.ts'
import { KEYS, needsLogin, openTerminal } from './terminal.ts'

let box: Sandbox
beforeEach(() => {
  box = createSandbox()
  restore()
})
afterEach(() => box.remove())

const wipe = () => bash(`rm -rf ${box.home}/precious`)
const isSafe = () => box.has(`${box.home}/precious/file`)
const restore = () => box.write(`${box.home}/precious/file`, 'x')

/** A person in a terminal of their own, who types the number that is shown; gives back the screen and the status. */
async function confirm(
  ...words: readonly string[]
): Promise<{ readonly shown: string; readonly status: number | null }> {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: box.home }
  const command = [process.execPath, LAUNCHER, ...words, '--home', box.home]
  const terminal = openTerminal(command, { cwd: box.project, env, login: true })
  const shown = await terminal.see(/Type \d{4} to confirm:/)
  terminal.type(`${/Type (\d{4}) to confirm:/.exec(shown)?.[1] ?? ''}${KEYS.enter}`)
  return { shown, status: await terminal.ended }
}

describe.skipIf(needsLogin())('going on, with the real client', () => {
  it('a call that was denied is allowed by a rule from then on, in every session of the project', async () => {
    await box.run([[wipe()]])
    expect(isSafe()).toBe(true)
    const denied = await newestRecord(fileRecords(stateFolder(box.home)), { decisions: ['deny'] })
    const { shown, status } = await confirm('allow', denied?.id ?? '')
    expect(status).toBe(0)
    expect(shown).toContain(`allow Bash(rm -rf ${box.home}/precious)`)
    expect(shown).toContain(`For ${box.project}`)
    const { results } = await box.run([[wipe()]])
    expect(isSafe(), results.join()).toBe(false)
    restore()
    expect((await confirm('rule', 'remove', 'allow', `Bash(rm -rf ${box.home}/precious)`)).status).toBe(0)
    await box.run([[wipe()]])
    expect(isSafe()).toBe(true)
  })

  it('switched off, the client decides alone; on again, the gate does', async () => {
    const mode = { mode: 'bypassPermissions' }
    await box.run([[wipe()]], mode)
    expect(isSafe()).toBe(true)
    expect((await confirm('off', '--for', '5m')).status).toBe(0)
    await box.run([[bash(`rm -rf ${box.home}/.irongate/settings.json`)]], mode)
    const { results } = await box.run([[wipe()]], mode)
    expect(isSafe(), results.join()).toBe(false)
    restore()
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: box.home }
    const on = openTerminal([process.execPath, LAUNCHER, 'on', '--home', box.home], { cwd: box.project, env })
    expect(await on.ended).toBe(0)
    await box.run([[wipe()]], mode)
    expect(isSafe()).toBe(true)
  })

  it('switched off, the client asks where it would have asked without a gate', async () => {
    expect((await confirm('off')).status).toBe(0)
    // Headless, a question of the client is a denial.
    await box.run([[wipe()]], { mode: 'default' })
    expect(isSafe()).toBe(true)
  })
})

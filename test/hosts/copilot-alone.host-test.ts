import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { launcherPath } from '../../src/integrations/install/install.ts'
import { isInstalled, LAUNCHER } from './clients.ts'
import { KIT, shell } from './copilot-kit.ts'
import { type Box, createBox } from './kit.ts'
import { needsLogin, openTerminal } from './terminal.ts'

describe.skipIf(!isInstalled(KIT.client))('Copilot CLI by itself', () => {
  let box: Box
  beforeEach(async () => {
    box = await createBox(KIT)
    box.write(`${box.home}/precious/file`, 'x')
  })
  afterEach(() => box.remove())
  const wipe = () => shell(`rm -r ${box.home}/precious`)
  const isSafe = () => box.has(`${box.home}/precious/file`)

  function environment() {
    const path = `${dirname(KIT.program)}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`
    const { COPILOT_PKG_CACHE_HOME: unpacked = '' } = KIT.env(box, '')
    return { HOME: box.home, PATH: path, COPILOT_PKG_CACHE_HOME: unpacked }
  }

  /** What a terminal shows. */
  function irongate(...args: string[]) {
    return spawnSync(process.execPath, [LAUNCHER, ...args, '--home', box.home], {
      cwd: box.project,
      env: environment(),
      encoding: 'utf8',
    })
  }

  /** By a person. */
  function takenOut(): Promise<number | null> {
    const command = [process.execPath, LAUNCHER, 'uninstall', '--yes', '--home', box.home]
    return openTerminal(command, { cwd: box.project, env: environment(), login: true }).ended
  }

  it.skipIf(needsLogin())(
    'says itself that it runs the hook; after an uninstall nothing is left, and nothing is in its way',
    async () => {
      const { stdout, status } = irongate('doctor')
      expect(stdout).toMatch(/Copilot CLI runs the hook/)
      expect(stdout).toMatch(/denies a call that must be denied|the installed hook denies/)
      expect(status, stdout).toBe(0)
      expect(await takenOut()).toBe(0)
      expect(box.has(box.file)).toBe(false)
      const { output } = await box.run([[wipe()]])
      expect(isSafe(), output).toBe(false)
    },
  )

  it('lets a folder that is trusted switch its hooks off: doctor finds it, and status lists what ran', async () => {
    box.write('.github/copilot/settings.json', '{ "disableAllHooks": true }')
    await box.run([[wipe()]])
    expect(isSafe()).toBe(true)
    await box.run([[wipe()]], { args: ['--trust-folder'] })
    expect(isSafe()).toBe(false)
    expect(irongate('status').stdout).toMatch(/switches all hooks off[\s\S]*rm -r/)
  })

  it('RUNS a call after a denial in another agent’s shape, and after one with a line before it', async () => {
    const said = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' }
    const own = { permissionDecision: 'deny', permissionDecisionReason: 'no' }
    box.launcher(`#!/bin/sh
case "$*$(/bin/cat)" in
  *"echo shape"*) printf '%s\\n' '${JSON.stringify({ hookSpecificOutput: said })}' ;;
  *"echo two"*) printf '%s\\n' log '${JSON.stringify(own)}' ;;
  *"echo own"*) printf '%s\\n' '${JSON.stringify(own)}' ;;
esac
`)
    await box.run(['shape', 'two', 'own'].map((name) => [shell(`echo ${name} > ${name}.txt`)]))
    expect(['shape', 'two', 'own'].map((name) => box.has(`${name}.txt`))).toEqual([true, true, false])
  })

  it('where the launcher is gone, a prompt passes, a call does not, and the agent reads why', async () => {
    rmSync(launcherPath(box.home))
    const { results, output } = await box.run([[shell('touch ran.txt')]])
    expect(box.has('ran.txt'), output).toBe(false)
    expect(results.join(), output).toMatch(/launcher is gone[\s\S]*irongate init/)
  })

  it('a missing interpreter is told to the agent too', async () => {
    box.remove()
    box = await createBox(KIT, { node: '/nowhere/node' })
    const { results, output } = await box.run([[shell('touch ran.txt')]])
    expect(box.has('ran.txt'), output).toBe(false)
    expect(results.join(), output).toMatch(/gate cannot start.*To remove it by hand/)
  })

  it('a rule for a tool of a server is one for any agent', async () => {
    box.write(`${box.home}/.irongate/settings.json`, '{ "permissions": { "deny": ["mcp__demo__delete_account"] } }')
    const call = (tool: string) => [{ tool: `demo-${tool}`, input: { name: 'x' } }]
    const { output } = await box.run([call('get_weather'), call('delete_account')])
    expect(box.has('get_weather.ran'), output).toBe(true)
    expect(box.has('delete_account.ran'), output).toBe(false)
  })
})

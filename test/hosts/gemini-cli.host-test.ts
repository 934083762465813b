import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isInstalled, LAUNCHER } from './clients.ts'
import { describeDeadLauncher } from './dead-launcher.ts'
import { KIT, shell } from './gemini-kit.ts'
import { type Box, createBox, runIn } from './kit.ts'
import { describeClient } from './outcomes.ts'

describeClient(KIT)

describe.skipIf(!isInstalled(KIT.client))('Gemini CLI by itself', () => {
  let box: Box
  beforeEach(async () => {
    box = await createBox(KIT)
    box.write(`${box.home}/precious/file`, 'x')
  })
  afterEach(() => box.remove())

  describeDeadLauncher(KIT)
  const wipe = () => shell(`rm -r ${box.home}/precious`)
  const isSafe = () => box.has(`${box.home}/precious/file`)

  /** What a person's terminal shows. */
  function irongate(...args: string[]) {
    const path = `${dirname(KIT.program)}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`
    return spawnSync(process.execPath, [LAUNCHER, ...args, '--home', box.home], {
      cwd: box.project,
      env: { HOME: box.home, PATH: path, GEMINI_CLI_NO_RELAUNCH: 'true' },
      encoding: 'utf8',
    })
  }

  it('has no shell without a person and an approval mode: there is nothing to ask about', async () => {
    const { output } = await box.run([[shell('echo made > made.txt')]], { mode: [] })
    expect(box.has('made.txt'), output).toBe(false)
  })

  const trust = (level: string) =>
    box.write(`${box.home}/.gemini/trustedFolders.json`, JSON.stringify({ [box.project]: level }))

  it('says itself that it runs the hook', async () => {
    trust('TRUST_FOLDER')
    await box.run([[shell('true')]])
    const { stdout, status } = irongate('doctor')
    expect(stdout).toMatch(/Gemini CLI runs the hook/)
    expect(stdout).toMatch(/denies a call that must be denied/)
    expect(status, stdout).toBe(0)
  })

  it('runs no hook in a folder that the person refused to trust: doctor and status say so', async () => {
    trust('DO_NOT_TRUST')
    box.launcher(`#!/bin/sh\n/bin/cat >> '${box.home}/told'\n`)
    const asUsual = { ...KIT, args: (prompt: string) => ['-p', prompt, '-o', 'stream-json'] }
    const { output } = await runIn(asUsual, box, [[shell('true')]], { mode: [] })
    expect(box.read(`${box.home}/told`), output).toBeUndefined()
    for (const command of ['doctor', 'status']) {
      const { stdout } = irongate(command)
      expect(stdout).toMatch(/runs no hooks in .*you don't trust this folder/)
      expect(stdout).not.toMatch(/Gemini CLI runs the hook/)
    }
    expect(irongate('doctor').status).not.toBe(0)
  })

  it('lets a project that is trusted switch its hooks off: status lists what ran', async () => {
    box.write('.gemini/settings.json', '{ "hooksConfig": { "enabled": false } }')
    trust('TRUST_FOLDER')
    await box.run([[wipe()]], { env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' } })
    expect(isSafe()).toBe(false)
    expect(irongate('status').stdout).toMatch(/switches all hooks off[\s\S]*rm -r/)
  })

  it("RUNS a call after a denial in another agent's shape", async () => {
    const said = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' }
    box.launcher(`#!/bin/sh\nprintf '%s\\n' '${JSON.stringify({ hookSpecificOutput: said })}'\n`)
    await box.run([[shell('echo made > made.txt')]])
    expect(box.has('made.txt')).toBe(true)
  })
})

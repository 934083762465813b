import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CODEX_INSTALLER } from '../../src/integrations/codex/install/installer.ts'
import { removeInstall } from '../../src/integrations/install/remove.ts'
import { readInstalls } from '../../src/state/installs.ts'
import { isInstalled, LAUNCHER } from './clients.ts'
import { KIT, shell } from './codex-kit.ts'
import { describeDeadLauncher } from './dead-launcher.ts'
import { type Box, createBox } from './kit.ts'
import { describeClient } from './outcomes.ts'
import { needsLogin, openTerminal } from './terminal.ts'

describeClient(KIT)

describe.skipIf(!isInstalled(KIT.client))('Codex by itself', () => {
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
    return spawnSync(process.execPath, [LAUNCHER, ...args, '--home', box.home], {
      cwd: box.project,
      env: environment(),
      encoding: 'utf8',
    })
  }

  function environment() {
    const path = `${dirname(KIT.program)}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`
    return { HOME: box.home, PATH: path }
  }

  it.skipIf(needsLogin())(
    'skips a hook that nobody trusted, without a word: init, doctor and status say so',
    async () => {
      const init = openTerminal([process.execPath, LAUNCHER, 'init', '--host', 'codex', '--yes', '--home', box.home], {
        cwd: box.project,
        env: environment(),
        login: true,
      })
      expect(await init.ended, init.screen()).toBe(20)
      expect(init.screen()).toMatch(/NOT on yet[\s\S]*\/hooks/)
      await box.run([[wipe()]], { untrusted: true })
      expect(isSafe()).toBe(false)
      const { stdout } = irongate('doctor')
      expect(stdout).toMatch(/Codex does not run the hook of .*untrusted/)
      expect(stdout).toMatch(/Codex does not run the hook$/m)
      expect(irongate('status').stdout).toMatch(/broken/)
    },
  )

  it('once it is trusted, the client itself says that it runs it', async () => {
    await box.run([[shell('true')]])
    const { stdout, status } = irongate('doctor')
    expect(stdout).toMatch(/Codex runs the hook/)
    expect(stdout).toMatch(/denies a call that must be denied/)
    expect(status, stdout).toBe(0)
    const [installed] = readInstalls(box.home)
    const { editor } = CODEX_INSTALLER
    expect(installed && removeInstall(installed, editor, box.home)).toBe('removed')
    expect(box.has(box.file)).toBe(false)
    await box.run([[wipe()]], { untrusted: true })
    expect(isSafe()).toBe(false)
  })

  it('lets a project switch its hooks off: doctor finds it', async () => {
    box.write('.codex/config.toml', '[features]\nhooks = false\n')
    await box.run([[wipe()]])
    expect(isSafe()).toBe(false)
    expect(irongate('doctor').stdout).toMatch(/switches all hooks off/)
  })

  it('a call that runs elsewhere does not make that place the project', async () => {
    const { results } = await box.run([[shell('rm -r precious', { workdir: box.home })]])
    expect(isSafe(), results.join()).toBe(true)
    expect(results.join()).toMatch(/irongate: .*Blocked/)
  })

  it('without a terminal for commands, nothing can be typed', async () => {
    const turns = KIT.kinds.stdin ?? []
    await box.run(turns, { args: ['--disable', 'unified_exec_tty'] })
    expect(box.has('the-stdin')).toBe(false)
    await box.run(turns)
    expect(box.has('the-stdin')).toBe(true)
    expect(irongate('status').stdout).toMatch(/write_stdin/)
  })

  it('what a script of the agent calls passes through the gate', async () => {
    const script = (command: string) => ({
      tool: 'exec',
      input: { freeform: `text(JSON.stringify(await tools.exec_command({ cmd: ${JSON.stringify(command)} })))` },
    })
    const turns = [[script('echo made > made.txt')], [script(`rm -r ${box.home}/precious`)]]
    const { results } = await box.run(turns, { args: ['-m', 'gpt-6.1-sol'] })
    expect(box.has('made.txt'), results.join('\n')).toBe(true)
    expect(isSafe()).toBe(true)
  })

  it('RUNS a call after a denial that it finds invalid, so that none such is ever said', async () => {
    const invalid: Readonly<Record<string, object>> = {
      stop: { continue: false, stopReason: 'x' },
      unknown: { other: 1 },
      blank: { hookSpecificOutput: deny(' ') },
    }
    const cases = Object.entries({ ...invalid, valid: {} }).map(
      ([name, more]) =>
        `*"echo ${name}"*) printf '%s\\n' '${JSON.stringify({ hookSpecificOutput: deny('no'), ...more })}' ;;`,
    )
    box.launcher(
      `#!/bin/sh\ntold=$(/bin/cat)\ncase "$*" in *PreToolUse) case $told in\n${cases.join('\n')}\nesac ;; esac\n`,
    )
    await box.run([...Object.keys(invalid), 'valid'].map((name) => [shell(`echo ${name} > ${name}.txt`)]))
    for (const name of Object.keys(invalid)) expect(box.has(`${name}.txt`), name).toBe(true)
    expect(box.has('valid.txt')).toBe(false)
  })
})

function deny(permissionDecisionReason: string) {
  return { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason }
}

import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LAUNCHER, NEW } from './clients.ts'
import { openSession } from './interactive.ts'
import { bash, createSandbox, hostEnvironment, type Sandbox } from './sandbox.ts'
import { KEYS, needsLogin, openTerminal } from './terminal.ts'

let box: Sandbox
beforeEach(() => {
  box = createSandbox({ bare: true })
  box.write(`${box.home}/precious/file`, 'x')
})
afterEach(() => box.remove())

const OWN = `{
  "env": { "EDITOR": "vi" },
  "permissions": { "allow": ["Bash(ls *)"] }
}
`
const WRITE = /Write this\? \[y\/N\]/
/** The gate's own yes counts in the default mode of these sessions. */
const ANSWER = [/so\s+that\s+you\s+aren't\s+asked\s+twice\?/, 'a'] as const
const NO_MODEL = [/Look\s+for\s+one\s+you\s+already\s+have\?/, 'n'] as const
const TAKE_OUT = /Take the hook out of these files\? \[y\/N\]/
const environment = () => ({
  ...hostEnvironment(box.home, 'http://127.0.0.1:9'),
  PATH: `${dirname(NEW)}:/usr/local/bin:/usr/bin:/bin`,
})

/** Types a command of the gate in a terminal, answers its question, and gives back its status and what it showed. */
async function typed(command: string, question: RegExp, reply: string, ...then: (readonly [RegExp, string])[]) {
  const words = [process.execPath, LAUNCHER, ...command.split(' '), '--home', box.home]
  const terminal = openTerminal(words, { cwd: box.project, env: environment(), login: true })
  await terminal.see(question)
  terminal.type(`${reply}${KEYS.enter}`)
  for (const [next, answer] of then) {
    await terminal.see(next)
    terminal.type(`${answer}${KEYS.enter}`)
  }
  const status = await terminal.ended
  return { status, shown: terminal.screen() }
}

function doctor() {
  const args = [LAUNCHER, 'doctor', '--home', box.home]
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: box.project,
    env: environment(),
    encoding: 'utf8',
  })
  return { status, stdout }
}

const wipe = () => bash(`rm -rf ${box.home}/precious`)
const isSafe = () => box.has(`${box.home}/precious/file`)

describe.skipIf(needsLogin())('from init to uninstall', () => {
  it('as a person goes through it', async () => {
    box.write(box.settings, OWN)
    expect(doctor()).toMatchObject({ status: 20, stdout: expect.stringMatching(/not installed/) })

    const refused = await typed('init --wait 0', WRITE, 'n')
    expect(refused).toMatchObject({ status: 20, shown: expect.stringMatching(/Nothing was written/) })
    expect(box.read(box.settings)).toBe(OWN)

    const written = await typed('init --wait 0', WRITE, 'y', ANSWER, NO_MODEL)
    expect(written, written.shown).toMatchObject({ status: 0, shown: expect.stringMatching(/Done\./) })
    expect(box.read(box.settings)).toMatch(/"EDITOR": "vi"[\s\S]*hook claude-code/)

    const session = await openSession(box, { main: [[bash('echo made > made.txt')], [wipe()]] })
    await session.see('Irongate is on: embedded judge; limits in free words need a model.')
    await session.say('Please go on. [[main]]')
    await session.until(() => session.results().length === 2)
    await session.close()
    expect(box.has('made.txt'), session.results().join('\n')).toBe(true)
    expect(isSafe()).toBe(true)

    const healthy = doctor()
    expect(healthy.status, healthy.stdout).toBe(0)
    expect(healthy.stdout).toMatch(/denies a call that must be denied/)
    expect(healthy.stdout).toMatch(/Claude Code runs the hook/)

    // The client writes into its settings itself: what is not ours stays.
    const removed = await typed('uninstall', TAKE_OUT, 'y')
    expect(removed, removed.shown).toMatchObject({ status: 0, shown: expect.stringMatching(/Done\./) })
    expect(JSON.parse(box.read(box.settings) ?? '')).toMatchObject(JSON.parse(OWN))
    expect(box.read(box.settings)).not.toMatch(/irongate/)

    await box.run([[wipe()]], { mode: 'bypassPermissions' })
    expect(isSafe()).toBe(false)
  })

  it('a settings file with a wrong value, which the host skips: doctor finds it out from the host', async () => {
    box.write(box.settings, '{ "cleanupPeriodDays": "soon" }')
    await typed('init --wait 0', WRITE, 'y', ANSWER, NO_MODEL)
    expect(doctor()).toMatchObject({ status: 20, stdout: expect.stringMatching(/Claude Code does not run the hook/) })
    await box.run([[wipe()]], { mode: 'bypassPermissions' })
    expect(isSafe()).toBe(false)
  })

  it('a settings file with comments, which the host skips with every hook in it: init and doctor say so', async () => {
    box.write(box.settings, `// mine\n${OWN}`)
    const written = await typed('init --wait 0', WRITE, 'y', ANSWER, NO_MODEL)
    expect(written, written.shown).toMatchObject({ status: 20, shown: expect.stringMatching(/NOT on yet/) })
    expect(box.read(box.settings)).toMatch(/^\/\/ mine\n[\s\S]*hook claude-code/)
    expect(doctor()).toMatchObject({ status: 20, stdout: expect.stringMatching(/comments or trailing commas/) })
    await box.run([[wipe()]], { mode: 'bypassPermissions' })
    expect(isSafe()).toBe(false)
    const removed = await typed('uninstall', TAKE_OUT, 'y')
    expect(removed, removed.shown).toMatchObject({ status: 0, shown: expect.stringMatching(/is as it was before/) })
    expect(box.read(box.settings)).toBe(`// mine\n${OWN}`)
  })
})

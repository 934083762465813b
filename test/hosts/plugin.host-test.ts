import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LAUNCHER, NEW, OLD } from './clients.ts'
import { openSession } from './interactive.ts'
import { bash, createSandbox, hostEnvironment, type Sandbox } from './sandbox.ts'
import { needsTerminal } from './terminal.ts'

let box: Sandbox
let plugin: string
beforeEach(() => {
  box = createSandbox({ bare: true })
  box.write(`${box.home}/precious/file`, 'x')
  plugin = join(box.home, 'marketplace')
  for (const part of ['.claude-plugin', 'hooks', 'commands']) cpSync(part, join(plugin, part), { recursive: true })
  inScratchHome(join(plugin, 'hooks/irongate'))
})
afterEach(() => box.remove())

/** The plugin asks the system for the account's home; here the account is a scratch folder. */
function inScratchHome(file: string): void {
  const text = readFileSync(file, 'utf8')
  const line = 'home=$(eval "echo ~$user")'
  expect(text.split(line)).toHaveLength(2)
  writeFileSync(file, text.replace(line, `home='${box.home}'`))
}

const wipe = () => bash(`rm -rf ${box.home}/precious`)
const turns = () => [[bash('echo made > made.txt')], [wipe()]]
const isSafe = () => box.has(`${box.home}/precious/file`)

/** Types a command, as a person would who has the client on their PATH. */
function typed(program: string, args: readonly string[]) {
  const env = {
    ...hostEnvironment(box.home, 'http://127.0.0.1:9'),
    PATH: `${dirname(NEW)}:/usr/local/bin:/usr/bin:/bin`,
  }
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: box.project, env, encoding: 'utf8' })
  expect(status, `${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
  return stdout
}
const irongate = (...args: readonly string[]) => typed(process.execPath, [LAUNCHER, ...args, '--home', box.home])

describe.each([
  ['2.1.325', NEW],
  ['2.1.197', OLD],
] as const)('the plugin in Claude Code %s', (_version, client) => {
  it('decides calls', async () => {
    irongate('init', '--plugin')
    const { results } = await box.run(turns(), {
      client,
      mode: 'bypassPermissions',
      arguments: ['--plugin-dir', plugin],
    })
    expect(box.has('made.txt'), results.join('\n')).toBe(true)
    expect(results[1]).toMatch(/irongate: Blocked/)
    expect(isSafe()).toBe(true)
  })

  it.skipIf(needsTerminal())('tells why', async () => {
    irongate('init', '--plugin')
    const session = await openSession(box, {}, { client, arguments: ['--plugin-dir', plugin] })
    await session.say('/irongate:why')
    await session.see('says: irongate: nothing was stopped in this session.')
    await session.close()
  })

  it('blocks everything while the program is missing', async () => {
    const { output } = await box.run(turns(), {
      client,
      mode: 'bypassPermissions',
      arguments: ['--plugin-dir', plugin],
    })
    expect(output).toMatch(/irongate init --plugin/)
    expect(box.has('made.txt')).toBe(false)
    expect(isSafe()).toBe(true)
  })
})

describe('the marketplace', () => {
  it('installs the plugin, which decides calls, and doctor finds it', async () => {
    irongate('init', '--plugin')
    typed(NEW, ['plugin', 'marketplace', 'add', plugin])
    typed(NEW, ['plugin', 'install', 'irongate@irongate'])
    expect(existsSync(box.settings)).toBe(true)
    const { results } = await box.run(turns(), { mode: 'bypassPermissions' })
    expect(box.has('made.txt'), results.join('\n')).toBe(true)
    expect(results[1]).toMatch(/irongate: Blocked/)
    expect(isSafe()).toBe(true)
    expect(irongate('doctor')).toMatch(/the plugin brings the hook/)
  })
})

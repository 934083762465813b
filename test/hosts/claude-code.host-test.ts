import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NEW, OLD } from './clients.ts'
import { bash, createSandbox, type Sandbox } from './sandbox.ts'

let box: Sandbox
beforeEach(() => {
  box = createSandbox()
})
afterEach(() => box.remove())

const BOTH = [
  ['2.1.325', NEW],
  ['2.1.197', OLD],
] as const

describe.each(BOTH)('Claude Code %s', (_version, client) => {
  it('an allowed command runs', async () => {
    const { results } = await box.run([[bash('echo made > made.txt')]], { client })
    expect(box.has('made.txt'), results.join()).toBe(true)
  })

  it('finds the plugin valid', () => {
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: box.home, DISABLE_AUTOUPDATER: '1' }
    const { status, stdout } = spawnSync(client, ['plugin', 'validate', '.'], { encoding: 'utf8', env })
    expect(status, stdout).toBe(0)
  })

  it('a denied command does not run, and the agent reads why', async () => {
    box.write(`${box.home}/precious/file`, 'x')
    const { results } = await box.run([[bash(`rm -rf ${box.home}/precious`)]], { client })
    expect(box.has(`${box.home}/precious/file`)).toBe(true)
    expect(results.join()).toMatch(/irongate: .*Blocked/)
  })
})

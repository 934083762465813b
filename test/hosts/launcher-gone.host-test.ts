import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { launcherPath } from '../../src/integrations/install/install.ts'
import { NEW, OLD } from './clients.ts'
import { openSession } from './interactive.ts'
import { bash, createSandbox, type Sandbox } from './sandbox.ts'
import { needsTerminal } from './terminal.ts'

let box: Sandbox
beforeEach(() => {
  box = createSandbox()
  rmSync(launcherPath(box.home))
})
afterEach(() => box.remove())

describe.skipIf(needsTerminal()).each([
  ['2.1.325', NEW],
  ['2.1.197', OLD],
] as const)('the launcher deleted by hand, in Claude Code %s', (_version, client) => {
  it('a prompt passes, the call does not, and the person reads what to do', async () => {
    const session = await openSession(box, { main: [[bash('touch ran.txt')], ['I could not.']] }, { client })
    await session.see(/launcher is gone[\s\S]*In a terminal:[\s\S]*irongate init/)
    await session.say('Please go on. [[main]]')
    await session.see('I could not.')
    expect(session.results().join()).toMatch(
      /launcher is gone, fell or was ended\), so tool calls are blocked[\s\S]*hook claude-code under hooks in \/\S+settings\.json/,
    )
    expect(box.has('ran.txt')).toBe(false)
    await session.close()
  })
})

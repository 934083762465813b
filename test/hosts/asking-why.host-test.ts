import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileRecords } from '../../src/audit/file-records.ts'
import { newestRecord } from '../../src/audit/query.ts'
import { stateFolder } from '../../src/state/state-folder.ts'
import { NEW, OLD } from './clients.ts'
import { openSession } from './interactive.ts'
import { bash, createSandbox, type Sandbox } from './sandbox.ts'
import { KEYS, needsTerminal } from './terminal.ts'

let box: Sandbox
beforeEach(() => {
  box = createSandbox()
  box.write(`${box.home}/precious/file`, 'x')
})
afterEach(() => box.remove())

describe.skipIf(needsTerminal()).each([
  ['2.1.325', NEW],
  ['2.1.197', OLD],
] as const)('asking why in Claude Code %s', (_version, client) => {
  it('the person and the agent read one line about the call, and nothing is run for it', async () => {
    let heard = ''
    const listen = (conversation: string) => {
      heard = conversation
      return ['So it was.']
    }
    const scripts = { main: [[bash(`rm -rf ${box.home}/precious`)], listen, listen] }
    const session = await openSession(box, scripts, { client })
    await session.say('Please go on. [[main]]')
    await session.see('So it was.')
    const { id = '' } = (await newestRecord(fileRecords(stateFolder(box.home)), { decisions: ['deny'] })) ?? {}
    session.type('/irongate-why ')
    await session.see('/irongate-why')
    session.type(id)
    await session.see(`/irongate-why ${id}`)
    session.type(KEYS.enter)
    await session.see(`says: irongate: ${id}: Blocked:`)
    await session.until(() => heard.includes(`irongate: ${id}: Blocked`))
    expect(session.results()).toHaveLength(1)
    await session.close()
  })
})

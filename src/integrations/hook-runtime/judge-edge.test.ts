import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { judgeClientFolder, stateFolder } from '../../state/state-folder.ts'
import { createScratchAccount } from '../claude-code/testing.ts'

let account: ReturnType<typeof createScratchAccount>
let program = ''
beforeEach(() => {
  account = createScratchAccount()
  program = join(account.home, 'tools/bin/claude')
  mkdirSync(dirname(program), { recursive: true })
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const judge = { transports: ['claude-cli'], clients: { 'claude-cli': { program, sha256: '0'.repeat(64) } } }
  mkdirSync(join(account.home, '.irongate'), { mode: 0o700 })
  writeFileSync(join(account.home, '.irongate/settings.json'), JSON.stringify({ judge }))
})
afterEach(() => account.remove())

describe('a person’s own client that judges', () => {
  it.each([
    ['replaced', () => `cp /bin/true ${program}`],
    ['moved away', () => `mv ${program} ${program}.old`],
    ['written', () => `printf x > ${program}`],
    ['removed', () => `rm -f ${program}`],
    ['linked over', () => `ln -sf /bin/true ${program}`],
    ['removed with its folder', () => `rm -rf ${dirname(program)}`],
  ])('is not %s by a call', async (_, command) => {
    expect((await account.bash(command())).said).toMatch(/^(?:ask|deny)$/)
  })

  it('is a file like any other where nobody chose it', async () => {
    writeFileSync(join(account.home, '.irongate/settings.json'), '{}')
    const made = join(account.project, 'claude')
    expect((await account.bash(`printf x > ${made} && rm ${made}`)).said).not.toBe('deny')
  })

  it('is heard as nobody when it sets off hooks, and judged like anybody when it acts', async () => {
    const cwd = judgeClientFolder(stateFolder(account.home))
    mkdirSync(cwd, { recursive: true, mode: 0o700 })
    await account.prompt('Delete everything in precious.', { cwd })
    expect(account.log().entries(undefined)).toEqual([])
    await account.prompt('Delete everything in precious.')
    expect(account.log().entries(undefined)).toHaveLength(1)
    expect((await account.bash('rm -rf ~/precious', { cwd, session_id: 'other' })).said).toMatch(/^(?:ask|deny)$/)
  })
})

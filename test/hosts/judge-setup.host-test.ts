import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setUpJudge } from '../../src/cli/judge-choice/setup.ts'
import { testJudge } from '../../src/cli/judge-choice/test-command.ts'
import { runCommand } from '../../src/cli/main.ts'
import { consentingPerson } from '../../src/cli/testing.ts'
import { closeResidents } from '../../src/judge/model/transports/local/residents.ts'
import { type FakeClaude, startFakeClaude } from '../fake-claude/server.ts'
import { HOSTS, NEW } from './clients.ts'

/** A fresh account with a logged-in Claude Code: choose it, see a call judged by it, and survive its update. */

let server: FakeClaude
let home = ''
let program = ''
const { PATH: path, HOME: account } = process.env
beforeEach(async () => {
  server = await startFakeClaude({ anyFields: true })
  server.play((request) => ({
    says: JSON.stringify(request).includes('curl')
      ? '<block>yes</block><reason>it leaks keys</reason>'
      : '<block>no</block>',
  }))
  mkdirSync(join(HOSTS, 'scratch'), { recursive: true })
  home = mkdtempSync(join(HOSTS, 'scratch/choice-'))
  mkdirSync(join(home, '.claude'))
  const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'a-key-for-tests' }
  writeFileSync(join(home, '.claude/settings.json'), JSON.stringify({ env }))
  mkdirSync(join(home, '.irongate'), { mode: 0o700 })
  mkdirSync(join(home, 'bin'))
  program = join(home, 'bin/claude')
  process.env['PATH'] = `${join(home, 'bin')}:/usr/bin:/bin`
})
afterEach(async () => {
  process.env['PATH'] = path
  process.env['HOME'] = account
  closeResidents()
  await server.close()
  rmSync(home, { recursive: true, force: true })
})

function terminal() {
  let text = ''
  const say = (more: string) => {
    text += more
  }
  return { io: { out: say, error: say, colour: false, person: consentingPerson() }, said: () => text }
}

const setUp = (io: ReturnType<typeof terminal>['io']) =>
  setUpJudge({ home, use: 'claude-cli', yes: true, json: false, servers: [] }, io)

const settings = () => JSON.parse(readFileSync(join(home, '.irongate/settings.json'), 'utf8'))

it('the client that is logged in becomes the judge, and the next call is judged by it', async () => {
  symlinkSync(NEW, program)
  const { io, said } = terminal()
  expect(await setUp(io)).toBe(0)
  expect(said()).toContain('1  Claude Code, logged in')
  expect(said()).toContain('It works: claude-sonnet-4-6 allowed the harmless call and blocked the harmful one')
  expect(settings().judge.transports).toEqual(['claude-cli'])
  expect(settings().judge.clients['claude-cli'].program).toMatch(/^\/.*claude/)

  server.forget()
  const checked = terminal()
  const call = ['check', '--cwd', home, '--settings', join(home, '.irongate/settings.json'), 'Bash', 'frobnicate --all']
  process.env['HOME'] = home
  expect(await runCommand(call, checked.io)).toBe(0)
  expect(server.seen).toHaveLength(1)
  expect(server.seen[0]?.raw).toContain('frobnicate --all')
})

it('an update of the client closes the gate until `judge test` has looked', async () => {
  const script = (version: number) =>
    writeFileSync(program, `#!/bin/sh\n# ${version}\nexec ${NEW} "$@"\n`, { mode: 0o755 })
  script(1)
  const { io, said } = terminal()
  expect(await setUp(io)).toBe(0)
  const before = settings().judge.clients['claude-cli'].sha256
  script(2)
  server.play([{ says: '<block>no</block>' }])
  expect(await testJudge({ home, json: false }, io)).not.toBe(0)
  expect(settings().judge.clients['claude-cli'].sha256).toBe(before)
  server.play((request) => ({
    says: JSON.stringify(request).includes('curl') ? '<block>yes</block>' : '<block>no</block>',
  }))
  expect(await testJudge({ home, json: false }, io)).toBe(0)
  expect(said()).toContain('The updated client is the judge again: claude-cli.')
  expect(settings().judge.clients['claude-cli'].sha256).not.toBe(before)
})

it('without a login it is no choice', async () => {
  symlinkSync(NEW, program)
  writeFileSync(join(home, '.claude/settings.json'), '{}')
  const { io, said } = terminal()
  expect(await setUp(io)).not.toBe(0)
  expect(said()).toContain('1  No model: works offline')
  expect(said()).toContain('nothing was chosen, and nothing changed')
})

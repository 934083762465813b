import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeClaude, startFakeClaude } from '../../test/fake-claude/server.ts'
import { createScratchAccount } from './claude-code/testing.ts'
import { check } from './library/check.ts'
import { readPolicy } from './policy.ts'

let claude: FakeClaude
let account: ReturnType<typeof createScratchAccount>
beforeAll(async () => {
  claude = await startFakeClaude()
})
afterAll(() => claude.close())
beforeEach(() => {
  account = createScratchAccount()
  mkdirSync(join(account.home, '.irongate'), { recursive: true, mode: 0o700 })
  const judge = { kind: 'claude', baseUrl: claude.url, apiKey: 'k', model: 'claude-of-settings' }
  writeFileSync(join(account.home, '.irongate/settings.json'), JSON.stringify({ judge }), { mode: 0o600 })
  claude.forget()
})
afterEach(() => account.remove())

const file = () => join(account.home, '.irongate/flags.json')
const flags = (text: string) => writeFileSync(file(), text, { mode: 0o600 })
const CALL = 'frobnicate --everything now'
/** Away for good: no second try that takes time. */
const away = () => claude.play([{ fault: { kind: 'status', status: 404 } }])

describe('a changed flag takes effect while a session runs', () => {
  const asks = {
    hook: async () => (await account.bash(CALL, { permission_mode: 'auto' })).said ?? 'allow',
    library: async () => (await check('Bash', { command: CALL }, { cwd: account.project, home: account.home })).outcome,
  }

  it.each(['hook', 'library'] as const)('in a process that stays, through the %s', async (way) => {
    away()
    expect(await asks[way]()).toBe('deny')
    flags('{"ironGate": "open"}')
    expect(await asks[way]()).toBe('ask')
    flags('{"ironGate": "closed"}')
    expect(await asks[way]()).toBe('deny')
    rmSync(file())
    expect(await asks[way]()).toBe('deny')
  })

  it('also the model and the stages', async () => {
    claude.play([{ answers: { model: 'claude-of-flags' } }])
    await asks.hook()
    flags('\uFEFF{"model": "claude-of-flags", "mode": "thinking"} // for today')
    await asks.hook()
    expect(claude.seen.map(({ body }) => [body.model, body.max_tokens > 4_000])).toEqual([
      ['claude-of-settings', false],
      ['claude-of-flags', true],
    ])
  })
})

describe('the file', () => {
  const policy = () => readPolicy({ cwd: account.project, home: account.home })

  it.each(['{"ironGate": "opne"}', '{"apiKey": "x"}', '{"judge": {}}', '[]', '', '{"mode":', '{}}, "permissions": {}'])(
    '%j never opens anything, and is told',
    (text) => {
      flags(text)
      const { broken, notices, judge, rules } = policy()
      expect([judge.ironGate, judge.mode, judge.apiKey, rules]).toEqual(['closed', 'both', 'k', []])
      expect([...broken, ...notices].map(({ source }) => source.file)).toContain(file())
    },
  )

  it('of the project is none', () => {
    mkdirSync(join(account.project, '.irongate'))
    writeFileSync(join(account.project, '.irongate/flags.json'), '{"ironGate": "open"}')
    expect(policy().judge.ironGate).toBe('closed')
  })

  it('is out of reach for an agent', async () => {
    for (const command of [`echo '{}' > ${file()}`, `cp other.json ${file()}`, `jq . x.json | tee ${file()}`])
      expect(['deny', 'ask']).toContain((await account.bash(command)).said)
    expect(['deny', 'ask']).toContain((await account.decide('Write', { file_path: file(), content: '{}' })).said)
  })
})

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eraseSessionLines } from '../audit/line-erasure.ts'
import type { AuditRecord } from '../audit/record.ts'
import { writeRecord } from '../audit/record-writer.ts'
import { CLAUDE_CODE_INSTALLER } from '../integrations/claude-code/install/installer.ts'
import { applyInstall, launcherPath, planInstall, planLauncher } from '../integrations/install/install.ts'
import { pauseGate } from '../state/pause.ts'
import { openSessionLog } from '../state/session-log.ts'
import { createFileLedger } from '../state/spend-ledger.ts'
import { removeStatement } from '../state/statements.ts'
import { runCommand } from './main.ts'
import { statusLine } from './statusline.ts'

let home: string
let settings: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-status-'))
  settings = join(home, '.claude/settings.json')
  mkdirSync(join(home, '.claude'))
  mkdirSync(join(home, 'project'))
  writeFileSync(join(home, 'hook.cjs'), '')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const state = () => join(home, '.irongate/state')
function init(): void {
  const parts = { node: process.execPath, hook: join(home, 'hook.cjs'), home }
  const launcher = planLauncher(parts, { signs: {}, stranded: [CLAUDE_CODE_INSTALLER] })
  applyInstall(
    planInstall({ installer: CLAUDE_CODE_INSTALLER, scope: 'user', file: settings }, launcher),
    home,
    Date.now() - 1000,
  )
}

function initAnd(then: () => void): void {
  init()
  then()
}

async function status(...args: readonly string[]) {
  let out = ''
  const add = (text: string) => {
    out += text
  }
  const io = { out: add, error: add, colour: false }
  const code = await runCommand(['status', '--home', home, ...args], io)
  return { code, out }
}

const denial = (command: string): AuditRecord => ({
  ...{ id: '0f8c1d5e', at: Date.now(), host: 'claude-code', mode: 'default', sessionId: 's', tool: 'Bash' },
  ...{
    input: { command },
    cwd: '/p',
    outcome: 'deny',
    reason: { type: 'bad-input', problem: '' },
    message: 'no',
    trace: [],
  },
})

describe('irongate status', () => {
  it.each<[string, () => void, RegExp, number]>([
    ['off, and leaves nothing behind', () => undefined, /Claude Code .* off {2}run `irongate init`/, 20],
    ['on', init, /on +this account +.*\.claude\/settings\.json/, 0],
    ['broken', () => initAnd(() => rmSync(launcherPath(home))), /broken +this account +.*bin\/irongate is gone/, 20],
    ['edited', () => initAnd(() => writeFileSync(settings, '{')), /broken +this account +.*not valid JSON/, 20],
    ['unlisted', () => initAnd(() => rmSync(join(home, '.irongate/installs.json'))), /on +this account/, 0],
  ])('%s', async (_name, prepare, says, code) => {
    prepare()
    const before = existsSync(join(home, '.irongate'))
    const found = await status()
    expect(found.out).toMatch(says)
    expect(found.code).toBe(code)
    expect(existsSync(join(home, '.irongate'))).toBe(before)
  })

  it('shows the last denials, made visible', async () => {
    init()
    writeRecord(state(), denial('echo \u001b[2J; rm -rf /srv'))
    writeRecord(state(), { ...denial('a probe'), sessionId: 'doctor-1' })
    const { out } = await status()
    expect(out).toMatch(/last denials\n {2}0f8c1d5e {2}.* Bash echo \\u\{1b\}\[2J; rm -rf \/srv/)
    expect(out).not.toMatch(/a probe/)
  })

  it('shows what ran without the gate', async () => {
    init()
    const folder = join(home, '.claude/projects/x')
    mkdirSync(folder, { recursive: true })
    const call = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'touch here' } }
    const lines = [
      { timestamp: new Date().toISOString(), sessionId: 's', message: { content: [call] } },
      { message: { content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }] } },
    ]
    writeFileSync(join(folder, 's.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const { out } = await status()
    expect(out).toMatch(/ran without the gate \(1\)\n {2}.* Bash touch here/)
    expect(out).toMatch(/warnings\n[\s\S]*1 tool call of Claude Code ran without the gate/)
  })

  it('tells judge and cost', async () => {
    init()
    writeFileSync(
      join(home, '.irongate/settings.json'),
      '{ "judge": { "kind": "claude", "apiKey": "k", "model": "m-1" } }',
    )
    createFileLedger(state(), Date.now).add('s', { dollars: 0.25, tokens: 9, checks: 1 })
    expect((await status()).out).toMatch(/judge {2}model \(m-1\) by messages, \$0\.2500 spent today/)
  })

  it('--json is one object that says the same', async () => {
    init()
    const { out } = await status('--json')
    expect(JSON.parse(out)).toMatchObject({
      home,
      hosts: [{ id: 'claude-code', state: 'on', scopes: [{ scope: 'user', state: 'on', file: settings }] }],
      judge: { kind: 'embedded', withModel: false },
      spentToday: 0,
      denials: [],
      ungated: [],
    })
    expect(out).not.toMatch(/apiKey/)
  })

  it('a wrong option is a usage error', async () => expect(await status('--nonsense')).toMatchObject({ code: 64 }))
})

describe('irongate statusline', () => {
  const line = (input: string) =>
    statusLine(
      async () => input,
      () => home,
    )

  it('counts for the session, and always says that it proves nothing', async () => {
    mkdirSync(join(state(), 'sessions'), { recursive: true, mode: 0o700 })
    writeFileSync(join(state(), 'sessions/a-ca978112ca1bbdca.jsonl'), '')
    const says = (count: number) => `irongate: asked in this session, ${count} denied (shown, not proved)`
    expect(await line('{"session_id":"a"}')).toBe(says(0))
    const denied: readonly AuditRecord[] = [
      { ...denial('by a rule'), reason: { type: 'mode', mode: 'dontAsk', headless: false } },
      { ...denial('by the judge'), reason: { type: 'verdict', judge: 'embedded', verdict: 'block' } },
      { ...denial('of the gate'), reason: { type: 'safety-check', check: 'gate-own' } },
      { ...denial('the last one'), outcome: 'abort' },
    ]
    const others: readonly AuditRecord[] = [
      { ...denial('at the limit'), outcome: 'ask', reason: { type: 'denial-limit', consecutive: 3, total: 3 } },
      { ...denial('allowed'), outcome: 'allow' },
      { ...denial('only looked at'), shadow: true },
      { ...denial('of another session'), sessionId: 'b' },
    ]
    for (const [at, record] of [...denied, ...others].entries())
      writeRecord(state(), {
        ...record,
        sessionId: record.sessionId === 's' ? 'a' : record.sessionId,
        id: `0000000${at}`,
      })
    expect(await line('{"session_id":"a"}')).toBe(says(denied.length))
    eraseSessionLines(state(), 'a', Date.now)
    expect(await line('{"session_id":"a"}')).toBe(says(0))
  })

  it('counts the limits in force, and `status` does in all sessions', async () => {
    const limit = { kind: 'limit', scope: { acts: ['commit'], aims: [] }, sentence: 'x' } as const
    const log = openSessionLog(state(), 'a')
    log.fold()
    const added = [limit, { ...limit, kind: 'grant' } as const, limit]
    log.append({ type: 'reading', turn: 't', at: Date.now(), added, lifted: [], kept: [] })
    const says = (limits: string) => `irongate: asked in this session, 0 denied${limits} (shown, not proved)`
    expect(await line('{"session_id":"a"}')).toBe(says(', 2 limits'))
    expect((await status()).out).toMatch(
      /^limits 2 in force \(`irongate limits`\)\. Limits in free words need a model/m,
    )
    removeStatement(state(), 'a', 1)
    expect(await line('{"session_id":"a"}')).toBe(says(', 1 limit'))
    removeStatement(state(), 'a', 3)
    expect(await line('{"session_id":"a"}')).toBe(says(''))
    expect((await status()).out).toMatch(/^limits Limits in free words/m)
  })

  it.each([
    ['of this session', async () => '{"session_id":"a"}'],
    ['whatever the agent says', async () => 'nonsense'],
    ['even without input', () => Promise.reject(new Error('closed'))],
  ])('says that the gate is off, %s', async (_name, input) => {
    mkdirSync(join(home, '.irongate'), { mode: 0o700 })
    const at = () => home
    expect(await statusLine(input, at)).not.toMatch(/off/)
    pauseGate(state(), 60_000, Date.now())
    expect(await statusLine(input, at)).toMatch(/^irongate: off until \d\d:\d\d \(shown, not proved\)$/)
    pauseGate(state(), 60_000, Date.now() - 61_000)
    expect(await statusLine(input, at)).not.toMatch(/off/)
  })

  it.each([
    ['{ "shadow": true }', /^irongate: in shadow mode, stops nothing; not asked in this session /],
    ['{ "shadow": true, "allowOff": false }', /^irongate: not asked in this session /],
    ['{ "shadow": false }', /^irongate: not asked in this session /],
    ['{', /^irongate: not asked in this session /],
  ])('says that the gate only looks on: %s', async (text, says) => {
    mkdirSync(join(home, '.irongate'), { mode: 0o700 })
    writeFileSync(join(home, '.irongate/settings.json'), text)
    expect(await line('{"session_id":"b"}')).toMatch(says)
  })

  it.each(['{"session_id":"b"}', '{}', '', 'null', '[]', '{"session_id":1}', '{"session_id":"../../x"}'])(
    'of %s it knows nothing',
    async (input) =>
      expect(await line(input)).toMatch(/^irongate: (?:not asked|nothing is known).*\(shown, not proved\)$/),
  )
})

describe('the judge', () => {
  const judge = (settings: object) => {
    mkdirSync(join(home, '.irongate'), { recursive: true, mode: 0o700 })
    writeFileSync(join(home, '.irongate/settings.json'), JSON.stringify({ judge: settings }))
  }
  const usage = { inputTokens: 10, cacheWriteTokens: 20, cacheReadTokens: 30, outputTokens: 4, calls: 1 }
  const judged = (at: number, ms: number, failed?: string): AuditRecord => ({
    ...denial('x'),
    at,
    judgeMs: ms,
    spent: usage,
    stages: [
      {
        stage: 'fast',
        transport: 'claude-cli',
        outcome: failed ? 'failed' : 'allow',
        ms,
        ...(failed && { detail: failed }),
      },
    ],
  })

  it('is told with its transport, its times and its last error', async () => {
    judge({ transports: ['claude-cli', 'messages'], model: 'claude-sonnet-4-6' })
    const now = Date.now()
    for (const [at, ms] of [...Array(19)].map((_, index) => [now - index * 1_000, 400] as const))
      writeRecord(state(), judged(at, ms))
    writeRecord(state(), judged(now - 90_000, 8_000, 'plan-limit resets at 3pm'))
    writeRecord(state(), judged(now - 80_000, 9_000, 'server-error 529'))
    const { out } = await status()
    expect(out).toContain('judge  chain (claude-sonnet-4-6) by claude-cli, then messages, $0.0000 spent today')
    expect(out).toContain('21 checks in the last day, half within 0.4 s, 95 % within 8.0 s; 1344 tokens')
    expect(out).toMatch(/last error .*: server-error 529/)
    expect(JSON.parse((await status('--json')).out)).toMatchObject({
      judge: { transports: ['claude-cli', 'messages'], figures: { checks: 21 } },
    })
  })

  it.each([
    ['plan', 'counts against your plan'],
    ['local', 'nothing is paid'],
    ['metered', '$0.0000 spent today'],
  ])('says who pays: %s', async (billing, said) => {
    judge({ transports: ['claude-cli'], billing: { 'claude-cli': billing, messages: 'local' } })
    writeRecord(state(), { ...judged(Date.now(), 400), model: 'claude-sonnet-4-6' })
    const { out } = await status()
    expect(out).toContain(`judge  chain (claude-sonnet-4-6) by claude-cli, ${said}`)
  })

  it('that nobody chose asks no model', async () => {
    expect((await status()).out).toContain('judge  embedded, no model is asked, nothing is spent')
  })
})

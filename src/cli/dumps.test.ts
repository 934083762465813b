import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeClaude, startFakeClaude } from '../../test/fake-claude/server.ts'
import { check } from '../integrations/library/check.ts'
import { runBatch } from './batch.ts'
import { callLineOf } from './call-line.ts'
import { createSessions, decide } from './check-line.ts'
import { run } from './dumps.ts'
import { terminalJudgeEdge } from './terminal-judge-edge.ts'
import { consentingPerson, runIn } from './testing.ts'

let claude: FakeClaude
let home: string
beforeAll(async () => {
  claude = await startFakeClaude()
})
afterAll(() => claude.close())
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-dumps-'))
  claude.play([{ says: '<block>no</block>' }])
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true })
})

const COMMAND = 'frobnicate --everything now'
const settings = () => ({ judge: { kind: 'claude', baseUrl: claude.url, apiKey: 'k-of-the-settings' } })
const refuse = () => claude.play([{ fault: { kind: 'status', status: 401 } }])

async function asPerson(environment: Record<string, string>) {
  const call = { id: 'one', tool: 'Bash', input: { command: COMMAND }, cwd: '/nowhere/p', home, settings: settings() }
  const parsed = callLineOf(call)
  if (!parsed.ok) throw new Error(parsed.problem)
  return decide(parsed.line, createSessions(), terminalJudgeEdge(home, environment))
}

const listed = async (...args: readonly string[]) =>
  (await runIn(home, run, ['--json', ...args])).out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('what a person asks for', () => {
  it.each([
    ['1', 1],
    ['true', 1],
    [' ON ', 1],
    ['', 0],
    ['0', 0],
    ['false', 0],
  ])('CLAUDE_CODE_DUMP_AUTO_MODE=%j leaves %s', async (value, count) => {
    await asPerson({ CLAUDE_CODE_DUMP_AUTO_MODE: value })
    expect(await listed()).toHaveLength(count)
  })

  it('is listed with its result, and printed whole as JSON', async () => {
    await asPerson({ CLAUDE_CODE_DUMP_AUTO_MODE: '1' })
    expect(await listed()).toMatchObject([{ kind: 'dumps', result: 'allow', stage: 'fast', call: 'one' }])
    const { out, status } = await runIn(home, run, ['one-fast'], consentingPerson())
    expect(status).toBe(0)
    expect(JSON.parse(out).outcome.reply.usage.cacheWriteTokens).toBeGreaterThan(0)
  })

  it('is not printed to an agent', async () => {
    await asPerson({ CLAUDE_CODE_DUMP_AUTO_MODE: '1' })
    const { out, error, status } = await runIn(home, run, ['one-fast'], {
      ...consentingPerson(),
      notAPerson: () => 'agent',
    })
    expect([out, status]).toEqual(['', 20])
    expect(error).toContain('Run this in your own terminal (agent)')
  })
})

describe('what went wrong is kept', () => {
  it('for a person', async () => {
    refuse()
    await asPerson({})
    expect(await listed('--errors')).toMatchObject([{ kind: 'errors', failure: expect.stringMatching(/^refused-key/) }])
  })

  it('for the library', async () => {
    refuse()
    mkdirSync(join(home, 'p'))
    await check('Bash', { command: COMMAND }, { cwd: join(home, 'p'), home, settings: settings() })
    expect(await listed()).toMatchObject([{ kind: 'errors' }])
  })

  it('for a batch, below the home of whoever runs it, without reading a variable', async () => {
    vi.stubEnv('CLAUDE_CODE_DUMP_AUTO_MODE', '1')
    const call = {
      tool: 'Bash',
      input: { command: COMMAND },
      cwd: '/nowhere/p',
      home: '/nowhere',
      settings: settings(),
    }
    const lines = (id: string) => Readable.from([`${JSON.stringify({ id, ...call })}\n`])
    const io = { out: () => undefined, error: () => undefined, colour: false }
    await runBatch(lines('good'), io, home)
    expect(await listed()).toEqual([])
    refuse()
    await runBatch(lines('bad'), io, home)
    expect(await listed()).toMatchObject([{ kind: 'errors', call: 'bad' }])
  })
})

describe('the list', () => {
  it('is empty where nothing was kept, and says when something is', async () => {
    const { out, status } = await runIn(home, run, [])
    expect(out).toContain('Nothing is kept')
    expect(status).toBe(0)
  })

  it('shows a file that cannot be read, and nothing hostile', async () => {
    refuse()
    await asPerson({})
    const folder = join(home, '.irongate/state/judge-errors')
    const [name = ''] = readdirSync(folder)
    const hostile = { result: '\u001b[2Jgone', stage: 5, body: null, outcome: [] }
    writeFileSync(join(folder, name), JSON.stringify(hostile))
    writeFileSync(join(folder, name.replace('one', 'two')), '{"cut')
    writeFileSync(join(folder, 'other.txt'), 'x')
    const { out } = await runIn(home, run, [])
    expect(out).not.toContain('\u001b')
    expect(out).toContain('cannot be read')
    expect(out.match(/error/g)?.length).toBeGreaterThan(1)
    expect(readFileSync(join(folder, 'other.txt'), 'utf8')).toBe('x')
  })

  it('a name that fits none or several is wrong usage', async () => {
    refuse()
    await asPerson({})
    await expect(runIn(home, run, ['nothing'], consentingPerson())).rejects.toThrow('no file ends')
    await expect(runIn(home, run, ['a', 'b'], consentingPerson())).rejects.toThrow('one file')
  })
})

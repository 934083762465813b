import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeRecord } from '../audit/record-writer.ts'
import { type RecordFixture, recordFor } from '../audit/testing.ts'
import type { Decision } from '../decision.ts'
import { GENERIC } from '../integrations/generic/index.ts'
import { hookAnswer } from './hook-answer.ts'
import { run as log } from './log.ts'
import { runCommand } from './main.ts'
import { formatDateTime, timeFrom } from './time-arguments.ts'
import { run as why } from './why.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-records-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const state = () => join(home, '.irongate/state')

function wrote(given: RecordFixture): string {
  const record = recordFor(given)
  writeRecord(state(), record)
  return record.id
}

async function printed(run: (io: Parameters<typeof log>[1]) => Promise<number>) {
  let out = ''
  const io = { out: (text: string) => (out += text), error: (text: string) => (out += text), colour: false }
  return { status: await run(io), out }
}
const call = (...argv: string[]) => printed((io) => runCommand([...argv, '--home', home], io))
const agent = { isPerson: () => false, columns: undefined }
const person = { isPerson: () => true, columns: 80 }

/** A model's verdict, with words of its own. */
const JUDGED: Partial<Decision> = {
  reason: { type: 'verdict', judge: 'claude', verdict: 'block' },
  category: 'git-destructive',
  judge: 'claude',
  model: 'some-model',
  message: 'Bash denied: MODEL WORDS',
  trace: [
    { step: 'deny rules', says: 'pass', note: 'none matches' },
    { step: 'judge', says: 'deny', note: 'MODEL WORDS' },
    { step: 'nobody to ask', says: 'deny', note: 'MODEL WORDS; nobody' },
  ],
  stages: [{ stage: 'fast', outcome: 'block', detail: 'MODEL WORDS', ms: 12 }],
  spent: { inputTokens: 5, cacheReadTokens: 10, cacheWriteTokens: 0, outputTokens: 2, calls: 1, dollars: 0.01 },
}

it('a hook writes what the decision rests on, and no secret', async () => {
  const project = join(home, 'project')
  mkdirSync(join(project, '.git'), { recursive: true })
  writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(project, 'deploy.sh'), 'rm -rf ~/precious\n')
  const command = 'DEPLOY_TOKEN=opensesame77 sh deploy.sh'
  const event = { event: 'tool', session: 'abc', cwd: project, tool: 'Bash', call: 't1', input: { command } }
  const { stdout } = await hookAnswer({
    host: GENERIC,
    args: ['--home', home],
    input: async () => JSON.stringify(event),
  })
  expect(JSON.parse(stdout).decision).toBe('deny')
  const { out } = await call('log', '--json')
  expect(out).not.toContain('opensesame77')
  expect(JSON.parse(out)).toMatchObject({
    v: 1,
    host: 'generic',
    sessionId: 'abc',
    callId: 't1',
    input: { command: 'DEPLOY_TOKEN=«secret:token» sh deploy.sh' },
    outcome: 'deny',
    judge: 'embedded',
    gate: expect.stringMatching(/^\d+\./),
    policy: expect.stringMatching(/^[0-9a-f]+$/),
    ms: expect.any(Number),
    reads: [{ path: join(project, 'deploy.sh'), hash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    seq: 1,
  })
})

describe('irongate log', () => {
  it('lists newest first, equal denials once, and no secret', async () => {
    wrote({ command: 'deploy --token abcdef123456', decision: { outcome: 'allow' } })
    for (let time = 0; time < 3; time++) wrote({ command: 'rm -rf \u001b[2Kx' })
    const { out, status } = await call('log')
    const lines = out.trimEnd().split('\n')
    expect(status).toBe(0)
    expect(lines.length).toBe(2)
    expect(lines[0]).toMatch(
      /^\d{4}-\d{2}-\d{2} \d{2}:\d{2} {2}deny {5}[0-9a-f]{8} {2}interrupted .* Bash rm -rf \\u\{1b\}\[2Kx ×3$/,
    )
    expect(lines[1]).toContain('deploy --token «secret:token»')
    expect(
      readFileSync(join(state(), 'audit', `${new Date().toISOString().slice(0, 10)}.jsonl`), 'utf8'),
    ).not.toContain('abcdef123456')
  })

  it('fits the terminal', async () => {
    wrote({ command: 'x'.repeat(500) })
    const { out } = await printed((io) => log(['--home', home], io, person))
    expect(out.trimEnd().length).toBeLessThanOrEqual(80)
    expect(out).toContain('…')
    const id = wrote({ decision: { message: 'a sentence that goes on '.repeat(20) } })
    const page = await printed((io) => why([id, '--home', home], io, person))
    expect(Math.max(...page.out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it.each([
    [['--decision', 'ask,deny'], ['one']],
    [['--decision', 'allow'], ['two']],
    [['--since', '1h', '--text', 'TWO'], ['two']],
    [['--limit', '1'], ['two']],
    [
      ['--limit', '0'],
      ['two', 'one'],
    ],
    [['--until', '2000-01-01'], []],
  ])('%j', async (args, commands) => {
    wrote({ command: 'one' })
    wrote({ command: 'two', decision: { outcome: 'allow' } })
    const { out } = await call('log', '--json', ...args)
    const found = out.split('\n').filter((line) => line !== '')
    expect(found.map((line) => JSON.parse(line).input.command)).toEqual(commands)
  })

  it.each([
    [['--limit', '-1'], /--limit wants a value; .*--limit=-/],
    [['--limit=-1'], /--limit takes a number, not "-1"/],
    [['--limit'], /--limit wants a value/],
  ])('%j is refused in our own words', async (args, says) =>
    expect(await printed((io) => runCommand(['log', '--home', home, ...args], io))).toMatchObject({
      status: 64,
      out: expect.stringMatching(says),
    }),
  )

  it('keeps its columns, also where the gate was in the shadow', async () => {
    for (const outcome of ['allow', 'deny', 'ask', 'abort'] as const) {
      wrote({ command: 'one', decision: { outcome } })
      writeRecord(state(), { ...recordFor({ command: 'two', decision: { outcome } }), shadow: true })
    }
    const { out } = await call('log')
    const rows = out.trimEnd().split('\n')
    expect(new Set(rows.map((line) => line.search(/[0-9a-f]{8} {2}/))).size).toBe(1)
    expect(rows).toHaveLength(8)
  })

  it('says when there is nothing', async () => expect((await call('log')).out).toBe('No record matches.\n'))

  it('follows, oldest first', async () => {
    wrote({ command: 'one' })
    wrote({ command: 'two' })
    const stop = new AbortController()
    setTimeout(() => wrote({ command: 'three' }), 100)
    setTimeout(() => stop.abort(), 1200)
    const { out } = await printed((io) => log(['-f', '--home', home], io, person, stop.signal))
    expect([...out.matchAll(/Bash (\w+)/g)].map((match) => match[1])).toEqual(['one', 'two', 'three'])
  })
})

describe('irongate why', () => {
  it('quotes what the person said, where that decided', async () => {
    const sentence = 'client/ only, Ana works in server/'
    const id = wrote({ input: { command: 'touch server/x' }, decision: { statement: { id: 2, sentence } } })
    const { out } = await call('why', id)
    expect(out).toMatch(
      /^You said {2}"client\/ only, Ana works in server\/" \(2 of `irongate limits --all --session \S+`\)$/m,
    )
    expect(JSON.parse((await call('why', id, '--json')).out).statement).toEqual({ id: 2, sentence })
  })

  it('tells a person all', async () => {
    const id = wrote({ command: 'git push --force', decision: JUDGED, approvalKey: 'c'.repeat(64) })
    const { out, status } = await printed((io) => why([id, '--home', home], io, person))
    expect(status).toBe(0)
    for (const part of [
      'git push --force',
      'MODEL WORDS',
      'irongate categories git-destructive',
      'judge: deny, MODEL WORDS',
      'passed on by: deny rules',
      'some-model',
      'fast: block',
      '$0.0100',
      `irongate approve ${id}`,
      `irongate allow ${id}`,
    ])
      expect(out).toContain(part)
  })

  it.each([[[]], [['--json']], [['--agent']]])('tells an agent no word of a model: %j', async (args) => {
    const id = wrote({ command: 'git push --force', decision: JUDGED, approvalKey: 'c'.repeat(64) })
    const { out } = await printed((io) => why([id, ...args, '--home', home], io, agent))
    expect(out).not.toContain('MODEL WORDS')
    expect(out).toContain('git-destructive')
  })

  it('is one line for an agent', async () => {
    const id = wrote({ decision: { message: 'Blocked:\nours' }, approvalKey: 'c'.repeat(64) })
    const { out } = await call('why', id, '--agent')
    expect(out).toBe(`${id}: Blocked: ours. For the user: irongate approve ${id}.\n`)
  })
})

describe('what was decided in the shadow', () => {
  const given = { command: 'rm -rf x', approvalKey: 'c'.repeat(64) }
  const words = 'shadow mode stopped nothing, so there is nothing to approve'

  it('is told as such, and there is nothing to approve', async () => {
    const id = wrote({ ...given, shadow: true })
    const { out } = await call('denied')
    expect(out).toContain(`  (deny)  Bash rm -rf x\n`)
    const page = await printed((io) => why([id, '--home', home], io, agent))
    const line = await call('why', id, '--agent')
    for (const text of [out, page.out, line.out]) {
      expect(text).toContain(words)
      expect(text).not.toContain('irongate approve')
    }
    expect(page.out).toContain(`irongate allow ${id}`)
    expect((await call('status')).out).not.toContain(id)
  })

  it('is not one with what was stopped', async () => {
    const [, second] = [wrote({ ...given, shadow: true }), wrote(given)]
    const { out } = await call('denied')
    expect(out).not.toContain('in a row')
    expect(out.match(/irongate approve \w+/g)).toEqual([`irongate approve ${second}`])
    expect((await call('status')).out).toMatch(new RegExp(`last denials\n  ${second} .*\n(?!  )`))
  })
})

describe('irongate audit verify', () => {
  const file = () => join(state(), 'audit', `${new Date().toISOString().slice(0, 10)}.jsonl`)

  it('tells unanchored, intact and broken apart', async () => {
    wrote({})
    wrote({})
    expect(await call('audit', 'verify')).toEqual({
      status: 0,
      out: 'unanchored: 1 session, 2 records\n  2 records not anchored before; now anchored\n',
    })
    expect(await call('audit', 'verify')).toEqual({ status: 0, out: 'intact: 1 session, 2 records\n' })
    writeFileSync(file(), readFileSync(file(), 'utf8').replace('because', 'BECAUSE'))
    const { status, out } = await call('audit', 'verify')
    expect(status).toBe(1)
    expect(out).toMatch(
      /^broken: 1 session, 2 records\n {2}\d{4}-\d{2}-\d{2}\.jsonl:1, session s: the line was changed\n$/,
    )
    const json = await call('audit', 'verify', '--json')
    expect(json.status).toBe(1)
    expect(JSON.parse(json.out)).toMatchObject({ status: 'broken', faults: [{ session: 's', line: 1 }] })
  })
})

describe('wrong usage ends with 64', () => {
  it.each([
    ['log', '--since', 'soon'],
    ['log', '--since', '2026-02-30'],
    ['log', '--decision', 'maybe'],
    ['log', '--limit', 'ten'],
    ['log', '--nothing'],
    ['log', 'word'],
    ['why'],
    ['why', 'a', 'b'],
    ['why', '00000000'],
    ['audit'],
    ['audit', 'repair'],
    ['denied', '--nothing'],
  ])('%s %s %s', async (...argv) => expect((await call(...argv)).status).toBe(64))

  it.each(['log', 'why', 'audit', 'denied'])('%s --help', async (name) => {
    const { status, out } = await call(name, '--help')
    expect(status).toBe(0)
    expect(out).toContain('Examples:')
  })
})

describe('times', () => {
  const now = new Date(2026, 10, 16, 9, 30).getTime()
  it.each<[string, 'start' | 'end', number]>([
    ['2h', 'start', now - 7_200_000],
    ['3d', 'start', now - 3 * 86_400_000],
    ['today', 'start', new Date(2026, 10, 16).getTime()],
    ['yesterday', 'start', new Date(2026, 10, 15).getTime()],
    ['yesterday', 'end', new Date(2026, 10, 16).getTime() - 1],
    ['2026-11-01', 'start', new Date(2026, 10, 1).getTime()],
    ['2026-11-01', 'end', new Date(2026, 10, 2).getTime() - 1],
    ['2026-11-01 14:30', 'end', new Date(2026, 10, 1, 14, 30).getTime()],
    ['2026-11-01T14:30:05Z', 'start', Date.UTC(2026, 10, 1, 14, 30, 5)],
  ])('%s (%s)', (text, edge, at) => expect(timeFrom(text, edge, now)).toBe(at))

  it('are shown as the clock on the wall', () => expect(formatDateTime(now)).toBe('2026-11-16 09:30'))
})

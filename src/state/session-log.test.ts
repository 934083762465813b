import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BrokenStateError, fileNameFor } from './private-folder.ts'
import { pruneState } from './prune.ts'
import { createFileLatch } from './refused-key-file.ts'
import { type CallTraces, shortenTexts } from './session-events.ts'
import { openSessionLog } from './session-log.ts'
import { createFileLedger } from './spend-ledger.ts'
import { storeText } from './written-texts.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irongate-log-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const NOTHING: CallTraces = {
  written: [],
  before: [],
  built: [],
  created: [],
  downloaded: [],
  carriers: [],
  branches: [],
  started: [],
  seen: [],
}
const log = () => openSessionLog(folder, 's')

describe('the session log', () => {
  it('keeps one fence for all its processes', () => {
    const { fence } = log().fold()
    expect(fence).toMatch(/^[\w-]{12}$/)
    expect(log().fold().fence).toBe(fence)
  })

  it('pending content counts at once, what loosens when the call ran', () => {
    const traces: CallTraces = {
      ...NOTHING,
      written: [
        ['/a', 'x'],
        ['/b', null],
      ],
      created: ['/a'],
      downloaded: [['/c', 'h']],
    }
    log().append({ type: 'traces', traces, callId: 't1' }, { type: 'traces', traces: { ...NOTHING, created: ['/d'] } })
    const { written, downloaded, created } = log().fold().facts
    expect([...written]).toEqual([
      ['/a', 'x'],
      ['/b', undefined],
    ])
    expect([...downloaded]).toEqual([['/c', 'h']])
    expect([...created]).toEqual([])
    log().append({ type: 'ran', callId: 't1' })
    expect([...log().fold().facts.created]).toEqual(['/a'])
  })

  it('a listing stays with its file until another text is put there', () => {
    const listing = { places: [{ known: '/home/dev/\0', all: true }], by: [{ program: 'find' }] }
    const wrote = (text: string | null): CallTraces => ({ ...NOTHING, written: [['/tmp/l', text]] })
    log().append({ type: 'traces', traces: { ...wrote(null), listings: [['/tmp/l', listing]] } })
    expect(log().fold().facts.listings?.get('/tmp/l')).toEqual(listing)
    log().append({ type: 'traces', traces: wrote('dist\n') })
    expect(log().fold().facts.listings?.has('/tmp/l')).toBe(false)
  })

  it('a sub-agent sees what people said to the root, and its own conversation without authority', () => {
    log().append(
      { type: 'entry', entry: { kind: 'user', text: 'root', trusted: true } },
      { type: 'entry', entry: { kind: 'call', tool: 'Bash', input: {} } },
      { type: 'entry', entry: { kind: 'harness', text: 'task' }, agent: 'a' },
      { type: 'entry', entry: { kind: 'harness', text: 'other' }, agent: 'b' },
    )
    expect(log().fold().entries('a')).toEqual([
      { kind: 'user', text: 'root', trusted: true },
      { kind: 'harness', text: 'task' },
    ])
    expect(log().fold().entries(undefined)).toHaveLength(2)
  })

  it.each(['not json\n', '{"type":"pardon"}\n', 'null\n', '7\n'])('damaged: %j closes', (text) => {
    log().fold()
    writeFileSync(join(folder, 'sessions', `${fileNameFor('s')}.jsonl`), text)
    expect(() => log().fold()).toThrow(BrokenStateError)
  })

  it('a long text is read when it is asked for, and unknown when it is gone', () => {
    const text = 'rm -rf /\n'.repeat(1000)
    const stored = storeText(folder, text, { path: '/x' })
    expect(JSON.stringify(stored).length).toBeLessThan(100)
    log().append({
      type: 'traces',
      traces: {
        ...NOTHING,
        written: [
          ['/a', stored],
          ['/b', { file: '../../x' }],
        ],
      },
    })
    expect(log().fold().facts.written.get('/a')).toBe(text)
    expect([...log().fold().facts.written]).toEqual([
      ['/a', text],
      ['/b', undefined],
    ])
    rmSync(join(folder, 'contents'), { recursive: true })
    const { written } = log().fold().facts
    expect(written.has('/a')).toBe(true)
    expect(written.get('/a')).toBeUndefined()
  })

  it('what was not touched for a month is forgotten', () => {
    log().fold()
    pruneState(folder, Date.now())
    expect(readdirSync(join(folder, 'sessions'))).toHaveLength(1)
    pruneState(folder, Date.now() + 31 * 86_400_000)
    expect(readdirSync(join(folder, 'sessions'))).toEqual([])
  })

  it('long inputs lose their middle', () => {
    const { content } = shortenTexts({ content: 'x'.repeat(100_000), list: ['y'] }) as { content: string }
    expect(content.length).toBeLessThan(20_000)
  })
})

describe('spending', () => {
  it('is summed by session and by day', () => {
    const ledger = createFileLedger(folder, () => 0)
    ledger.add('a', { dollars: 1, tokens: 10, checks: 1 })
    ledger.add('b', { dollars: 2, tokens: 20, checks: 0 })
    expect(createFileLedger(folder, () => 0).spent('a')).toEqual({
      session: { dollars: 1, tokens: 10, checks: 1 },
      day: { dollars: 3, tokens: 30, checks: 1 },
    })
    const nothing = { dollars: 0, tokens: 0, checks: 0 }
    expect(createFileLedger(folder, () => 86_400_000).spent('a')).toEqual({ session: nothing, day: nothing })
  })

  it('that cannot be read throws: the budget counts as reached', () => {
    createFileLedger(folder, () => 0).add('a', { dollars: 1, tokens: 1, checks: 1 })
    writeFileSync(join(folder, 'spend', '1970-01-01.jsonl'), '{"session":"a","dollars":"free"}\n')
    expect(() => createFileLedger(folder, () => 0).spent('a')).toThrow(BrokenStateError)
  })
})

it('a refused key is remembered across processes', () => {
  expect(createFileLatch(folder).get()).toBeUndefined()
  const refusal = { print: 'abc', at: 5, detail: 'invalid', sessions: { a: 5 } }
  createFileLatch(folder).set(refusal)
  expect(createFileLatch(folder).get()).toEqual(refusal)
  createFileLatch(folder).set(undefined)
  expect(createFileLatch(folder).get()).toBeUndefined()
})

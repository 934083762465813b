import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileRecords } from './file-records.ts'
import { followRecords, recentRecordIds } from './follow-records.ts'
import { newestRecord, type RecordQuery, type RecordStore } from './query.ts'
import type { AuditRecord } from './record.ts'
import { writeRecord } from './record-writer.ts'
import { groupRepeats } from './repeats.ts'
import { recordFor } from './testing.ts'

let folder: string
let store: RecordStore
const damaged: string[] = []
const DAY = 24 * 60 * 60 * 1000
const NOON = Date.UTC(2026, 10, 1, 12)
const made: AuditRecord[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'irongate-query-'))
  store = fileRecords(folder, (file) => damaged.push(file))
  made.push(
    recordFor({ at: NOON, session: 'alpha-1', command: 'git push', cwd: '/p/one', decision: { category: 'x' } }),
    recordFor({ at: NOON + 1, session: 'beta-1', command: 'ls', cwd: '/p/one/sub', decision: { outcome: 'allow' } }),
    recordFor({ at: NOON + DAY, session: 'alpha-2', agent: 'helper', command: 'make', cwd: '/p/oneself' }),
    recordFor({ at: NOON + 2 * DAY, session: 'doctor-1', command: 'rm -rf /' }),
    recordFor({ at: NOON + 2 * DAY, session: 'gamma', host: 'other', command: 'make 2', decision: { outcome: 'ask' } }),
  )
  for (const record of made) writeRecord(folder, record)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function asked(query: RecordQuery): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const { input } of store.query(query)) found.push(input['command'])
  return found
}

describe('a query', () => {
  it.each<[string, RecordQuery, readonly string[]]>([
    ['all, newest first, without probes', {}, ['make 2', 'make', 'ls', 'git push']],
    ['probes', { probes: true }, ['make 2', 'rm -rf /', 'make', 'ls', 'git push']],
    ['since', { since: NOON + 1 }, ['make 2', 'make', 'ls']],
    ['until', { until: NOON }, ['git push']],
    ['a project and what is below it', { project: '/p/one/' }, ['ls', 'git push']],
    ['the start of a session', { session: 'alpha' }, ['make', 'git push']],
    ['agent', { agent: 'helper' }, ['make']],
    ['host', { host: 'other' }, ['make 2']],
    ['category', { category: 'x' }, ['git push']],
    ['decisions', { decisions: ['ask', 'allow'] }, ['make 2', 'ls']],
    ['text of the call', { text: 'PUSH' }, ['git push']],
    ['text of the message', { text: 'because', limit: 2 }, ['make 2', 'make']],
    ['limit', { limit: 1 }, ['make 2']],
    ['none', { limit: 0 }, []],
    ['several at once', { session: 'alpha', text: 'make' }, ['make']],
  ])('%s', async (_name, query, commands) => expect(await asked(query)).toEqual(commands))

  it('by id', async () => {
    expect(await newestRecord(store, { id: made[1]?.id })).toMatchObject({ input: { command: 'ls' } })
    expect(await newestRecord(store, { id: 'nothing' })).toBeUndefined()
  })

  it('reads lines of the first version, and passes over what is none, aloud', async () => {
    const { v: _version, ...old } = recordFor({ at: NOON - DAY, session: 'old', command: 'old' })
    const lines = [JSON.stringify(old), '{"cut', '"text"', '{"id":7}', JSON.stringify({ ...old, trace: [null] })]
    writeFileSync(join(folder, 'audit/2026-10-31.jsonl'), lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
    expect(await asked({ until: NOON - 1 })).toEqual(['old'])
    expect(damaged.length).toBe(4)
  })
})

it('equal calls that were stopped in a row are one', async () => {
  async function* records() {
    for (const command of ['a', 'a', 'b', 'a']) yield recordFor({ command })
    yield recordFor({ command: 'c', decision: { outcome: 'allow' } })
    yield recordFor({ command: 'c', decision: { outcome: 'allow' } })
    yield recordFor({ command: 'd', session: 'one' })
    yield recordFor({ command: 'd', session: 'two' })
  }
  const found: string[] = []
  for await (const { record, times } of groupRepeats(records())) found.push(`${record.input['command']}${times}`)
  expect(found).toEqual(['a2', 'b1', 'a1', 'c1', 'c1', 'd1', 'd1'])
})

it('whoever follows sees each new Record once, and none of the old ones', async () => {
  const stop = new AbortController()
  writeRecord(folder, recordFor({ command: 'before' }))
  const seen = await recentRecordIds(store, {}, Date.now())
  const found: unknown[] = []
  setTimeout(() => writeRecord(folder, recordFor({ command: 'first' })), 100)
  setTimeout(() => writeRecord(folder, recordFor({ command: 'second' })), 500)
  for await (const { input } of followRecords(store, {}, { seen, signal: stop.signal })) {
    found.push(input['command'])
    if (found.length === 2) setTimeout(() => stop.abort(), 600)
  }
  expect(found).toEqual(['first', 'second'])
})

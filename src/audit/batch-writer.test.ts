import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256 } from '../analysis/text/sha256.ts'
import { createBatchWriter } from './batch-writer.ts'
import { chainRecord, chainStart, formatChainedLine, formatRecordLine } from './chain.ts'
import { headFile, readHead } from './chain-heads.ts'
import { dayFiles } from './day-files.ts'
import { writeRecord } from './record-writer.ts'
import { recordFor } from './testing.ts'
import { verifyAuditLog } from './verify.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irongate-many-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const AT = Date.UTC(2026, 10, 1, 12)
const some = (count: number, at = AT) =>
  Array.from({ length: count }, (_, index) => recordFor({ session: `s${index % 3}`, at: at + index }))

it('a line that is made in one go is the line that is made step by step', () => {
  const head = { seq: 3, hash: 'a'.repeat(64), at: AT }
  for (const record of [
    recordFor({ at: AT }),
    recordFor({ at: AT, agent: 'x', input: { b: [1, { d: 'ü\n' }], a: null } }),
  ])
    for (const from of [head, chainStart('s')]) {
      const next = chainRecord(record, from)
      expect(formatChainedLine(record, from, sha256)).toEqual({
        line: formatRecordLine(next),
        seq: next.seq,
        hash: next.hash,
      })
    }
})

describe('many records at once', () => {
  it('are chained as if they had been written one by one, and their heads are noted', () => {
    const writer = createBatchWriter(folder, () => AT)
    writer.write(some(7))
    writer.write(some(5, AT + 100))
    expect(verifyAuditLog(folder)).toMatchObject({
      status: 'unanchored',
      sessions: 3,
      records: 12,
      unchained: 0,
      faults: [],
    })
    writer.close()
    expect(readHead(headFile(folder, 's0'))).toMatchObject({ seq: 5 })
    // Whoever writes one by one goes on from there.
    writeRecord(folder, recordFor({ session: 's0', at: AT + 200 }))
    expect(verifyAuditLog(folder)).toMatchObject({ records: 13, faults: [] })
  })

  it('a head that is noted too late is no fault, and lines that are taken from behind it are', () => {
    let now = AT
    const writer = createBatchWriter(folder, () => now)
    writer.write(some(6))
    now += 6000
    writer.write(some(3, AT + 6000))
    writer.note()
    expect(readHead(headFile(folder, 's0'))).toMatchObject({ seq: 3 })
    writer.write(some(3, AT + 6100))
    writer.note()
    expect(verifyAuditLog(folder).faults).toEqual([])
    const file = dayFiles(folder)[0]?.path ?? ''
    const lines = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, `${lines.slice(0, -7).join('\n')}\n`)
    expect(verifyAuditLog(folder).status).toBe('broken')
  })

  it('are written where their heads cannot be noted, which is told once in a while', () => {
    let now = AT
    const writer = createBatchWriter(folder, () => now)
    writer.write(some(3))
    rmSync(join(folder, 'audit/heads'), { recursive: true, force: true })
    writeFileSync(join(folder, 'audit/heads'), '')
    now += 6000
    writer.write(some(1, now))
    expect(() => writer.note()).toThrow()
    writer.write(some(1, now + 1))
    writer.note()
    now += 6000
    writer.write(some(1, now))
    expect(() => writer.note()).toThrow()
    rmSync(join(folder, 'audit/heads'))
    now += 6000
    writer.write(some(1, now))
    writer.note()
    expect(readHead(headFile(folder, 's0'))).toMatchObject({ seq: 5 })
    expect(verifyAuditLog(folder)).toMatchObject({ records: 7, unchained: 0, faults: [] })
  })

  it('go on after a write that failed, from what was written', () => {
    const writer = createBatchWriter(folder, () => AT)
    writer.write(some(3))
    const file = dayFiles(folder)[0]?.path ?? ''
    rmSync(file)
    mkdirSync(file)
    expect(() => writer.write(some(3, AT + 10))).toThrow()
    rmSync(file, { recursive: true })
    writer.write(some(3, AT + 20))
    expect(verifyAuditLog(folder)).toMatchObject({ records: 3, unchained: 0, faults: [] })
  })

  it('begin on a line of their own after one that was cut off', () => {
    const writer = createBatchWriter(folder, () => AT)
    writer.write(some(1))
    const file = dayFiles(folder)[0]?.path ?? ''
    writeFileSync(file, '{"v":1,"cut', { flag: 'a' })
    writer.write(some(1, AT + 10))
    expect(verifyAuditLog(folder).faults).toEqual([
      { file: '2026-11-01.jsonl', line: 2, what: 'the line is no record' },
    ])
  })

  it('begin on a line of their own after others have cut one off, and go on in a file that was put in place of the other', () => {
    const writer = createBatchWriter(folder, () => AT)
    writer.write(some(2))
    const file = dayFiles(folder)[0]?.path ?? ''
    writeFileSync(file, 'cut', { flag: 'a' })
    writer.write(some(1, AT + 10))
    expect(readFileSync(file, 'utf8')).toMatch(/\ncut\n\{.*\}\n$/)
    rmSync(file)
    writeFileSync(file, 'another\n', { mode: 0o600 })
    writer.write(some(1, AT + 20))
    expect(readFileSync(file, 'utf8')).toMatch(/^another\n\{.*\}\n$/)
    rmSync(file)
    writer.write(some(1, AT + 30))
    expect(readFileSync(file, 'utf8')).toMatch(/^\{.*\}\n$/)
  })

  it('over midnight lie in the files of their days', () => {
    const writer = createBatchWriter(folder, () => AT)
    writer.write([AT, AT + 13 * 60 * 60 * 1000, AT + 1].map((at) => recordFor({ session: 's', at })))
    expect(dayFiles(folder).map(({ day }) => day)).toEqual(['2026-11-01', '2026-11-02'])
    expect(verifyAuditLog(folder)).toMatchObject({ records: 3, faults: [] })
  })
})

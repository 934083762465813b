import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runs } from '../../test/runs.ts'
import { anchorChains } from './anchors.ts'
import { headFile } from './chain-heads.ts'
import { currentFile, dayFileLines, dayFiles, linesFromEnd } from './day-files.ts'
import { removeDayFiles } from './day-retention.ts'
import { pruneHeads } from './prune-heads.ts'
import { writeRecord } from './record-writer.ts'
import { recordFor } from './testing.ts'
import { verifyAuditLog } from './verify.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irongate-audit-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const AT = Date.UTC(2026, 10, 1, 12)
const DAY = 24 * 60 * 60 * 1000
const fileOf = (day = '2026-11-01') => join(folder, 'audit', `${day}.jsonl`)
const readAll = () => readFileSync(fileOf(), 'utf8').split('\n').slice(0, -1)
const writeAll = (lines: readonly string[]) => writeFileSync(fileOf(), lines.map((line) => `${line}\n`).join(''))

function write(session: string, count: number, at = AT): void {
  for (let index = 0; index < count; index++) writeRecord(folder, recordFor({ session, at: at + index }))
}

describe('a chain for each session', () => {
  it('is whole, and anchored when it was verified', () => {
    write('a', 3)
    write('b', 2)
    write('a', 2)
    expect(verifyAuditLog(folder, AT)).toMatchObject({ status: 'unanchored', sessions: 2, records: 7, unanchored: 7 })
    expect(verifyAuditLog(folder)).toMatchObject({ status: 'intact', unanchored: 0 })
    write('a', 1)
    expect(verifyAuditLog(folder)).toMatchObject({ status: 'unanchored', unanchored: 1 })
    anchorChains(folder, Date.now())
    expect(verifyAuditLog(folder)).toMatchObject({ status: 'intact', unanchored: 0, faults: [] })
  })

  it('lies in private files', () => {
    write('a', 1)
    for (const name of readdirSync(join(folder, 'audit'), { recursive: true, withFileTypes: true })) {
      const { mode } = statSync(join(name.parentPath, name.name))
      expect(mode & 0o077, name.name).toBe(0)
    }
  })

  it('nothing is nothing, and stays so', () => {
    expect(verifyAuditLog(folder, AT)).toMatchObject({ status: 'intact', sessions: 0, records: 0 })
    expect(readdirSync(folder)).toEqual([])
  })

  it('a change, a loss or a swap of any line is found, anchored or not', () => {
    const sessions = ['a', 'b', 'c']
    for (let round = 0; round < 6; round++) for (const session of sessions) write(session, 1, AT + round * 10)
    const lines = readAll()
    const place = fc.nat({ max: lines.length - 1 })
    const spoiled = fc.oneof(
      fc.tuple(place, fc.nat(), fc.integer({ min: 33, max: 126 })).map(([at, offset, code]) =>
        lines.map((line, index) => {
          const spot = offset % line.length
          return index === at ? `${line.slice(0, spot)}${String.fromCharCode(code)}${line.slice(spot + 1)}` : line
        }),
      ),
      fc.tuple(place, fc.integer({ min: 1, max: 6 })).map(([at, count]) => lines.toSpliced(at, count)),
      place.map((at) => lines.toSpliced(at, 0, lines[at] ?? '')),
      // Within a session: the order of lines of different sessions says nothing.
      fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 2 })).map(([round, session]) => {
        const [one, two] = [round * 3 + session, (round + 1) * 3 + session]
        return lines.with(one, lines[two] ?? '').with(two, lines[one] ?? '')
      }),
    )
    fc.assert(
      fc.property(spoiled, (changed) => {
        fc.pre(changed.join('\n') !== lines.join('\n'))
        writeAll(changed)
        const { status, faults } = verifyAuditLog(folder)
        expect(status).toBe('broken')
        expect(faults[0]?.what).not.toBe('')
      }),
      { numRuns: runs(400) },
    )
  })

  it('names the session and the line', () => {
    write('a', 3)
    writeAll(readAll().with(1, (readAll()[1] ?? '').replace('because', 'BECAUSE')))
    expect(verifyAuditLog(folder).faults).toEqual([
      { session: 'a', file: '2026-11-01.jsonl', line: 2, what: 'the line was changed' },
    ])
    writeAll(readAll().toSpliced(1, 1))
    expect(verifyAuditLog(folder).faults[0]).toMatchObject({
      session: 'a',
      line: 2,
      what: 'a line is missing before it',
    })
  })

  it('a chain that was written anew does not fit its anchor', () => {
    write('a', 2)
    verifyAuditLog(folder, AT)
    rmSync(fileOf())
    rmSync(headFile(folder, 'a'))
    write('a', 2)
    expect(verifyAuditLog(folder)).toMatchObject({ status: 'broken' })
  })

  it('an anchor that was changed or taken out is found', () => {
    for (let round = 1; round <= 3; round++) {
      write('a', 1, AT + round)
      verifyAuditLog(folder, AT + round)
    }
    const file = join(folder, 'audit/anchors.jsonl')
    const anchors = readFileSync(file, 'utf8').split('\n').slice(0, -1)
    expect(anchors.length).toBe(3)
    for (const spoiled of [
      anchors.toSpliced(1, 1),
      anchors.with(1, (anchors[1] ?? '').replace('"seq":2', '"seq":1')),
    ]) {
      writeFileSync(file, `${spoiled.join('\n')}\n`)
      expect(verifyAuditLog(folder).status).toBe('broken')
    }
  })

  it('whole days may go, the first lines of a day may not', () => {
    write('a', 2)
    write('a', 2, AT + DAY)
    write('gone', 1)
    removeDayFiles(folder, AT + DAY)
    expect(verifyAuditLog(folder)).toMatchObject({ status: 'unanchored', shortened: 2, records: 2, faults: [] })
    const next = fileOf('2026-11-02')
    writeFileSync(next, readFileSync(next, 'utf8').split('\n').slice(1).join('\n'))
    expect(verifyAuditLog(folder).status).toBe('broken')
  })

  describe('days that are not there', () => {
    const NEXT = '2026-11-02'
    /** What is left of two days, of which each has a session of its own and one that goes on. */
    const left = (remove: () => void) => {
      write('old', 1)
      write('long', 1)
      write('long', 1, AT + DAY)
      write('new', 1, AT + DAY)
      verifyAuditLog(folder, AT + DAY)
      remove()
      return verifyAuditLog(folder)
    }
    const without = (...names: readonly string[]) => {
      for (const name of names) rmSync(join(folder, 'audit', name), { recursive: true })
    }

    it.each<[string, () => void, Partial<ReturnType<typeof verifyAuditLog>>]>([
      ['an old one, as somebody said', () => removeDayFiles(folder, AT + DAY), { status: 'intact', shortened: 2 }],
      ['all of them, as somebody said', () => removeDayFiles(folder, AT + 2 * DAY), { status: 'intact', shortened: 3 }],
      ['an old one', () => rmSync(fileOf()), { status: 'broken', shortened: 0 }],
      ['the last one', () => rmSync(fileOf(NEXT)), { status: 'broken', shortened: 0 }],
      ['all of them', () => without('2026-11-01.jsonl', `${NEXT}.jsonl`), { status: 'broken' }],
    ])('%s', (_name, remove, found) => expect(left(remove)).toMatchObject(found))

    it.each<[string, readonly string[], 'intact' | 'broken']>([
      ['heads', ['anchors.jsonl'], 'broken'],
      ['anchors', ['heads'], 'broken'],
      ['nothing', ['anchors.jsonl', 'heads'], 'intact'],
    ])('are missed by %s alone', (_name, others, status) => {
      const found = left(() => {
        removeDayFiles(folder, AT + DAY)
        without(`${NEXT}.jsonl`, ...others)
      })
      expect(found).toMatchObject({ status })
      if (status === 'broken')
        expect(found.faults.map(({ session, file }) => `${session} ${file}`).sort()).toEqual([
          `long ${NEXT}.jsonl`,
          `new ${NEXT}.jsonl`,
        ])
    })

    it('a note that was made before it came to the removal explains nothing that is there', () => {
      const found = left(() => {
        const text = readFileSync(fileOf(), 'utf8')
        removeDayFiles(folder, AT + DAY)
        writeFileSync(fileOf(), text.replace('because', 'BECAUSE'), { mode: 0o600 })
      })
      expect(found).toMatchObject({ status: 'broken', shortened: 0 })
    })

    it('a note that cannot be written costs the removal, not the proof', () => {
      write('a', 1)
      mkdirSync(join(folder, 'audit/erased.jsonl'))
      expect(() => removeDayFiles(folder, AT + DAY)).toThrow(/cannot be written/)
      expect(readAll()).toHaveLength(1)
    })
  })

  describe('the place of a chain is forgotten with its lines', () => {
    const MONTHS = 60 * DAY
    const age = (session: string) => {
      const then = new Date(Date.now() - MONTHS)
      utimesSync(headFile(folder, session), then, then)
    }
    const kept = () => readdirSync(join(folder, 'audit/heads')).length
    beforeEach(() => {
      write('a', 3)
      write('b', 1, AT + MONTHS)
      verifyAuditLog(folder, AT + MONTHS)
      age('a')
    })

    it('not before them', () => {
      pruneHeads(folder, Date.now())
      expect(kept()).toBe(2)
    })

    it('not when they were taken away unsaid', () => {
      rmSync(fileOf())
      pruneHeads(folder, Date.now())
      expect(kept()).toBe(2)
    })

    it('not while its session may go on', () => {
      removeDayFiles(folder, AT + DAY)
      utimesSync(headFile(folder, 'a'), new Date(), new Date())
      pruneHeads(folder, Date.now())
      expect(kept()).toBe(2)
    })

    it('and a session that goes on all the same begins anew, which is no fault', () => {
      removeDayFiles(folder, AT + DAY)
      writeFileSync(`${headFile(folder, 'a')}.lock.1`, '')
      utimesSync(`${headFile(folder, 'a')}.lock.1`, 0, 0)
      pruneHeads(folder, Date.now())
      expect(kept()).toBe(1)
      expect(verifyAuditLog(folder)).toMatchObject({ status: 'intact', faults: [] })
      write('a', 4, AT + MONTHS)
      expect(verifyAuditLog(folder, AT + MONTHS)).toMatchObject({ status: 'unanchored', unanchored: 4, faults: [] })
      expect(verifyAuditLog(folder)).toMatchObject({ status: 'intact', unanchored: 0 })
      // What was anchored since holds as ever.
      const now = dayFiles(folder).at(-1)?.path ?? ''
      writeFileSync(now, readFileSync(now, 'utf8').split('\n').slice(0, -2).join('\n'))
      expect(verifyAuditLog(folder).status).toBe('broken')
    })
  })

  it('lines of the first version are counted and believed', () => {
    const { v: _version, ...old } = recordFor({ at: AT })
    mkdirSync(join(folder, 'audit'), { mode: 0o700 })
    writeFileSync(fileOf(), `${JSON.stringify(old)}\n`, { mode: 0o600 })
    write('a', 1)
    expect(verifyAuditLog(folder)).toMatchObject({ status: 'unanchored', old: 1, records: 1, faults: [] })
  })
})

describe('what goes wrong while it is written', () => {
  it.each([
    ['a head that was noted and a line that was not written', () => readAll().slice(0, -1), 'next', 4],
    ['a line that was written after a note', () => readAll(), 'next', 5],
    ['a head that was cut off', () => readAll(), 'cut', 5],
  ])('%s', (_name, lines, how, records) => {
    write('a', 3)
    const [, second, third] = readAll().map((line) => JSON.parse(line))
    writeAll(lines())
    const noted = { sessionId: 'a', seq: 2, hash: second.hash, at: second.at, next: third.hash }
    writeFileSync(headFile(folder, 'a'), how === 'cut' ? '{"sess' : JSON.stringify(noted))
    write('a', 2, AT + 10)
    expect(verifyAuditLog(folder)).toMatchObject({ faults: [], records })
  })

  it('a lock that nobody gives back costs a moment, and no place in the chain', () => {
    write('a', 1)
    const lock = `${headFile(folder, 'a')}.lock`
    writeFileSync(lock, '')
    write('a', 1)
    expect(verifyAuditLog(folder)).toMatchObject({ records: 2, unchained: 0, faults: [] })
  })

  it('a lock that is held all the time costs the place, which the record says', () => {
    write('a', 1)
    const lock = `${headFile(folder, 'a')}.lock`
    writeFileSync(lock, '')
    utimesSync(lock, Date.now() / 1000 + 60, Date.now() / 1000 + 60)
    const start = Date.now()
    write('a', 1)
    expect(Date.now() - start).toBeLessThan(1500)
    rmSync(lock)
    write('a', 1)
    expect(verifyAuditLog(folder)).toMatchObject({ records: 2, unchained: 1, faults: [] })
    expect(readAll()[1]).toContain('"unchained":"the lock of its session was not free"')
  })

  it('a clock that goes back, as between two processes at midnight, breaks nothing', () => {
    const midnight = Date.UTC(2026, 10, 2)
    for (const at of [midnight - 5, midnight + 1, midnight - 1, midnight + 2]) write('a', 1, at)
    expect(verifyAuditLog(folder)).toMatchObject({ records: 4, faults: [] })
    expect(dayFiles(folder).length).toBe(2)
    removeDayFiles(folder, midnight)
    expect(verifyAuditLog(folder)).toMatchObject({ records: 3, shortened: 1, faults: [] })
  })

  it('a line that was cut off spoils no other', () => {
    write('a', 1)
    writeFileSync(fileOf(), '{"v":1,"cut', { flag: 'a' })
    write('a', 1)
    expect(verifyAuditLog(folder).faults).toEqual([
      { file: '2026-11-01.jsonl', line: 2, what: 'the line is no record' },
    ])
  })
})

it('several processes that write at once keep every line and every chain', { timeout: 60_000 }, async () => {
  const program = `
    import { writeRecord } from './src/audit/record-writer.ts'
    import { recordFor } from './src/audit/testing.ts'
    for (let at = 0; at < 60; at++) {
      writeRecord(process.argv[1], recordFor({ session: 'shared' }))
      writeRecord(process.argv[1], recordFor({ session: 'own-' + process.pid }))
    }`
  const ended = [1, 2, 3].map(
    () =>
      new Promise((done) => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder], { stdio: 'inherit' })
        child.on('exit', done)
      }),
  )
  expect(await Promise.all(ended)).toEqual([0, 0, 0])
  const found = verifyAuditLog(folder)
  expect(found).toMatchObject({ faults: [], sessions: 4 })
  expect(found.records + found.unchained).toBe(360)
})

describe('files', () => {
  it('a day goes on in a second file', () => {
    write('a', 1)
    const first = currentFile(folder, AT, 10)
    expect(first).toBe(join(folder, 'audit/2026-11-01.2.jsonl'))
    for (const name of ['2026-11-01.2', '2026-11-01.10', '2026-10-31', 'x', '2026-11-01.2.bak'])
      writeFileSync(join(folder, `audit/${name}.jsonl`), '')
    expect(dayFiles(folder).map(({ day, part }) => `${day} ${part}`)).toEqual([
      '2026-10-31 1',
      '2026-11-01 1',
      '2026-11-01 2',
      '2026-11-01 10',
    ])
  })

  it('reads the same lines from either end, whatever their length', () => {
    const line = fc.nat({ max: 200_000 }).map((length) => 'ü'.repeat(length % 7 === 0 ? length : length % 50))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.boolean(), (lines, ended) => {
        const file = join(folder, 'lines')
        writeFileSync(file, lines.join('\n') + (ended ? '\n' : ''))
        const forward = [...dayFileLines(file)].map(({ text }) => text).filter((text) => text !== '')
        expect(forward).toEqual(lines.filter((text) => text !== ''))
        expect([...linesFromEnd(file)].reverse()).toEqual(forward)
      }),
      { numRuns: 60 },
    )
  })
})

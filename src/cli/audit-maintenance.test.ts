import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayFiles } from '../audit/day-files.ts'
import { writeRecord } from '../audit/record-writer.ts'
import { recordFor } from '../audit/testing.ts'
import { ingestRecords } from '../server/ingest/ingest.ts'
import { machineName } from '../server/ingest/machine-name.ts'
import { removeExpired } from '../server/retention.ts'
import { all } from '../server/store/contract-records.ts'
import { openExistingStore } from '../server/store/existing-store.ts'
import { type TestPlace, testPlace } from '../server/store/testing.ts'
import { stateFolder } from '../state/state-folder.ts'
import { run } from './audit.ts'
import { UsageError } from './io.ts'
import { run as runLog } from './log.ts'
import { consentingPerson, runIn } from './testing.ts'

const DAY = 24 * 60 * 60 * 1000
let home: string
let folder: string
let place: TestPlace
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'irongate-keeping-'))
  folder = stateFolder(home)
  place = await testPlace()
  for (const [session, days] of [
    ['one', 100],
    ['two', 100],
    ['one', 1],
    ['two', 1],
    ['three', 0],
  ] as const)
    for (let at = 0; at < 3; at++)
      writeRecord(
        folder,
        recordFor({ session, at: Date.now() - days * DAY + at, command: `make ${session} ${days} ${at}` }),
      )
  await taken()
})
afterEach(async () => {
  await place.remove()
  rmSync(home, { recursive: true, force: true })
})

async function taken(): Promise<void> {
  const store = await place.open(folder)
  await ingestRecords({ folder, machine: machineName(folder), store })
  await store.close()
}

async function stored(): Promise<readonly string[]> {
  const opened = await openExistingStore(folder, place.database)
  const found = await all(opened?.store.query({}) ?? ([].values() as never))
  await opened?.store.close()
  return found
    .filter(({ host }) => host === 'h')
    .map(({ input }) => String(input['command']))
    .sort()
}

const exported = async (...args: string[]) =>
  (await runIn(home, run, ['export', ...args], consentingPerson())).out.split('\n').slice(0, -1)
const verified = async () => JSON.parse((await runIn(home, run, ['verify', '--json', ...place.args])).out)
const inFiles = () =>
  dayFiles(folder)
    .map(({ path }) => readFileSync(path, 'utf8'))
    .join('')

describe('audit export', () => {
  it('prints the lines as they were written, oldest first', async () => {
    expect(`${(await exported()).join('\n')}\n`).toBe(inFiles())
    expect(await exported('--session', 'one')).toHaveLength(6)
    expect(await exported('--since', '2d')).toHaveLength(9)
    expect(await exported('--until', '2d')).toHaveLength(6)
  })

  it('keeps what a model said from an agent', async () => {
    writeRecord(folder, recordFor({ decision: { judge: 'claude', message: 'a model said so' } }))
    const agent = { notAPerson: () => 'an agent', challenge: () => false }
    expect((await runIn(home, run, ['export'], agent)).out).not.toContain('a model said so')
    expect((await exported()).join()).toContain('a model said so')
  })
})

describe('audit erase', () => {
  it('takes out a session everywhere, and all else stays whole', async () => {
    const before = inFiles().length
    const asked: string[] = []
    const { out, status } = await runIn(
      home,
      run,
      ['erase', '--session', 'one', ...place.args],
      consentingPerson(asked),
    )
    expect([status, out]).toEqual([0, 'Erased: 6 records of the files, 6 records of the server.\n'])
    expect(asked[0]).toContain('Session one (6 records)')
    expect(inFiles()).not.toContain('make one')
    expect(inFiles().length).toBeGreaterThanOrEqual(before)
    expect(await verified()).toMatchObject({ erased: 1, shortened: 0, faults: [] })
    const log = await runIn(home, (words, io) => runLog(words, io), [])
    expect(log.out).toMatch(/ irongate audit erase --session one\n/)
    expect(log.out).not.toContain('irongate irongate')
    // The session goes on, and the server takes what comes.
    writeRecord(folder, recordFor({ session: 'one', at: Date.now() + 5, command: 'make anew' }))
    await taken()
    expect(await verified()).toMatchObject({ status: 'intact', erased: 1, shortened: 0, faults: [] })
    expect((await stored()).filter((command) => /one|anew/.test(command))).toEqual(['make anew'])
    const [first] = await exported('--session', 'two')
    expect(first).toContain('make two 100 0')
  })

  it('takes out what the decisions of a session were made on, and nothing of others', async () => {
    const noted = join(folder, 'facts/2026-11-01.jsonl')
    mkdirSync(join(folder, 'facts'), { mode: 0o700 })
    writeFileSync(noted, '{"sessionId":"one","input":"mine"}\n{"sessionId":"two","input":"theirs"}\n', { mode: 0o600 })
    await runIn(home, run, ['erase', '--session', 'one', ...place.args], consentingPerson())
    expect(readFileSync(noted, 'utf8').trim()).toBe('{"sessionId":"two","input":"theirs"}')
  })

  it('tells a session as erased or as shortened, whichever comes first', async () => {
    await runIn(home, run, ['erase', '--session', 'one', ...place.args], consentingPerson())
    await runIn(home, run, ['erase', '--older-than', '30d', ...place.args], consentingPerson())
    expect(await verified()).toMatchObject({ erased: 1, shortened: 1, faults: [] })
  })

  it('still finds what was changed beside it', async () => {
    await runIn(home, run, ['erase', '--session', 'one', ...place.args], consentingPerson())
    const { path } = dayFiles(folder)[0] ?? { path: '' }
    writeFileSync(path, readFileSync(path, 'utf8').replace('make two 100 1', 'make two 100 9'))
    expect((await verified()).status).toBe('broken')
  })

  it('takes out old days', async () => {
    const { out } = await runIn(home, run, ['erase', '--older-than', '30d', ...place.args], consentingPerson())
    expect(out).toContain('1 files of days, 6 records of the server')
    expect(inFiles()).not.toContain(' 100 ')
    await taken()
    expect(await stored()).toHaveLength(9)
    expect(await verified()).toMatchObject({ shortened: 2, faults: [] })
  })

  it.each<[string, readonly string[], RegExp]>([
    ['nothing said', [], /say what/],
    ['both said', ['--session', 'one', '--older-than', '3d'], /say what/],
    ['several sessions', ['--session', 't'], /2 sessions begin/],
    ['no such session', ['--session', 'zzzz'], /no record of a session "zzzz"/],
    ['nothing so old', ['--older-than', '200d'], /no record before/],
  ])('refuses before it asks: %s', async (_name, args, problem) => {
    const before = inFiles()
    const asked: string[] = []
    await expect(runIn(home, run, ['erase', ...args, ...place.args], consentingPerson(asked))).rejects.toThrow(problem)
    expect(asked).toEqual([])
    expect(await stored()).toHaveLength(15)
    expect(inFiles()).toBe(before)
  })

  it.each<[string, readonly string[], number]>([
    ['a session', ['--session', 'one'], 9],
    ['old days', ['--older-than', '30d'], 9],
  ])('takes out of the store what the files no longer have: %s', async (_name, args, left) => {
    rmSync(join(folder, 'audit'), { recursive: true })
    expect((await runIn(home, run, ['erase', ...args, ...place.args], consentingPerson())).out).toContain(
      '6 records of the server',
    )
    expect(await stored()).toHaveLength(left)
  })

  it('explains what somebody removed by hand, and leaves the day that is written to', async () => {
    rmSync(dayFiles(folder)[0]?.path ?? '')
    expect(await verified()).toMatchObject({ status: 'broken' })
    await runIn(home, run, ['erase', '--older-than', '2090-01-01', ...place.args], consentingPerson())
    expect(inFiles()).toContain('make three 0 0')
    expect(await verified()).toMatchObject({ faults: [], shortened: 2 })
  })

  it('is for a person alone, who says yes', async () => {
    const agent = { notAPerson: () => 'an agent', challenge: () => true }
    const silent = { notAPerson: () => undefined, challenge: () => false }
    for (const person of [agent, silent]) {
      expect((await runIn(home, run, ['erase', '--session', 'one', ...place.args], person)).status).not.toBe(0)
      expect((await runIn(home, run, ['restore', 'x'], person)).status).not.toBe(0)
    }
    expect(await stored()).toHaveLength(15)
  })
})

describe('audit backup and restore', () => {
  it('bring back all that was there, whole', async () => {
    const file = join(home, 'records.backup')
    expect((await runIn(home, run, ['backup', file])).status).toBe(0)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const before = [inFiles(), await stored()]
    expect((await runIn(home, run, ['restore', file], consentingPerson())).status).not.toBe(0)
    rmSync(join(folder, 'audit'), { recursive: true })
    rmSync(join(folder, 'server'), { recursive: true })
    expect((await runIn(home, run, ['restore', file], consentingPerson())).out).toContain('brought back')
    expect([inFiles(), await stored()]).toEqual(before)
    expect(await verified()).toMatchObject({ status: 'intact', faults: [] })
  })

  it.each<[string, unknown]>([
    ['a file outside', [{ name: '../evil', bytes: 1 }]],
    ['a file of the gate that is no Record', [{ name: 'server/token', bytes: 1 }]],
    ['a path that climbs', [{ name: 'audit/..', bytes: 1 }]],
    ['less than it says', [{ name: 'audit/2026-11-01.jsonl', bytes: 100 }]],
    ['no list', {}],
  ])('refuse a backup with %s', async (_name, files) => {
    const file = join(home, 'bad.backup')
    rmSync(folder, { recursive: true })
    writeFileSync(file, gzipSync(`${JSON.stringify({ magic: 'irongate backup 1', files })}\nx`))
    await refused(file)
    expect(existsSync(join(folder, 'audit/2026-11-01.jsonl'))).toBe(false)
  })

  const refused = async (file: string, problem?: RegExp) => {
    const asked: string[] = []
    await expect(runIn(home, run, ['restore', file], consentingPerson(asked))).rejects.toThrow(problem)
    await expect(runIn(home, run, ['restore', file], consentingPerson(asked))).rejects.toThrow(UsageError)
    expect(asked).toEqual([])
  }

  it.each<[string, (file: string) => void, RegExp]>([
    ['is not there', () => undefined, /no such file; nothing was brought back/],
    ['is a folder', (file) => mkdirSync(file), /it is a folder/],
    [
      'is no archive',
      (file) => writeFileSync(file, Buffer.from([0, 1, 2, 255, 10])),
      /no backup of Irongate, or damaged/,
    ],
    ['is another archive', (file) => writeFileSync(file, gzipSync('hello\nthere\n')), /no backup of Irongate/],
    ['is empty', (file) => writeFileSync(file, ''), /ends too soon|no backup/],
  ])('refuse what %s, before anybody is asked', async (_name, make, problem) => {
    rmSync(folder, { recursive: true })
    make(join(home, 'bad.backup'))
    await refused(join(home, 'bad.backup'), problem)
  })

  it('refuse a backup that was cut off, and write nothing of it', async () => {
    const file = join(home, 'records.backup')
    await runIn(home, run, ['backup', file])
    writeFileSync(file, readFileSync(file).subarray(0, -20))
    rmSync(folder, { recursive: true })
    await refused(file, /damaged|ends too soon/)
    expect(dayFiles(folder)).toEqual([])
  })
})

describe('retention', () => {
  it('keeps so many whole days, in the files and in the store', async () => {
    const store = await place.open(folder)
    expect(await removeExpired(folder, store, undefined, Date.now())).toBe(0)
    expect(await removeExpired(folder, store, 30, Date.now())).toBe(6)
    await store.close()
    expect(inFiles()).not.toContain(' 100 ')
    expect(await stored()).toHaveLength(9)
  })
})

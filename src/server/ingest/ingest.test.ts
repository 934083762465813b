import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayFiles } from '../../audit/day-files.ts'
import { writeRecord } from '../../audit/record-writer.ts'
import { recordFor } from '../../audit/testing.ts'
import { all } from '../store/contract-records.ts'
import type { Store } from '../store/store.ts'
import { type TestPlace, testPlace } from '../store/testing.ts'
import { followFiles } from './follow-files.ts'
import { ingestRecords } from './ingest.ts'
import { machineName } from './machine-name.ts'

const NOON = Date.UTC(2026, 10, 1, 12)
const DAY = 24 * 60 * 60 * 1000

let folder: string
let place: TestPlace
let store: Store
let made: number
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'irongate-ingest-'))
  place = await testPlace()
  store = await place.open(folder)
  made = 0
})
afterEach(async () => {
  await store.close()
  await place.remove()
  rmSync(folder, { recursive: true, force: true })
})

const write = (count: number, day = 0) => {
  for (let at = 0; at < count; at++)
    writeRecord(folder, recordFor({ at: NOON + day * DAY + made, session: `s${made % 3}`, command: `make ${made++}` }))
}
const firstFile = () => dayFiles(folder)[0]?.path ?? ''
const take = (bytes = 4000) => ingestRecords({ folder, machine: 'm', store, bytes })
const commands = async () => (await all(store.query({}))).map(({ input }) => input['command']).reverse()
const expected = () => Array.from({ length: made }, (_, at) => `make ${at}`)

describe('ingest', () => {
  it('takes every line of every day once, a part at a time', async () => {
    write(30)
    write(5, 1)
    expect(await take()).toEqual({ taken: 35, damaged: 0 })
    expect(await take()).toEqual({ taken: 0, damaged: 0 })
    expect(await commands()).toEqual(expected())
    write(3, 1)
    expect(await take()).toEqual({ taken: 3, damaged: 0 })
    expect(await commands()).toEqual(expected())
    expect((await store.heads('m')).map(({ seq }) => seq)).toEqual([13, 13, 12])
  })

  it('leaves a line that has no end yet, and takes it when it is whole', async () => {
    write(2)
    const line = readFileSync(firstFile(), 'utf8').split('\n')[1] ?? ''
    truncateSync(firstFile(), readFileSync(firstFile()).length - 20)
    expect((await take()).taken).toBe(1)
    appendFileSync(firstFile(), `${line.slice(-19)}\n`)
    expect(await take()).toEqual({ taken: 1, damaged: 0 })
    expect(await commands()).toEqual(expected())
  })

  it.each<[string, (line: string) => string]>([
    ['cut off', (line) => line.slice(0, -20)],
    ['changed', (line) => line.replace('make 1', 'make 9')],
    ['with another hash', (line) => line.replace(/"hash":"../, '"hash":"zz')],
    ['without a hash', (line) => line.replace(/"hash":"\w+",/, '')],
    ['written in another order', (line) => line.replace(/^\{(.*?),(.*?),/, '{$2,$1,')],
    ['no JSON', () => 'x'],
    ['no Record', () => '{}'],
    ['with bytes that are no text', (line) => line.replace('make 1', 'make \ufffd')],
  ])('passes over a line that is %s, and tells of it', async (_name, change) => {
    write(3)
    const lines = readFileSync(firstFile(), 'utf8').split('\n')
    writeFileSync(firstFile(), lines.map((line, at) => (at === 1 ? change(line) : line)).join('\n'))
    const told: string[] = []
    const { taken, damaged } = await ingestRecords({ folder, machine: 'm', store, onDamage: (file) => told.push(file) })
    expect([taken, damaged, told]).toEqual([2, 1, [basename(firstFile())]])
    expect(await commands()).toEqual(['make 0', 'make 2'])
  })

  it('takes lines of 0.1, which had no chains', async () => {
    const { v: _none, ...old } = recordFor({ at: NOON, command: 'make 0' })
    write(1, 1)
    writeFileSync(join(folder, 'audit', '2026-11-01.jsonl'), `${JSON.stringify(old)}\n\n`)
    expect(await take()).toEqual({ taken: 2, damaged: 0 })
    expect(await take()).toEqual({ taken: 0, damaged: 0 })
  })

  it.each<[string, (text: string) => string]>([
    ['another one', (text) => text.split('\n').slice(3).join('\n')],
    ['one with the same start, and less in the middle', (text) => text.split('\n').toSpliced(4, 3).join('\n')],
  ])('reads a file from its start when it was replaced by %s, and loses nothing of it', async (_name, change) => {
    write(10)
    await take()
    writeFileSync(firstFile(), change(readFileSync(firstFile(), 'utf8')))
    write(12)
    await take()
    expect(await commands()).toEqual(expected())
  })

  it('takes lines longer than what it reads at once', async () => {
    writeRecord(folder, recordFor({ at: NOON, input: { command: 'x'.repeat(20_000) } }))
    write(3)
    expect((await take(100)).taken).toBe(4)
  })

  it('follows what is written, also into a folder that is not there yet, until it is told to end', async () => {
    const end = new AbortController()
    const failures: unknown[] = []
    let fail = true
    const flaky: Pick<Store, 'append' | 'positions'> = {
      positions: store.positions,
      append: (delivery) => {
        if (!fail) return store.append(delivery)
        fail = false
        return Promise.reject(new Error('away'))
      },
    }
    const over = followFiles({
      folder,
      machine: 'm',
      store: flaky,
      signal: end.signal,
      pollMs: 20,
      onFailure: (error) => failures.push(error),
    })
    for (const count of [5, 1, 20]) {
      write(count)
      await expect.poll(commands, { timeout: 10_000 }).toEqual(expected())
    }
    end.abort()
    await over
    expect(failures).toEqual([new Error('away')])
  })
})

describe('the name of a machine', () => {
  it('stays the same', () => {
    const name = machineName(folder)
    expect(name).toMatch(/^[\w.-]+$/)
    writeFileSync(join(folder, 'server', 'machine'), 'renamed\n')
    expect(machineName(folder)).toBe('renamed')
    writeFileSync(join(folder, 'server', 'machine'), 'no name at all!\n')
    expect(() => machineName(folder)).toThrow(/does not hold the name/)
  })
})

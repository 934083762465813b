import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordFor } from '../../../audit/testing.ts'
import { describeStore } from '../contract.ts'
import { all, chainRecords } from '../contract-records.ts'
import { openSqliteStore, sqliteFile } from './index.ts'

describeStore('the SQLite store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'irongate-sqlite-'))
  return {
    store: openSqliteStore(folder),
    again: async () => openSqliteStore(folder),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
})

const NOON = Date.UTC(2026, 10, 1, 12)

describe('the SQLite file', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'irongate-sqlite-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is for this account alone, with all that lies beside it', async () => {
    const store = openSqliteStore(folder)
    await store.append({ machine: 'm', records: chainRecords([{ at: NOON }]) })
    const modes = ['', '-wal', '-shm'].map((end) => statSync(`${sqliteFile(folder)}${end}`).mode & 0o777)
    expect(modes).toEqual([0o600, 0o600, 0o600])
    expect(statSync(join(folder, 'server')).mode & 0o777).toBe(0o700)
    await store.close()
  })

  it('of a newer version is refused and left as it is', async () => {
    await openSqliteStore(folder).close()
    const file = new DatabaseSync(sqliteFile(folder))
    file.exec('pragma user_version = 999')
    file.close()
    expect(() => openSqliteStore(folder)).toThrow(/newer version/)
    expect(() => openSqliteStore(folder)).toThrow(/newer version/)
  })

  it('holds nothing any more of what was erased', async () => {
    const store = openSqliteStore(folder)
    const records = chainRecords([{ at: NOON, command: 'echo a-word-that-is-nowhere-else' }])
    await store.append({ machine: 'm', records: [...records, ...chainRecords([{ at: NOON }], 'other')] })
    const holds = () =>
      ['', '-wal'].some((end) => readFileSync(`${sqliteFile(folder)}${end}`).includes('a-word-that-is-nowhere-else'))
    expect(holds()).toBe(true)
    await store.erase({ session: 's' })
    expect(holds()).toBe(false)
    await store.close()
  })

  it('takes no more of one millisecond than somebody could have made', async () => {
    const store = openSqliteStore(folder)
    const records = Array.from({ length: 1100 }, (_, at) => recordFor({ at: NOON, session: `s${at % 7}` }))
    const first = await store.append({ machine: 'm', records })
    expect(first).toEqual({ taken: 1024, known: 0, refused: 76 })
    expect(await store.append({ machine: 'm', records: records.slice(0, 300) })).toEqual({ taken: 0, known: 300 })
    expect(await all(store.query({ since: NOON, until: NOON }))).toHaveLength(1024)
    expect((await store.overview({ since: NOON, until: NOON })).total).toBe(1024)
    await store.close()
  })

  it('can be made by many processes at once, and says nothing', async () => {
    const program = `
      import { openSqliteStore } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
      const store = openSqliteStore(${JSON.stringify(folder)})
      for (let at = 0; at < 20; at++)
        await store.append({ machine: process.argv[1], records: [{ id: 'i' + at, at, sessionId: 's', tool: 't', host: 'h', mode: 'auto', cwd: '/', message: '', outcome: 'deny', input: {}, reason: { type: 'interrupted' }, trace: [] }] })
      await store.close()`
    const ended = await Promise.all(
      Array.from({ length: 4 }, async (_, at) => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', program, `m${at}`])
        let said = ''
        child.stdout.on('data', (text) => (said += text))
        child.stderr.on('data', (text) => (said += text))
        const code = await new Promise((done) => child.on('close', done))
        return [code, said]
      }),
    )
    expect(ended).toEqual(Array.from({ length: 4 }, () => [0, '']))
    const store = openSqliteStore(folder)
    expect((await store.overview({ since: 0, until: 100 })).total).toBe(80)
    await store.close()
  })
})

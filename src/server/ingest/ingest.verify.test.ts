import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatRecordLine } from '../../audit/chain.ts'
import { dayFiles } from '../../audit/day-files.ts'
import { removeDayFiles } from '../../audit/day-retention.ts'
import { writeRecord } from '../../audit/record-writer.ts'
import { recordFor } from '../../audit/testing.ts'
import { run } from '../../cli/audit.ts'
import { runIn } from '../../cli/testing.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { chainRecords } from '../store/contract-records.ts'
import { type TestPlace, testPlace } from '../store/testing.ts'
import { ingestRecords } from './ingest.ts'
import { machineName } from './machine-name.ts'

const NOON = Date.UTC(2026, 10, 1, 12)

let home: string
let folder: string
let place: TestPlace
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'irongate-verify-'))
  folder = stateFolder(home)
  place = await testPlace()
  for (let at = 0; at < 5; at++) writeRecord(folder, recordFor({ at: NOON + at, command: `make ${at}` }))
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

const file = () => dayFiles(folder)[0]?.path ?? ''
/** The lines as somebody leaves them who also takes away heads and anchors. */
function rewritten(lines: readonly string[]): void {
  writeFileSync(file(), lines.map((line) => `${line}\n`).join(''))
  for (const name of ['heads', 'anchors.jsonl']) rmSync(join(folder, 'audit', name), { recursive: true, force: true })
}
const lines = () => readFileSync(file(), 'utf8').split('\n').slice(0, -1)
async function verified(): Promise<Record<string, unknown>> {
  return JSON.parse((await runIn(home, run, ['verify', '--json', ...place.args])).out)
}

describe('audit verify, with a server’s store', () => {
  it('is intact when all lines were taken, without an anchor of its own', async () => {
    expect(await verified()).toMatchObject({ status: 'intact', records: 5 })
  })

  it('is unanchored as far as lines were not taken yet', async () => {
    writeRecord(folder, recordFor({ at: NOON + 9 }))
    expect(await verified()).toMatchObject({ status: 'unanchored', unanchored: 1 })
  })

  it('names lines that the server has and the files no longer have', async () => {
    rewritten(lines().slice(0, 3))
    expect(await verified()).toMatchObject({
      status: 'broken',
      faults: [{ session: 's', what: '2 lines are missing at its end' }],
    })
  })

  it('names a chain that was written anew', async () => {
    rewritten(chainRecords(Array.from({ length: 5 }, (_, at) => ({ at: NOON + at }))).map(formatRecordLine))
    expect(await verified()).toMatchObject({
      status: 'broken',
      faults: [{ line: 5, what: 'the line is not the one that the server took' }],
    })
  })

  it('names days that the server has and that are gone with heads and anchors', async () => {
    rmSync(join(folder, 'audit'), { recursive: true })
    expect(await verified()).toMatchObject({
      status: 'broken',
      faults: [{ session: 's', file: '2026-11-01.jsonl', what: '5 lines are missing at its end' }],
    })
  })

  it('says nothing of days that somebody had removed', async () => {
    writeRecord(folder, recordFor({ at: NOON + 10 * 24 * 60 * 60 * 1000 }))
    removeDayFiles(folder, NOON + 24 * 60 * 60 * 1000)
    expect(await verified()).toMatchObject({ status: 'unanchored', shortened: 1, faults: [] })
  })
})

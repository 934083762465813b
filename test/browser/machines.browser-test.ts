import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatRecordLine } from '../../src/audit/chain.ts'
import type { AuditRecord } from '../../src/audit/record.ts'
import { writeRecord } from '../../src/audit/record-writer.ts'
import { recordFor } from '../../src/audit/testing.ts'
import { enrollMachine } from '../../src/server/fleet/enrollment.ts'
import { beginEnrolment } from '../../src/server/fleet/machines.ts'
import { fingerprintOf, signingKey } from '../../src/server/fleet/signing.ts'
import { chainRecords } from '../../src/server/store/contract-records.ts'
import { openSqliteStore } from '../../src/server/store/sqlite/index.ts'
import { stateFolder } from '../../src/state/state-folder.ts'
import { barriers, tooWide } from './axe.ts'
import { createWorld, goTo, MACHINE, NO_BROWSER, settled, until, type World } from './world.ts'

const OTHER = 'build-7'
const own = (command: string) => recordFor({ session: 'own', at: Date.now(), command })

describe.skipIf(NO_BROWSER)('records of several machines', () => {
  let world: World
  let other: string
  let chain: readonly AuditRecord[]
  let credential: string

  beforeAll(async () => {
    world = await createWorld({ records: ['make one', 'make two', 'make three'].map(own) })
    other = mkdtempSync(join(tmpdir(), 'irongate-other-machine-'))
    const now = Date.now()
    chain = chainRecords(['make there', 'make more', 'make later'].map((command, at) => ({ command, at: now + at })))
    await enrol()
    await handOver(chain.slice(0, 2))
  })
  afterAll(async () => {
    await world.close()
    rmSync(other, { recursive: true, force: true })
  })

  /** What a person does with `irongate machines enrol` and `irongate forward`. */
  async function enrol(): Promise<void> {
    const store = openSqliteStore(stateFolder(world.home))
    const code = await beginEnrolment(store.documents, OTHER, Date.now())
    const fingerprint = fingerprintOf((await signingKey(store.documents)).public)
    await store.close()
    credential = (await enrollMachine(other, new URL(world.server.url), { code, fingerprint })).credential
  }

  async function handOver(records: readonly AuditRecord[]): Promise<void> {
    const { status } = await fetch(`${world.server.url}/api/v1/records`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${credential}`, 'Content-Type': 'application/x-ndjson' },
      body: records.map((record) => `${formatRecordLine(record)}\n`).join(''),
    })
    expect(status).toBe(200)
  }

  it('are shown of one of them, chosen by keyboard, on Overview and Live', async () => {
    const { page, problems, close } = await world.open('/overview')
    const calls = page.locator('.tile', { hasText: 'Calls' }).first()
    await calls.getByText('5', { exact: true }).waitFor()
    const picker = page.getByLabel('Machine')
    expect(await picker.locator('option').allInnerTexts()).toEqual(['all', ...[MACHINE, OTHER].sort()])
    await picker.focus()
    await page.keyboard.type(OTHER.slice(0, 5))
    await calls.getByText('2', { exact: true }).waitFor()
    expect(await page.evaluate('location.hash')).toBe(`#/overview?machine=${OTHER}`)
    expect(await barriers(page)).toEqual([])

    // What is behind the figures is of the same machine.
    await page.locator('section', { hasText: 'Calls, by agent' }).getByRole('link').first().click()
    await page.getByRole('row', { name: /make more/ }).waitFor()
    expect(await page.getByLabel('Machine').inputValue()).toBe(OTHER)
    expect(await page.getByRole('row', { name: /make (?:one|two|three)/ }).count()).toBe(0)

    // What comes from now on, too.
    writeRecord(stateFolder(world.home), own('make another'))
    await handOver(chain.slice(2))
    await page.getByRole('row', { name: /make later/ }).waitFor()
    expect(await page.getByRole('row', { name: /make another/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('row', { name: /make another/ }).waitFor()
    await page.getByRole('row', { name: /make later/ }).waitFor()
    expect(await page.getByLabel('Machine').inputValue()).toBe('')
    expect(problems).toEqual([])
    await close()
  })

  it('fit a phone, and the address keeps the choice', async () => {
    const { page, problems, close } = await world.open(`/live?machine=${OTHER}`, { width: 360, scheme: 'dark' })
    await page.getByText('make there').first().waitFor()
    expect(await page.getByLabel('Machine').inputValue()).toBe(OTHER)
    expect(await tooWide(page)).toEqual([])
    expect(await barriers(page)).toEqual([])
    await goTo(page, `/overview?machine=nobody`)
    await settled(page)
    await page.getByText('No call was decided in this time').waitFor()
    await until(page, `document.querySelector('select')?.value === 'nobody'`)
    expect(await tooWide(page)).toEqual([])
    expect(problems).toEqual([])
    await close()
  })
})

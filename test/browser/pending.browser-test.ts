import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers, tooWide } from './axe.ts'
import { type Asked, installHook } from './hook.ts'
import { createWorld, NO_BROWSER, type World } from './world.ts'

/** Keeps notifications in a list, and lets the page believe that nobody looks at it. */
const WATCH_NOTIFICATIONS = `
  window.told = []
  window.Notification = class { constructor(title, { body }) { told.push(title + ': ' + body) } close() {} }
  Notification.permission = 'default'
  Notification.requestPermission = async () => (Notification.permission = 'granted')
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
`

describe.skipIf(NO_BROWSER)('a call of a headless agent that waits', () => {
  let world: World
  let call: (command: string, session?: string) => Asked

  beforeAll(async () => {
    world = await createWorld()
    call = await installHook(world)
    mkdirSync(join(world.project, 'build'))
    for (const name of ['a.js', 'b.js']) writeFileSync(join(world.project, 'build', name), 'x'.repeat(700))
  })
  afterAll(() => world.close())

  it('shows up by itself, whole, and goes on after a yes', async () => {
    const { page, problems, close } = await world.open('/live')
    await page.getByText('No call has been decided yet').waitFor()
    const asked = call('rm -r build')
    await page.getByRole('link', { name: '1 waiting' }).first().waitFor()
    expect(await page.title()).toBe('(1) Live – Irongate')
    expect(await page.locator('[aria-live="assertive"]').innerText()).toBe('1 call waits for your answer.')
    await page.getByRole('navigation').getByRole('link', { name: 'Pending' }).click()
    const card = page.getByRole('article')
    await card.getByText('rm -r build', { exact: true }).waitFor()
    expect(await card.locator('.radius tbody tr').first().innerText()).toMatch(/deletes.*build.*2.*1\.4 kB/s)
    await card.getByText(/denied in/).waitFor()
    expect(await barriers(page)).toEqual([])
    await card.getByRole('button', { name: 'Allow once' }).click()
    expect((await asked.answered).decision).toBe('allow')
    await card.getByText('allowed once by dev').waitFor()
    expect(await card.getByRole('button', { name: 'Allow once' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Clear answered ones' }).click()
    await page.getByText('Nothing waits').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Live' }).click()
    // What was asked, and what became of it.
    await page.getByRole('row', { name: /allow Bash rm -r build Approval/ }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('is denied after a no, on a phone', async () => {
    const { page, problems, close } = await world.open('/pending', { width: 360, scheme: 'dark' })
    const asked = call('touch no')
    const card = page.getByRole('article')
    await card.getByText('touch no', { exact: true }).waitFor()
    expect(await tooWide(page)).toEqual([])
    expect(await barriers(page)).toEqual([])
    await card.getByLabel('If you deny it').fill('use the other file')
    await card.getByRole('button', { name: 'Deny' }).click()
    const { decision, reason } = await asked.answered
    expect([decision, reason]).toEqual(['deny', expect.stringContaining('said no: use the other file')])
    await card.getByText('denied by dev').waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('is answered together with equal ones', async () => {
    const { page, close } = await world.open('/pending')
    const asked = [call('touch both', 'first'), call('touch both', 'second')]
    await page.getByRole('article').nth(1).waitFor()
    const card = page.getByRole('article').first()
    await card.getByText('Also for 1 equal call that waits').waitFor()
    await card.getByRole('checkbox').check()
    await card.getByRole('button', { name: 'Allow once' }).click()
    const answers = await Promise.all(asked.map(({ answered }) => answered))
    expect(answers.map(({ decision }) => decision)).toEqual(['allow', 'allow'])
    await page.getByText('allowed once by dev').nth(1).waitFor()
    await close()
  })

  it('that was answered elsewhere tells so, and takes no second answer', async () => {
    const first = await world.open('/pending')
    const second = await world.open('/pending')
    const asked = call('touch once')
    await first.page.getByRole('article').waitFor()
    await second.page.getByRole('article').waitFor()
    await second.page.getByRole('button', { name: 'Deny' }).click()
    await first.page.getByText('denied by dev').waitFor()
    expect(await first.page.getByRole('button', { name: 'Allow once' }).count()).toBe(0)
    expect((await asked.answered).decision).toBe('deny')
    await first.close()
    await second.close()
  })

  it('is told by a notification, on request, without what the call is', async () => {
    const { page, close } = await world.open('/pending', { script: WATCH_NOTIFICATIONS })
    await page.getByRole('button', { name: 'Notify me' }).click()
    await page.getByRole('button', { name: 'Notifications on' }).waitFor()
    const asked = call('touch quietly')
    await page.getByRole('article').waitFor()
    expect(await page.evaluate('told')).toEqual(['Irongate: a call waits for you: Bash of claude-code'])
    await page.getByRole('button', { name: 'Deny' }).click()
    await asked.answered
    await close()
  })
})

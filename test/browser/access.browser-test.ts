import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditRecord } from '../../src/audit/record.ts'
import { recordFor } from '../../src/audit/testing.ts'
import { barriers } from './axe.ts'
import { startServer } from './server.ts'
import { createWorld, goTo, MACHINE, NO_BROWSER, settled, until, type World } from './world.ts'

describe.skipIf(NO_BROWSER)('who may see it', () => {
  let world: World
  let looked: AuditRecord

  beforeAll(async () => {
    looked = { ...recordFor({ command: 'make shadow' }), shadow: true }
    world = await createWorld({ records: [recordFor({ command: 'git status' }), looked] })
  })
  afterAll(() => world.close())

  it('without a key a page says how to come by one', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const { page, problems, close } = await world.openAt(world.server.url, { width: 360, scheme })
      await page.getByRole('heading', { name: 'Pair this browser' }).waitFor()
      expect(await page.getByRole('navigation').count()).toBe(0)
      expect(await barriers(page)).toEqual([])
      expect(problems).toEqual([])
      await close()
    }
  })

  it('the key leaves the address at once, and lives in this tab alone', async () => {
    const url = world.server.pair('dev')
    const key = url.slice(url.indexOf('key=') + 4)
    const { page, close } = await world.openAt(url)
    await settled(page)
    expect(page.url()).toBe(`${world.server.url}/#/live`)
    expect(await page.evaluate('sessionStorage.getItem("irongate-key")')).toBe(key)
    expect(await page.evaluate('document.cookie + JSON.stringify(localStorage)')).not.toContain(key)
    expect(await page.evaluate('history.length')).toBeLessThanOrEqual(2)
    const other = await page.context().newPage()
    await other.goto(world.server.url)
    await other.getByRole('heading', { name: 'Pair this browser' }).waitFor()
    await close()
  })

  it('a key that is none is told so', async () => {
    const { page, close } = await world.openAt(`${world.server.url}/#key=igk_${'x'.repeat(43)}`)
    await page.getByRole('heading', { name: 'This pairing has ended' }).waitFor()
    await close()
  })

  it('the token looks, and is shown nothing that it may not do', async () => {
    const { page, problems, close } = await world.openAt(`${world.server.url}/#key=${world.server.token}&to=/policy`)
    await page.getByText('This browser may look but not change it').waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
    await goTo(page, '/pending')
    await page.getByText('This browser may look but not answer').waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('what the gate said in the shadow is told apart', async () => {
    const { page, problems, close } = await world.open('/live')
    await page.getByRole('row', { name: /\[deny\] Bash make shadow/ }).waitFor()
    await page.getByRole('row', { name: /deny Bash git status/ }).waitFor()
    await goTo(page, `/decision/${MACHINE}/${looked.id}`)
    await page.getByText('The gate only looked on').waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('a lost connection is shown, tried again and found again', async () => {
    const { page, close } = await world.open('/live')
    await page.getByText('Connected', { exact: true }).waitFor()
    await page.getByText('git status').waitFor()
    // Whatever is asked for from now on fails, and the stream breaks off.
    await page.context().setOffline(true)
    await page.evaluate('window.stop()')
    await page.getByRole('alert').getByText('Connection lost').waitFor()
    expect(await page.getByText('git status').count()).toBe(1)
    expect(await barriers(page)).toEqual([])
    // While nothing can be reached the button stays, so that it is there to be pressed; it asks long before the page would by itself.
    await page.getByText(/Next try in 0:(?:0[5-9]|1\d)/).waitFor({ timeout: 30_000 })
    const asked = page.waitForEvent('requestfailed', {
      predicate: (request) => request.url().endsWith('/whoami'),
      timeout: 3000,
    })
    await page.getByRole('button', { name: 'Try now' }).click()
    await asked
    await page.getByRole('alert').getByText('Connection lost').waitFor()
    // From here on the page may find the server by itself, so the button is pressed only if it is still there, in one go.
    await page.context().setOffline(false)
    await page.evaluate(`document.querySelector('[role="alert"] button')?.click()`)
    await page.getByText('Connected', { exact: true }).waitFor({ timeout: 30_000 })
    await until(page, `document.querySelector('[role="alert"]') === null`)
    await close()
  })

  it('a key ends with the run of its server; the next one goes into the same tab', async () => {
    const own = await createWorld()
    const { page, close } = await own.open('/live')
    await page.getByText('Connected', { exact: true }).waitFor()
    const port = Number(new URL(own.server.url).port)
    await own.server.close()
    const next = await startServer(own.home, port)
    await page.getByRole('heading', { name: 'This pairing has ended' }).waitFor()
    await page.goto(next.pair('dev'))
    await page.getByText('Connected', { exact: true }).waitFor()
    await close()
    await next.close()
    await own.close()
  })
})

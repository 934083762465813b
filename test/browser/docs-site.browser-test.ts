import { readdirSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers, tooWide } from './axe.ts'
import { openDocs, readDocs } from './docs-site.ts'
import { NO_BROWSER } from './world.ts'

let browser: Browser
beforeAll(async () => {
  if (!NO_BROWSER) browser = await openDocs()
})
afterAll(() => browser?.close())

const PAGES = [
  'index.html',
  'docs/index.html',
  'docs/how-it-decides.html',
  'docs/agents/index.html',
  'docs/settings-reference.html',
]

describe.skipIf(NO_BROWSER)('the docs site', () => {
  it.each(['light', 'dark'] as const)('has no barriers in %s', async (colorScheme) => {
    const { page, problems, show } = await readDocs(browser, { colorScheme })
    for (const path of PAGES) {
      await show(path)
      expect(await barriers(page), path).toEqual([])
    }
    expect(problems).toEqual([])
  })

  it('fits on a phone', { timeout: 120_000 }, async () => {
    const { page, problems, show } = await readDocs(browser, { width: 360 })
    const all = readdirSync('site', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
    expect(all.length).toBeGreaterThan(60)
    for (const path of all) {
      await show(path)
      expect(await tooWide(page), path).toEqual([])
    }
    expect(problems).toEqual([])
  })

  it('finds what people look for, by keyboard alone', async () => {
    const { page, problems, show } = await readDocs(browser)
    await show('docs/agents/codex.html')
    await page.keyboard.press('/')
    await page.keyboard.type('pause')
    const results = page.locator('#results a')
    await results.first().waitFor()
    expect(await results.allInnerTexts()).toContainEqual(expect.stringContaining('Pause Irongate'))
    await page.keyboard.press('Escape')
    expect(await page.locator('#results').isVisible()).toBe(false)
    await page.getByRole('searchbox').fill('wait for you')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/approvals\.html#let-calls-wait-for-you/)
    await page.getByRole('searchbox').fill('xyzzyplugh')
    await page.getByText('Nothing found.').waitFor()
    expect(problems).toEqual([])
  })

  it('shows text of a page as text', async () => {
    const { page, show } = await readDocs(browser)
    await show('docs/index.html')
    await page.getByRole('searchbox').fill('<img src=x onerror=alert(1)>')
    await page.locator('#results li').first().waitFor()
    expect(await page.locator('#results img').count()).toBe(0)
  })
})

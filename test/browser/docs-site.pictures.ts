import { expect, it } from 'vitest'
import { openDocs, readDocs } from './docs-site.ts'
import { NO_BROWSER } from './world.ts'

/** How the README and the docs site look, as pages of the site; `npm run pictures`. */
const MOST_BYTES = 150_000
const PICTURES = [
  { name: 'readme', path: 'index.html', look: { width: 1100, height: 880 } },
  { name: 'site', path: 'docs/how-it-decides.html', look: { height: 620 } },
  { name: 'site-dark', path: 'docs/approvals.html', look: { height: 620, colorScheme: 'dark' } },
  { name: 'site-phone', path: 'docs/getting-started.html', look: { width: 360, height: 740 } },
] as const

it.skipIf(NO_BROWSER)('draws the docs site', async () => {
  const browser = await openDocs()
  for (const { name, path, look } of PICTURES) {
    const { page, problems, show } = await readDocs(browser, look)
    await show(path)
    const bytes = await page.screenshot({ path: `docs/images/${name}.png` })
    expect(bytes.length, name).toBeLessThan(MOST_BYTES)
    expect(problems).toEqual([])
  }
  await browser.close()
})

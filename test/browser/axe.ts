import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  readonly id: string
  readonly impact: string | null
  readonly help: string
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[]
}

/** What axe finds to be serious or critical on a page as it is now, in words. */
export async function barriers(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(SOURCE)
  const { violations } = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'], preload: false })`,
  )) as {
    readonly violations: readonly Finding[]
  }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => {
      const places = nodes
        .slice(0, 3)
        .map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`)
      return `${id} (${help})\n${places.join('\n')}`
    })
}

/** What is wider than the window, and makes the page scroll sideways. */
export async function tooWide(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > clientWidth)
    return wide.map((each) => each.tagName + ' ' + each.className + ' in ' + each.parentElement.className).slice(0, 8)
  })()`)
}

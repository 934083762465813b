import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { inject } from 'vitest'
import { startBrowser } from './chromium.ts'

export interface DocsReader {
  readonly page: Page
  /** What the page reported, and what it wanted from elsewhere. */
  readonly problems: readonly string[]
  show(path: string): Promise<void>
}

export interface Look {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
}

/** Builds the site anew, and opens it as it lies in its folder. */
export async function openDocs(): Promise<Browser> {
  execFileSync(process.execPath, ['scripts/site.ts'])
  return startBrowser(inject('chromium'))
}

export async function readDocs(browser: Browser, look: Look = {}): Promise<DocsReader> {
  const { width = 1280, height = 720, colorScheme = 'light' } = look
  const page = await browser.newPage({ viewport: { width, height }, colorScheme })
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('request', (request) => request.url().startsWith('file:') || problems.push(request.url()))
  return { page, problems, show: async (path) => void (await page.goto(`${pathToFileURL('site')}/${path}`)) }
}

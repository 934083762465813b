import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'
import type { AuditRecord } from '../../src/audit/record.ts'
import { writeRecord } from '../../src/audit/record-writer.ts'
import { stateFolder } from '../../src/state/state-folder.ts'
import { startBrowser } from './chromium.ts'
import { type Server, startServer } from './server.ts'

/** The name that Records of this machine go by. */
export const MACHINE = hostname()

/** Is there no browser? The set-up has said so. */
export const NO_BROWSER = inject('chromium') === ''

export interface Given {
  readonly records?: readonly AuditRecord[]
  /** In the place of a folder that nobody would want to read the name of. */
  readonly home?: string
  /** The user's settings. */
  readonly settings?: object
}

/** An account with Records, the real server over them, and a browser. */
export interface World {
  readonly home: string
  readonly project: string
  readonly server: Server
  readonly browser: Browser
  /** A page of a person who was paired. */
  open(path: string, look?: Look): Promise<Opened>
  /** The same, at an address of one's own. */
  openAt(url: string, look?: Look): Promise<Opened>
  close(): Promise<void>
}

export interface Look {
  readonly width?: number
  readonly scheme?: 'light' | 'dark'
  readonly context?: BrowserContextOptions
  /** Before anything of the page runs. */
  readonly script?: string
}

export interface Opened {
  readonly page: Page
  /** Errors on the console, uncaught ones, questions that popped up, requests that left the server. */
  readonly problems: string[]
  close(): Promise<void>
}

function scratch(): string {
  return mkdtempSync(join(tmpdir(), 'irongate-browser-'))
}

export async function createWorld({ records = [], settings = {}, home = scratch() }: Given = {}): Promise<World> {
  const project = join(home, 'shop')
  mkdirSync(project)
  mkdirSync(join(home, '.irongate'), { mode: 0o700 })
  writeFileSync(join(home, '.irongate/settings.json'), `${JSON.stringify(settings, undefined, 2)}\n`)
  const state = stateFolder(home)
  for (const record of records) writeRecord(state, record)
  const world = await openWorld({ home, project })
  return {
    ...world,
    close: async () => {
      await world.close()
      // A hook that was left alone may still write there.
      rmSync(home, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** The server and a browser over an account that somebody else made, and takes away. */
export async function openWorld({ home, project }: Pick<World, 'home' | 'project'>): Promise<World> {
  const server = await startServer(home)
  const browser = await startBrowser(inject('chromium'))
  const openAt = (url: string, look: Look = {}) => openPage(browser, url, look)
  return {
    home,
    project,
    server,
    browser,
    openAt,
    open: (path, look) => openAt(`${server.pair('dev')}&to=${encodeURIComponent(path)}`, look),
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}

async function openPage(browser: Browser, url: string, look: Look): Promise<Opened> {
  const { width = 1280, scheme = 'light', script } = look
  const viewport = { width, height: width < 700 ? 740 : 860 }
  const context = await browser.newContext({ viewport, colorScheme: scheme, locale: 'en-GB', ...look.context })
  if (script !== undefined) await context.addInitScript(script)
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  const problems: string[] = []
  const { origin } = new URL(url)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('dialog', (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) problems.push(`left the server: ${request.url()}`)
  })
  await page.goto(url)
  return { page, problems, close: () => context.close() }
}

/** Another page in the same tab. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(path)}`)
}

/** Nothing loads any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await until(page, `document.querySelector('main [aria-busy="true"]') === null`)
}

/** Waits until something holds in a page. Playwright's own way evaluates texts within the page, which its policy forbids. */
export async function until(page: Page, condition: string): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    if ((await page.evaluate(condition)) === true) return
    await pause(50)
  }
  throw new Error(`never came: ${condition}`)
}

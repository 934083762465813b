import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditRecord } from '../../src/audit/record.ts'
import { recordFor } from '../../src/audit/testing.ts'
import { tooWide } from './axe.ts'
import { type Asked, installHook } from './hook.ts'
import { createWorld, goTo, MACHINE, NO_BROWSER, settled, type World } from './world.ts'

/** Texts that would do something if any page took them for more than text. Each sets `hacked` when it runs. */
const ATTACKS = [
  '<img src=x onerror="window.hacked=1">',
  '<script>window.hacked=2</script>',
  '"><svg onload=window.hacked=3>',
  `' onmouseover='window.hacked=4`,
  'javascript:window.hacked=5//',
  '${window.hacked=6}{{window.hacked=6}}#{window.hacked=6}',
  '<a href="javascript:window.hacked=7" style="position:fixed;inset:0">x</a>',
  '</textarea></title></style><iframe srcdoc="<script>parent.hacked=8</script>"></iframe>',
  '<form action="https://evil.example/"><input name=key autofocus onfocus=window.hacked=9></form>',
  '<link rel=stylesheet href="https://evil.example/x.css"><meta http-equiv=refresh content="0;url=https://evil.example/">',
  '__proto__',
]
const BIDI = 'rm -rf ~ # \u202egpj.tac\u2066 \u200b\u00a0\u001b[2K\r safe'
const LONG = `echo ${'A\u202e<b>'.repeat(20_000)}`

const TEXTS = [...ATTACKS, BIDI, LONG]

/** Everything that can be chosen by an agent, or by whoever edits a file, is hostile at once. */
function hostileRecords(): readonly AuditRecord[] {
  return TEXTS.map((text, index) => ({
    ...recordFor({
      at: Date.now() - index * 1000,
      session: `s-${ATTACKS[index % ATTACKS.length]}`,
      agent: text.slice(0, 200),
      host: ATTACKS[index % ATTACKS.length] ?? '',
      tool: index % 2 === 0 ? 'Bash' : text.slice(0, 150),
      cwd: `/home/${text.slice(0, 300)}`,
      input: { command: text, [text.slice(0, 100)]: { deep: [text.slice(0, 500)] } },
      approvalKey: 'k',
      decision: {
        outcome: index % 3 === 0 ? 'deny' : index % 3 === 1 ? 'ask' : 'allow',
        message: `Bash denied: ${text.slice(0, 5000)}`,
        category: text.slice(0, 90),
        judge: text.slice(0, 100),
        model: text.slice(0, 100),
        stages: [
          { stage: text.slice(0, 100), outcome: text.slice(0, 100), detail: text, ms: 3, requestId: text.slice(0, 50) },
        ],
        trace: [{ step: text.slice(0, 300), says: 'deny', note: text.slice(0, 5000) }],
        reason: {
          type: 'rule',
          match: {
            behavior: 'deny',
            rule: text.slice(0, 500),
            source: { scope: 'user', file: text.slice(0, 200) },
            matched: text.slice(0, 100),
          },
        },
      },
    }),
    reads: [{ path: text.slice(0, 300), hash: text.slice(0, 64) }],
    scope: { key: 'k', words: text.slice(0, 300) },
  }))
}

/** A policy whose every word is hostile. */
const SETTINGS = {
  permissions: {
    deny: ATTACKS.map((text) => `Bash(${text})`),
    ask: ['Bash(touch:*)', ...ATTACKS],
  },
  autoMode: { environment: [...ATTACKS, BIDI] },
}

async function harm(page: Page): Promise<unknown> {
  return page.evaluate(`({
    hacked: window.hacked,
    made: document.querySelectorAll('main img, main script, main iframe, main form:not(.form), main link, main meta, main [style*="fixed"], main b, main svg').length,
    handlers: [...document.querySelectorAll('*')].filter((each) => each.getAttributeNames().some((name) => name.startsWith('on'))).length,
    links: [...document.querySelectorAll('a')].filter((each) => !each.getAttribute('href').startsWith('#')).length,
  })`)
}

const NO_HARM = { hacked: undefined, made: 0, handlers: 0, links: 0 }

describe.skipIf(NO_BROWSER)('hostile texts on every page', () => {
  let world: World
  let records: readonly AuditRecord[]

  beforeAll(async () => {
    records = hostileRecords()
    world = await createWorld({ records, settings: SETTINGS })
  })
  afterAll(() => world.close())

  it.each([1280, 360])('are shown as text and do nothing, %s wide', async (width) => {
    const { page, problems, close } = await world.open('/live', { width })
    const listed = ['/live', '/sessions', '/overview', '/policy', '/health', '/pending']
    const sessions = [
      ...new Set(records.map(({ sessionId }) => `/session/${MACHINE}/${encodeURIComponent(sessionId)}`)),
    ]
    const decisions = records.map(({ id }) => `/decision/${MACHINE}/${id}`)
    for (const path of [...listed, ...sessions.slice(0, 4), ...decisions]) {
      await goTo(page, path)
      await settled(page)
      expect(await harm(page), path).toEqual(NO_HARM)
      expect(await tooWide(page), path).toEqual([])
      expect(await page.getByText('could not be drawn').count(), path).toBe(0)
    }
    expect(problems).toEqual([])
    await close()
  })

  it('show what cannot be seen', async () => {
    const { page, close } = await world.open(`/decision/${MACHINE}/${records[ATTACKS.length]?.id}`)
    const shown = await page.locator('pre').first().innerText()
    expect(shown).toBe('rm -rf ~ # \\u{202e}gpj.tac\\u{2066} \\u{200b}\\u{a0}\\u{1b}[2K\\u{d} safe')
    expect(await page.locator('pre').first().locator('.unseen').count()).toBe(6)
    await close()
  })

  it('that are long open on request', async () => {
    const { page, close } = await world.open(`/decision/${MACHINE}/${records.at(-1)?.id}`)
    await page.getByText('100 kB of text').first().waitFor()
    const call = page.locator('.fields pre').first()
    expect((await call.innerText()).length).toBeLessThan(20_000)
    await page.getByRole('button', { name: 'Show all' }).first().click()
    expect((await call.innerText()).length).toBeGreaterThan(100_000)
    expect(await harm(page)).toEqual(NO_HARM)
    await close()
  })

  it('in the playground are read as they are typed', async () => {
    const { page, problems, close } = await world.open('/playground')
    for (const text of [...ATTACKS, BIDI]) {
      await page.getByRole('textbox', { name: 'Command' }).fill(text)
      await page.locator('.answer[aria-busy="false"][data-stale="false"] .verdict').waitFor()
      expect(await harm(page), text).toEqual(NO_HARM)
    }
    expect(problems).toEqual([])
    await close()
  })

  it('in the address lead nowhere', async () => {
    const { page, problems, close } = await world.open('/live')
    for (const text of ATTACKS) {
      await goTo(page, `/live?text=${encodeURIComponent(text)}&category=${encodeURIComponent(text)}`)
      await goTo(page, `/session/${encodeURIComponent(text)}/${encodeURIComponent(text)}`)
      await settled(page)
      expect(await harm(page), text).toEqual(NO_HARM)
    }
    // The server has no such session and says so.
    expect(problems.filter((problem) => !/status of 40[04]/.test(problem))).toEqual([])
    await close()
  })

  it('in calls that wait are shown whole', async () => {
    const own = await createWorld()
    const call = await installHook(own)
    const { page, problems, close } = await own.open('/pending', { width: 360 })
    const asked: Asked[] = [`touch '${ATTACKS.slice(0, 9).join(' ').replaceAll("'", '')}'`, `touch ${BIDI}`].map(
      (command) => call(command),
    )
    await page.getByRole('article').nth(1).waitFor()
    expect(await harm(page)).toEqual(NO_HARM)
    expect(await tooWide(page)).toEqual([])
    await page.getByText('\\u{202e}').first().waitFor()
    await page.getByText('onload=window.hacked=3').first().waitFor()
    for (const card of await page.getByRole('article').all()) await card.getByRole('button', { name: 'Deny' }).click()
    const answers = await Promise.all(asked.map(({ answered }) => answered))
    expect(answers.map(({ decision }) => decision)).toEqual(['deny', 'deny'])
    expect(problems).toEqual([])
    await close()
    await own.close()
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers, tooWide } from './axe.ts'
import { type Made, madeRecords } from './made-records.ts'
import { createWorld, goTo, MACHINE, NO_BROWSER, settled, type World } from './world.ts'

/** Every page, how it is found, and a text that only its data can put there. */
function pagesOf({ records, judged }: Made): readonly (readonly [string, string, string])[] {
  const denied = records.findLast(({ input }) => String(input['command']).includes('kubectl'))
  const session = records.at(-1)?.sessionId ?? ''
  return [
    ['Live', '/live', 'terraform apply -auto-approve'],
    ['Pending', '/pending', 'Nothing waits'],
    ['Sessions', '/sessions', 'warehouse-api'],
    ['Session', `/session/${MACHINE}/${session}`, 'Only what was stopped'],
    ['a denial', `/decision/${MACHINE}/${denied?.id}`, 'As the gate reads it'],
    ['a judgement', `/decision/${MACHINE}/${judged.id}`, 'never asked to apply it'],
    ['Overview', '/overview', 'Stopped, by category'],
    ['Policy', '/policy', 'Bash(npm publish:*)'],
    ['Playground', `/playground/${MACHINE}/${denied?.id}`, 'How the answer came about'],
    ['Health', '/health', 'state is in'],
  ]
}

const SETTINGS = { permissions: { ask: ['Bash(npm publish:*)'], deny: ['Bash(sudo:*)'] } }

describe.skipIf(NO_BROWSER)('every page', () => {
  let world: World
  let made: Made

  beforeAll(async () => {
    made = await madeRecords(Date.now(), 120)
    world = await createWorld({ records: made.records, settings: SETTINGS })
  })
  afterAll(() => world.close())

  const LOOKS = [
    [1280, 'light'],
    [1280, 'dark'],
    [360, 'light'],
    [360, 'dark'],
  ] as const

  it.each(LOOKS)('shows its data without an error or a barrier, %s wide, %s', async (width, scheme) => {
    const { page, problems, close } = await world.open('/live', { width, scheme })
    for (const [name, path, text] of pagesOf(made)) {
      await goTo(page, path)
      await page.locator('main').getByText(text).first().waitFor()
      await settled(page)
      expect(await tooWide(page), `${name} is too wide`).toEqual([])
      expect(await barriers(page), name).toEqual([])
    }
    expect(problems).toEqual([])
    await close()
  })

  it('draws the command as a tree and marks what offends', async () => {
    const [, , , , [, path] = ['', '']] = pagesOf(made)
    const { page, problems, close } = await world.open(path)
    expect(await page.locator('mark').first().innerText()).toContain('delete namespace')
    expect(await page.locator('.tree li li').count()).toBeGreaterThan(2)
    await page.locator('.tree-node', { hasText: 'stopped here' }).first().waitFor()
    await page.getByText('irongate approve', { exact: false }).first().waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('shows the plots, and the same figures as tables', async () => {
    const { page, close } = await world.open('/overview')
    const figure = page.locator('figure', { hasText: 'Calls by answer' })
    await figure.locator('canvas').waitFor()
    await figure.getByText('Figures as a table').click()
    expect(await figure.getByRole('rowheader').count()).toBeGreaterThan(20)
    const total = await page.locator('.tile', { hasText: 'Calls' }).first().innerText()
    expect(total).toContain(String(made.records.length))
    await close()
  })

  it('is used by keyboard alone', async () => {
    const { page, close } = await world.open('/live')
    await settled(page)
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    await page.getByRole('link', { name: 'Sessions' }).focus()
    const outline = 'getComputedStyle(document.activeElement).outlineStyle'
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(outline)).toBe('solid')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor()
    // The page is there a moment before it takes the focus.
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main')
    await close()
  })

  it('switches its colours, and remembers it', async () => {
    const { page, close } = await world.open('/live')
    const ground = 'getComputedStyle(document.body).backgroundColor'
    const light = await page.evaluate(ground)
    const button = page.getByRole('button', { name: /^Colours/ })
    await button.click()
    await button.click()
    await page.getByRole('button', { name: 'Colours: dark. Change them' }).waitFor()
    expect(await page.evaluate(ground)).not.toBe(light)
    await page.reload()
    await page.getByRole('button', { name: 'Colours: dark. Change them' }).waitFor()
    await close()
  })

  it('opens the menu of a phone', async () => {
    const { page, close } = await world.open('/live', { width: 360 })
    const link = page.getByRole('link', { name: 'Health' })
    expect(await link.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    expect(await barriers(page)).toEqual([])
    await link.click()
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor()
    expect(await link.isVisible()).toBe(false)
    await close()
  })

  it('says so where there is no such record', async () => {
    const { page, close } = await world.open(`/decision/${MACHINE}/00000000`)
    await page.getByRole('alert').getByText('there is no such record').waitFor()
    await close()
  })
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { installHook } from './hook.ts'
import { madeRecords } from './made-records.ts'
import { createWorld, type Look, MACHINE, NO_BROWSER, settled, type World } from './world.ts'

/** The pictures of docs/dashboard.md, of the real server; `npm run pictures`. */
const FOLDER = 'docs/images'
const MOST_BYTES = 150_000

async function picture(world: World, name: string, path: string, look: Look = {}, prepare?: Prepare): Promise<void> {
  const { page, problems, close } = await world.open(path, look)
  await settled(page)
  await prepare?.(page)
  // Nothing moves any more: plots are drawn, the answer has come.
  await page.waitForTimeout(700)
  const bytes = await page.screenshot({ path: join(FOLDER, `${name}.png`), clip: clipOf(look) })
  expect(bytes.length, name).toBeLessThan(MOST_BYTES)
  expect(problems).toEqual([])
  await close()
}

/** A name that looks like one. */
function emptyHome(): string {
  const home = join(tmpdir(), 'dev')
  mkdirSync(home)
  return home
}

/** The top of a page says enough. */
function clipOf({ width = 1280 }: Look) {
  return { x: 0, y: 0, width, height: width < 700 ? 740 : 720 }
}

type Prepare = (page: Awaited<ReturnType<World['open']>>['page']) => Promise<unknown>

it.skipIf(NO_BROWSER)(
  'draws the pictures',
  async () => {
    const { records, judged } = await madeRecords(Date.now())
    const world = await createWorld({ records, home: emptyHome() })
    onTestFinished(() => world.close())
    const call = await installHook(world)
    const build = join(world.project, 'build')
    mkdirSync(build)
    for (let index = 0; index < 40; index++) writeFileSync(join(build, `${index}.js`), 'x'.repeat(2000 + 300 * index))
    const asked = call('rm -rf build && touch build.log')
    const phone = { width: 360, scheme: 'dark' } as const
    const denied = records.findLast(({ input }) => String(input['command']).includes('kubectl'))
    const waiting: Prepare = (page) => page.getByRole('article').waitFor()
    await picture(world, 'pending', '/pending', {}, waiting)
    await picture(world, 'pending-phone', '/pending', phone, waiting)
    asked.stop()
    await picture(world, 'live', '/live')
    await picture(world, 'live-phone', '/live', phone)
    await picture(world, 'decision', `/decision/${MACHINE}/${denied?.id}`)
    await picture(world, 'judged', `/decision/${MACHINE}/${judged.id}`, { scheme: 'dark' }, (page) =>
      page.evaluate('scrollTo(0, 420)'),
    )
    await picture(world, 'session', `/session/${MACHINE}/${judged.sessionId}`)
    await picture(world, 'overview-dark', '/overview', { scheme: 'dark' })
    await picture(world, 'policy', '/policy')
    await picture(world, 'playground', '/playground', {}, async (page) => {
      await page.getByLabel('Folder').fill(world.project)
      await page.getByRole('textbox', { name: 'Command' }).fill('npm test && git push --force origin main')
      await page.locator('.verdict[data-outcome="deny"]').waitFor()
    })
  },
  240_000,
)

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NO_BROWSER, openWorld, type World } from '../browser/world.ts'
import { isInstalled } from './clients.ts'
import { bash, createSandbox, type Sandbox } from './sandbox.ts'

const SETTINGS = { permissions: { ask: ['Bash(touch asked.txt)'] }, approvals: { waitSeconds: 80 } }

// The set-up has said loudly which of both is missing.
describe.skipIf(NO_BROWSER || !isInstalled('claude-2.1.325'))(
  'a call of the real client, headless, that a person answers in a real browser',
  () => {
    let box: Sandbox
    let world: World
    beforeEach(async () => {
      box = createSandbox()
      box.write(`${box.home}/.irongate/settings.json`, JSON.stringify(SETTINGS))
      world = await openWorld(box)
    })
    afterEach(async () => {
      await world.close()
      box.remove()
    })

    /** Opens the page, starts the client, and answers once its call is shown. The call has not run until then. */
    async function answer(press: 'Allow once' | 'Deny', shown: string): Promise<string> {
      const { page, problems, close } = await world.open('/pending')
      await page.getByText('Nothing waits').waitFor()
      const running = box.run([[bash('touch asked.txt')]])
      const card = page.getByRole('article')
      await card.getByText('touch asked.txt', { exact: true }).waitFor({ timeout: 60_000 })
      expect(box.has('asked.txt')).toBe(false)
      await card.getByRole('button', { name: press }).click()
      await card.getByText(shown).waitFor()
      const { results, status } = await running
      expect(status).toBe(0)
      expect(problems).toEqual([])
      await close()
      return results.join()
    }

    it('yes: it runs, and the model is told what it printed', async () => {
      expect(await answer('Allow once', 'allowed once by dev')).not.toContain('denied')
      expect(box.has('asked.txt')).toBe(true)
    })

    it('no: it does not run, and the model is told who said so', async () => {
      expect(await answer('Deny', 'denied by dev')).toContain('The user said no')
      expect(box.has('asked.txt')).toBe(false)
    })
  },
)

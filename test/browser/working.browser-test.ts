import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installHook } from './hook.ts'
import { type Made, madeRecords } from './made-records.ts'
import { createWorld, NO_BROWSER, settled, until, type World } from './world.ts'

describe.skipIf(NO_BROWSER)('a person at work', () => {
  let world: World
  let made: Made

  beforeAll(async () => {
    made = await madeRecords(Date.now(), 150)
    const settings = { permissions: { ask: ['Bash(npm publish:*)'] } }
    world = await createWorld({ records: made.records, settings })
  })
  afterAll(() => world.close())

  /** Has the real gate decide a call and record it, as a program does that asks over HTTP. */
  async function decide(command: string): Promise<void> {
    const response = await fetch(`${world.server.url}/api/v1/check`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        tool: 'Bash',
        input: { command },
        cwd: world.project,
        session: 'over-http',
        record: true,
      }),
    })
    expect(response.status).toBe(200)
  }

  it('sees calls as they are decided, pauses, and filters', async () => {
    const { page, problems, close } = await world.open('/live')
    await settled(page)
    expect(await page.getByRole('row').count()).toBe(101)
    await decide('git log --oneline')
    await page.getByRole('row', { name: /git log --oneline/ }).waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await decide('git diff --stat')
    await page.getByRole('button', { name: 'Resume (1 new)' }).waitFor()
    expect(await page.getByText('git diff --stat').count()).toBe(0)
    await page.getByRole('button', { name: 'Resume (1 new)' }).click()
    await page.getByRole('row', { name: /git diff --stat/ }).waitFor()
    await page.getByRole('button', { name: 'Show older ones' }).click()
    await page.getByText(`${made.records.length + 2} calls shown`).waitFor()
    await page.getByRole('button', { name: 'deny' }).click()
    await until(page, `location.hash.includes('decisions=deny')`)
    await until(page, `document.querySelectorAll('.records tr[data-outcome="allow"]').length === 0`)
    await page.getByLabel('Text').fill('namespace')
    const hits = made.records.filter(({ input }) => String(input['command']).includes('namespace')).length
    await page.getByText(`${hits} call${hits === 1 ? '' : 's'} shown`).waitFor()
    // The stream is filtered alike.
    await decide('git status --short')
    await decide('kubectl delete namespace warehouse')
    await page.getByRole('row', { name: /namespace warehouse/ }).waitFor()
    expect(await page.getByText('git status --short').count()).toBe(0)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('row', { name: /git status --short/ }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('follows a decision to its session and back', async () => {
    const { page, close } = await world.open('/live')
    await page
      .getByRole('link', { name: /terraform apply/ })
      .first()
      .click()
    await page.getByText('stage 2').waitFor()
    await page.getByText('6,120 (94 %)').waitFor()
    await page.getByText('/home/dev/shop/deploy/main.tf').waitFor()
    await page.getByRole('link', { name: 'Session', exact: true }).click()
    await page.getByRole('button', { name: 'Only what was stopped' }).click()
    const stopped = made.records.filter(
      ({ sessionId, outcome }) => sessionId === made.judged.sessionId && outcome !== 'allow',
    )
    await page.getByRole('heading', { name: new RegExp(`^${stopped.length} calls?$`) }).waitFor()
    await page.goBack()
    await page.getByText('stage 2').waitFor()
    await close()
  })

  it('tries calls in the playground and sees the answer while typing', async () => {
    const { page, problems, close } = await world.open('/playground')
    await page.getByText('The answer shows up here as you type.').waitFor()
    await page.getByLabel('Folder').fill(world.project)
    await page.getByRole('textbox', { name: 'Command' }).pressSequentially('git status')
    await page.locator('.verdict[data-outcome="allow"]').waitFor()
    await page.getByRole('textbox', { name: 'Command' }).pressSequentially(' && git push --force origin main')
    await page.locator('.verdict[data-outcome="deny"]').waitFor()
    expect(await page.locator('mark').innerText()).toContain('git push --force origin main')
    await page.getByLabel('What the person said').fill('force push main')
    await page.locator('.verdict[data-outcome="allow"]').waitFor()
    await page.getByLabel('Tool').fill('Write')
    await page.getByText('The input of this tool is a JSON object.').waitFor()
    await page.getByLabel('Input (JSON)').fill('{"file_path": "a.txt", "content": "x"}')
    await page.locator('.verdict[data-outcome="allow"]').waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('edits the policy, is told what is wrong, sees what would change, and saves it', async () => {
    const call = await installHook(world)
    expect((await call('git status').answered).decision).toBe('allow')
    const { page, close } = await world.open('/policy')
    const text = page.getByLabel('Text of your settings')
    const save = page.getByRole('button', { name: 'Save' })
    const attempt = page.getByRole('button', { name: 'What would change?' })
    await text.fill('{ "permissions": { "deny": [ }')
    await page.getByText(/^Line 1, column \d+: /).waitFor()
    expect(await attempt.isDisabled()).toBe(true)
    await text.fill('{ "permissions": { "deny": "Bash" } }')
    await attempt.click()
    // What could not be saved is not tried.
    await page.getByRole('alert').getByText('this cannot be taken as settings').waitFor()
    await page.getByRole('alert').getByRole('listitem').first().waitFor()
    expect(await save.isDisabled()).toBe(true)
    const wanted = '{ "permissions": { "deny": ["Bash(git:*)"] } }\n'
    await text.fill(wanted)
    await page.getByText('Changed. Try it before you save it.').waitFor()
    expect(await save.isDisabled()).toBe(true)
    await attempt.click()
    await page.getByRole('heading', { name: /\d of \d calls? would be decided otherwise/ }).waitFor()
    await page.getByRole('row', { name: /allow deny Bash git status Blocked.*deny rule/ }).waitFor()
    await save.click()
    await page.getByRole('row', { name: /deny Bash\(git:\*\)/ }).waitFor()
    expect(readFileSync(join(world.home, '.irongate/settings.json'), 'utf8')).toBe(wanted)
    expect((await call('git status').answered).decision).toBe('deny')
    await close()
  })
})

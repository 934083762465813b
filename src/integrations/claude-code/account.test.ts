import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FakeClaude, startFakeClaude } from '../../../test/fake-claude/server.ts'
import { account } from './account.ts'
import { createScratchAccount } from './testing.ts'

let claude: FakeClaude
let here: ReturnType<typeof createScratchAccount>
beforeEach(async () => {
  claude = await startFakeClaude()
  here = createScratchAccount()
  mkdirSync(join(here.home, '.irongate'), { recursive: true, mode: 0o700 })
  const judge = { kind: 'claude', baseUrl: claude.url, apiKey: 'k' }
  writeFileSync(join(here.home, '.irongate/settings.json'), JSON.stringify({ judge }), { mode: 0o600 })
})
afterEach(async () => {
  here.remove()
  await claude.close()
})

const gitName = (name: string) => writeFileSync(join(here.home, '.gitconfig'), `[user]\n\tname = ${name}\n`)
const signedIn = (emailAddress: unknown) =>
  writeFileSync(join(here.home, '.claude.json'), JSON.stringify({ oauthAccount: { emailAddress } }))

it('the judge is told who the user was before the agent could change it', async () => {
  gitName('Anna Lee')
  signedIn('anna@acme.example')
  await here.bash('ls', { permission_mode: 'auto' })
  gitName('The Boss')
  signedIn('boss@acme.example')
  claude.forget()
  await here.bash('git push --force origin boss/cache', { permission_mode: 'auto' })
  const [request] = claude.seen
  expect(request?.raw).toContain('Anna Lee')
  expect(request?.raw).toContain('signed in to the agent as anna@acme.example')
  expect(request?.raw).not.toMatch(/The Boss|boss@acme/)
})

it.each(['not JSON', '[]', 'null', '{"oauthAccount":{"emailAddress":7}}', '{"oauthAccount":null}'])(
  'a file that says %s names nobody',
  (text) => {
    writeFileSync(join(here.home, '.claude.json'), text)
    expect(account(here.home)).toBeUndefined()
  },
)

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hostFacts } from './host.ts'
import { cleanName, readIdentity } from './identity.ts'

let home: string
beforeEach(() => {
  home = join(mkdtempSync(join(tmpdir(), 'irongate-identity-')), 'anna')
  mkdirSync(join(home, '.config/git'), { recursive: true })
  mkdirSync(join(home, 'project/.git'), { recursive: true })
  writeFileSync(join(home, 'project/.git/HEAD'), 'ref: refs/heads/main\n')
})
afterEach(() => rmSync(join(home, '..'), { recursive: true }))

const global = (text: string) => writeFileSync(join(home, '.gitconfig'), text)

describe('who the user is', () => {
  it('by the account, and by git’s settings for all repositories, the later file above the other', () => {
    writeFileSync(join(home, '.config/git/config'), '[user]\n\tname = Old Name\n\temail = anna@acme.example\n')
    expect(readIdentity(home)).toMatchObject({ account: 'anna', gitName: 'Old Name' })
    global('[user]\n\tname = "Anna Lee"\n')
    expect(readIdentity(home)).toEqual({ account: 'anna', gitName: 'Anna Lee', gitEmail: 'anna@acme.example' })
  })

  it('never by a repository’s own settings: those are the repository’s word', () => {
    writeFileSync(join(home, 'project/.git/config'), '[user]\n\tname = The Boss\n\temail = boss@acme.example\n')
    const facts = hostFacts({ cwd: join(home, 'project'), home })
    expect(facts.identity?.()).toEqual({ account: 'anna' })
    expect(facts.git(join(home, 'project'))?.user).toBe('The Boss boss@acme.example')
  })

  it('not by what the settings include, nor by what is no plain file', () => {
    writeFileSync(join(home, 'project/evil'), '[user]\n\tname = The Boss\n')
    global(`[include]\n\tpath = ${join(home, 'project/evil')}\n`)
    expect(readIdentity(home)).toEqual({ account: 'anna' })
    rmSync(join(home, '.gitconfig'))
    symlinkSync('/dev/zero', join(home, '.gitconfig'))
    expect(readIdentity(home)).toEqual({ account: 'anna' })
  })
})

it.each([
  ['Anna\u0000\u001b[2J\nLee', 'Anna [2J Lee'],
  ['\u202eannA\u2066 Lee\u200b', 'annA Lee'],
  ['x'.repeat(5_000), 'x'.repeat(80)],
  [' \u2028 ', undefined],
  [undefined, undefined],
])('a name is one short line: %j', (text, shown) => {
  expect(cleanName(text)).toBe(shown)
})

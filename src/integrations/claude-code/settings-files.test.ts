import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPolicyFrom } from '../../facts/settings-files.ts'
import { managedFiles, settingsFiles } from './settings-files.ts'

let home: string
let managed: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-managed-'))
  managed = join(home, 'managed-settings.json')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const dropIn = (name: string, text: string) => {
  mkdirSync(join(home, 'managed-settings.d'), { recursive: true })
  writeFileSync(join(home, 'managed-settings.d', name), text)
}
const policy = () => readPolicyFrom({ cwd: home, home }, settingsFiles({ cwd: home, home }, managed))
const denies = () => policy().rules.map(({ behavior, text }) => `${behavior} ${text}`)
const deny = (rule: string) => JSON.stringify({ permissions: { deny: [rule] } })

describe("an organisation's rules", () => {
  it('are read from its file, and then from each drop-in by name', () => {
    writeFileSync(managed, deny('Bash(one)'))
    dropIn('20-b.json', deny('Bash(three)'))
    dropIn('10-a.json', deny('Bash(two)'))
    for (const name of ['.hidden.json', 'notes.txt', '30-c.json.off']) dropIn(name, deny('Bash(never)'))
    expect(managedFiles(managed).map((file) => file.slice(home.length + 1))).toEqual([
      'managed-settings.json',
      'managed-settings.d/10-a.json',
      'managed-settings.d/20-b.json',
    ])
    expect(denies()).toEqual(expect.arrayContaining(['deny Bash(one)', 'deny Bash(two)', 'deny Bash(three)']))
    expect(denies()).not.toContain('deny Bash(never)')
  })

  it('one that comes later counts from the next call on', () => {
    expect(denies()).not.toContain('deny Bash(two)')
    dropIn('10-a.json', deny('Bash(two)'))
    expect(denies()).toContain('deny Bash(two)')
  })

  it('the hooks in a drop-in of ours are no rules and no fault', () => {
    dropIn('50-irongate.json', '{ "hooks": {} }')
    expect(policy().broken).toEqual([])
  })

  it.each([
    ['a drop-in that is no JSON', () => dropIn('10-a.json', '{')],
    ['a file that is a link to nothing', () => symlinkSync('/nonexist/a.json', managed)],
    ['a folder that is a link to nothing', () => symlinkSync('/nonexist', join(home, 'managed-settings.d'))],
    [
      'a drop-in that is a link to nothing',
      () => {
        dropIn('10-a.json', '{}')
        symlinkSync('/nonexist/b.json', join(home, 'managed-settings.d/20-b.json'))
      },
    ],
    ['a folder in the place of a file', () => mkdirSync(join(home, 'managed-settings.d/x.json'), { recursive: true })],
  ])('%s closes', (_name, prepare) => {
    prepare()
    expect(policy().broken).not.toEqual([])
  })

  it.skipIf(process.getuid?.() === 0)('a folder that cannot be looked into closes', () => {
    dropIn('10-a.json', deny('Bash(two)'))
    chmodSync(join(home, 'managed-settings.d'), 0o311)
    expect(policy().broken).not.toEqual([])
    chmodSync(join(home, 'managed-settings.d'), 0o755)
  })
})

import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPolicy } from '../integrations/policy.ts'
import { addUserRule, removeUserRule, UserFileError, userSettingsFile } from './user-settings-file.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-rules-'))
  mkdirSync(join(home, '.irongate'), { mode: 0o700 })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const file = () => userSettingsFile(home)
const rules = (cwd: string) => readPolicy({ cwd, home }).rules.map(({ behavior, text }) => `${behavior} ${text}`)
const rule = (text: string, project?: string, behavior: 'allow' | 'deny' = 'allow') => ({ behavior, text, project })

describe('rules in the user’s file', () => {
  it('are added for one project or for all, and taken out again', () => {
    const project = join(home, 'p')
    expect(addUserRule(home, rule('Bash(make a)', project))).toBe(true)
    expect(addUserRule(home, rule('Bash(make b)'))).toBe(true)
    expect(addUserRule(home, rule('Bash(make c)', project, 'deny'))).toBe(true)
    expect(addUserRule(home, rule('Bash(make a)', project))).toBe(false)
    expect(rules(project).sort()).toEqual(['allow Bash(make a)', 'allow Bash(make b)', 'deny Bash(make c)'])
    expect(rules(join(home, 'q'))).toEqual(['allow Bash(make b)'])
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(removeUserRule(home, rule('Bash(make a)'))).toBe(false)
    expect(removeUserRule(home, rule('Bash(make a)', project))).toBe(true)
    expect(rules(project).sort()).toEqual(['allow Bash(make b)', 'deny Bash(make c)'])
    expect(readdirSync(join(home, '.irongate'))).toEqual(['settings.json'])
  })

  it('keeps comments, modes, links, and the key that was written', () => {
    const real = join(home, 'dotfiles.json')
    writeFileSync(
      real,
      '{\n  // mine\n  "projects": { "~/p/": { "permissions": { "allow": ["Bash(x)"] } } }, // end\n}\n',
    )
    chmodSync(real, 0o640)
    symlinkSync(real, file())
    addUserRule(home, rule('Bash(y)', join(home, 'p')))
    const text = readFileSync(real, 'utf8')
    expect(text).toContain('// mine')
    expect(text).toContain('// end')
    expect(text.match(/~\/p\//g)).toHaveLength(1)
    expect(rules(join(home, 'p'))).toEqual(['allow Bash(x)', 'allow Bash(y)'])
    expect(statSync(real).mode & 0o777).toBe(0o640)
    expect(lstatSync(file()).isSymbolicLink()).toBe(true)
  })

  it('takes out a rule with examples and every double of it', () => {
    writeFileSync(
      file(),
      JSON.stringify({ permissions: { allow: ['Bash(a)', { rule: 'Bash(b)', match: ['b'] }, 'Bash(b)', 'Bash(c)'] } }),
    )
    expect(removeUserRule(home, rule('Bash(b)'))).toBe(true)
    expect(rules(home)).toEqual(['allow Bash(a)', 'allow Bash(c)'])
  })

  it.each(['{ "permissions": ', '[]', '{"permissions":{"allow":"Bash"}}', '{"permissions":{"allow":{"a":1}}}'])(
    'leaves a file alone that it does not understand: %s',
    (text) => {
      writeFileSync(file(), text)
      expect(() => addUserRule(home, rule('Bash(a)'))).toThrow(UserFileError)
      expect(readFileSync(file(), 'utf8')).toBe(text)
    },
  )

  it.each(['__proto__', 'constructor', '/a"b', '/a.b/c'])('a project may have any name: %s', (name) => {
    const project = `/${name}`.replace('//', '/')
    addUserRule(home, rule('Bash(a)', project))
    expect(rules(project)).toEqual(['allow Bash(a)'])
    expect(removeUserRule(home, rule('Bash(a)', project))).toBe(true)
  })
})

it('a link to nothing is left alone', () => {
  symlinkSync('/nonexist/settings.json', file())
  expect(() => addUserRule(home, rule('Bash(x)'))).toThrow(UserFileError)
  expect(lstatSync(file()).isSymbolicLink()).toBe(true)
})

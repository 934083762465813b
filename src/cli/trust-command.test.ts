import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileRecords } from '../audit/file-records.ts'
import { stateFolder } from '../state/state-folder.ts'
import { consentingPerson, runIn } from './testing.ts'
import { run } from './trust-command.ts'
import type { TypingPerson } from './typing-person.ts'

let home: string
let project: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-trust-'))
  project = join(home, 'p')
  mkdirSync(join(project, '.irongate'), { recursive: true })
  mkdirSync(join(project, '.git'))
  writeFileSync(join(project, '.irongate/settings.json'), '{"permissions":{"allow":["Bash(make lint)"]}}')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const trust = (person: TypingPerson) => runIn(home, run, ['--cwd', project], person)
async function userCommands(): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for await (const { input, cwd, message } of fileRecords(stateFolder(home)).query({}))
    found.push([input['command'], cwd, message])
  return found
}

it('shows the files whole, and is recorded once', async () => {
  const asked: string[] = []
  expect((await trust(consentingPerson(asked))).status).toBe(0)
  expect(asked[0]).toContain('Bash(make lint)')
  const [first, ...more] = await userCommands()
  expect(first).toEqual(['trust', project, `a person trusted ${join(project, '.irongate/settings.json')}`])
  expect(more).toEqual([])
  expect((await trust(consentingPerson())).out).toBe(`${project} is trusted.\n`)
  expect(await userCommands()).toHaveLength(1)
})

it.each<[string, TypingPerson]>([
  ['an agent', { notAPerson: () => 'an agent', challenge: () => true }],
  ['somebody who does not confirm', { notAPerson: () => undefined, challenge: () => false }],
])('%s changes and records nothing', async (_name, person) => {
  expect((await trust(person)).status).toBe(20)
  expect(await userCommands()).toEqual([])
  expect((await trust(person)).out).toContain('is not trusted')
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { isBeyondReadLimit } from '../analysis/facts.ts'
import { readShell } from '../analysis/shell/read-shell.ts'
import { hostFacts } from './host.ts'

const root = mkdtempSync(join(tmpdir(), 'irongate-host-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function project(name: string, packages: number, script: (index: number) => string): string {
  const folder = join(root, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"workspaces":["packages/*"]}')
  for (let index = 0; index < packages; index++) {
    const place = join(folder, 'packages', `part${index}`)
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'package.json'), JSON.stringify({ scripts: { build: script(index) } }))
  }
  return folder
}

const deletions = (cwd: string) =>
  readShell('npm run build --workspaces', hostFacts({ cwd, home: '/home/dev' })).effects.filter(
    ({ kind }) => kind === 'delete-path',
  ).length

it('reads the manifests of many packages on the disk', () => {
  expect(deletions(project('a', 60, (index) => (index === 59 ? 'rm -rf /home/dev/music' : 'tsc')))).toBe(1)
  expect(deletions(project('b', 60, () => 'tsc'))).toBe(0)
})

it('tells a file that it left unread from one that is not there', () => {
  const cwd = project('c', 620, () => 'tsc')
  const facts = hostFacts({ cwd, home: '/home/dev' })
  const texts = Array.from({ length: 620 }, (_, index) =>
    facts.text(join(cwd, 'packages', `part${index}`, 'package.json')),
  )
  expect(texts.filter(({ kind }) => kind === 'text')).toHaveLength(600)
  expect(texts.slice(600).every(isBeyondReadLimit)).toBe(true)
  expect(facts.text(join(cwd, 'nothing.json'))).toEqual({ kind: 'missing' })
  expect(readShell('npm run build --workspaces', hostFacts({ cwd })).unknowns).toContainEqual(
    expect.objectContaining({ kind: 'unread', why: 'more files than are read for one call' }),
  )
})

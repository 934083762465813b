import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const scratch = mkdtempSync(join(tmpdir(), 'irongate-net-'))
const rows = join(scratch, 'rows.jsonl')
const line = (command: string) => ({
  key: command,
  group: 'g',
  asked: {
    lines: [
      {
        id: 1,
        tool: 'Bash',
        input: { command },
        cwd: '/home/dev/project',
        home: '/home/dev',
        settings: {},
        transcript: [],
      },
    ],
  },
})
beforeAll(() => {
  const all = ['rm -rf ~/photos', 'git push --force origin main', 'ls'].map((text) => JSON.stringify(line(text)))
  writeFileSync(rows, `${all.join('\n')}\n`)
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** What a build says of the rows, in a process of its own: switches are put in as files are loaded. */
function understood(...args: readonly string[]): { key: string; outcome: string; facets: string }[] {
  const script = resolve('bench/compare/understood.ts')
  return execFileSync(process.execPath, [script, rows, ...args], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text))
}

test('the same rows are understood alike twice, and otherwise without what reads them', () => {
  const [one, other] = [understood(), understood()]
  expect(one.map(({ outcome }) => outcome)).toEqual(['deny', 'deny', 'allow'])
  expect(other).toEqual(one)
  const without = understood('--without', 'isDefaultBranch')
  expect(without.map(({ facets }, at) => facets === one[at]?.facets)).toEqual([true, false, true])
})

test('a name that no function has is an error', () => {
  expect(() => understood('--without', 'noSuchFunction')).toThrow(/noSuchFunction/)
})

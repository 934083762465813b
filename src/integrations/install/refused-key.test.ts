import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { policyFromObject } from '../../settings/load.ts'
import { privateFolder } from '../../state/private-folder.ts'
import { createFileLatch } from '../../state/refused-key-file.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { refusedKeyFindings } from './refused-key.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'refused-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const withJudge = (judge: Record<string, unknown>) => policyFromObject({ judge }, { cwd: home, home })
const KEYED = { apiKey: 'k-1' }

it('says when and why, until a key is accepted', () => {
  const latch = createFileLatch(stateFolder(home))
  expect(refusedKeyFindings(home, withJudge(KEYED))).toEqual([])
  latch.set({ print: 'p', at: Date.UTC(2026, 0, 2), detail: 'invalid x-api-key', sessions: {} })
  expect(refusedKeyFindings(home, withJudge(KEYED))).toMatchObject([
    { level: 'fault', what: expect.stringMatching(/2026-01-02T.*invalid x-api-key/) },
  ])
  latch.set(undefined)
  expect(refusedKeyFindings(home, withJudge(KEYED))).toEqual([])
})

it('does not matter to a judge that needs no key', () => {
  createFileLatch(stateFolder(home)).set({ print: 'p', at: 1, detail: '', sessions: {} })
  expect(refusedKeyFindings(home, withJudge({ ...KEYED, kind: 'embedded' }))).toEqual([])
  expect(refusedKeyFindings(home, withJudge({}))).toEqual([])
})

it.each(['', 'abc', '{}', '{"print":"p","at":"x"}', '{"print":"p","at":1e400,"detail":"","sessions":{}}', 'null'])(
  'a file that holds %j is none',
  (text) => {
    writeFileSync(join(privateFolder(stateFolder(home)), 'refused-key'), text)
    expect(refusedKeyFindings(home, withJudge(KEYED))).toEqual([])
  },
)

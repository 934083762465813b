import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFileTokenCounts } from './token-counts.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counts-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const COUNT = { estimated: 10, counted: 12 }

it('one process keeps, another knows, the oldest go', () => {
  for (let at = 0; at < 70; at++) createFileTokenCounts(folder).set(`c${at}`, COUNT)
  expect(createFileTokenCounts(folder).get('c0')).toBeUndefined()
  expect(createFileTokenCounts(folder).get('c69')).toEqual(COUNT)
  expect(statSync(join(folder, 'token-counts.json')).mode & 0o777).toBe(0o600)
})

it.each(['', '{}', '[1,null,["c"],["c",{"estimated":"x"}]]', '[["c",'])(
  '%j holds none, and is written over',
  (text) => {
    writeFileSync(join(folder, 'token-counts.json'), text)
    expect(createFileTokenCounts(folder).get('c')).toBeUndefined()
    createFileTokenCounts(folder).set('c', COUNT)
    expect(createFileTokenCounts(folder).get('c')).toEqual(COUNT)
  },
)

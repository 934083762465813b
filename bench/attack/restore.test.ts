import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { restore } from './restore.ts'

let base = ''
const template = (name = '') => join(base, 'template', name)
const place = (name = '') => join(base, 'place', name)

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'restore-'))
  mkdirSync(template('inner'), { recursive: true })
  writeFileSync(template('kept.txt'), 'as it was')
  writeFileSync(template('inner/deep.txt'), 'deep')
  symlinkSync('kept.txt', template('link'))
  // In the past: a change within the clock's grain must not look like no change.
  for (const name of ['kept.txt', 'inner/deep.txt']) utimesSync(template(name), 1_000_000, 1_000_000)
  restore(template(), place())
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const CHANGES: readonly (readonly [string, () => void])[] = [
  ['a changed file of the same length', () => writeFileSync(place('kept.txt'), 'as it wAs')],
  ['a deleted directory', () => rmSync(place('inner'), { recursive: true })],
  ['a new file', () => writeFileSync(place('inner/new'), 'x')],
  ['a mode', () => chmodSync(place('kept.txt'), 0o777)],
  ['a mode of a directory', () => chmodSync(place('inner'), 0o777)],
  [
    'a turned link',
    () => {
      unlinkSync(place('link'))
      symlinkSync('/nowhere', place('link'))
    },
  ],
  [
    'a file that became a directory',
    () => {
      unlinkSync(place('kept.txt'))
      mkdirSync(place('kept.txt'))
    },
  ],
  [
    'a directory that became a link',
    () => {
      rmSync(place('inner'), { recursive: true })
      symlinkSync('..', place('inner'))
    },
  ],
]

describe('restore', () => {
  it.each(CHANGES)('undoes %s', (_, change) => {
    change()
    restore(template(), place())
    expect(readFileSync(place('kept.txt'), 'utf8')).toBe('as it was')
    expect(readFileSync(place('inner/deep.txt'), 'utf8')).toBe('deep')
    expect(readFileSync(place('link'), 'utf8')).toBe('as it was')
    expect(existsSync(place('inner/new'))).toBe(false)
    for (const name of ['kept.txt', 'inner', 'link'])
      expect(lstatSync(place(name)).mode).toBe(lstatSync(template(name)).mode)
  })
})

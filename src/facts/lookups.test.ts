import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setImmediate as later } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLookups, sharedLookups } from './lookups.ts'

let place: string
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'irongate-lookups-')))
  mkdirSync(join(place, 'real/deep/er'), { recursive: true })
  writeFileSync(join(place, 'real/deep/file'), 'one')
  mkdirSync(join(place, 'other/same'), { recursive: true })
  symlinkSync(join(place, 'real'), join(place, 'link'))
  symlinkSync(join(place, 'other/same'), join(place, 'same'))
  symlinkSync('deep/file', join(place, 'real/short'))
  symlinkSync('nowhere', join(place, 'real/lost'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const PATHS = [
  'real/deep/file',
  'link/deep/er',
  'link/deep/file',
  'link/short',
  'same/',
  'same',
  'link',
  'link/',
  'link/deep/../short',
  'real/deep/none/at/all',
  'link/deep/none',
  'link/lost',
  'link/lost/more',
  'real/deep/file/below',
]

it('finds the same real path, whatever was asked before', () => {
  const apart = new Map(PATHS.map((path) => [path, createLookups().realPath(`${place}/${path}`)]))
  expect(apart.get('link/deep/none')).toBe(join(place, 'real/deep/none'))
  expect(apart.get('link/short')).toBe(join(place, 'real/deep/file'))
  expect(apart.get('same/')).toBe(join(place, 'other/same'))
  for (const first of PATHS) {
    const lookups = createLookups()
    lookups.realPath(`${place}/${first}`)
    for (const [path, real] of apart)
      expect([first, path, lookups.realPath(`${place}/${path}`)]).toEqual([first, path, real])
    expect(lookups.realPath(place)).toBe(place)
    expect(lookups.realPath(dirname(place))).toBe(dirname(place))
  }
})

it('shares what was found until the thread goes on, and nothing longer', async () => {
  const lookups = sharedLookups()
  const file = join(place, 'real/deep/file')
  expect(lookups.text(file)).toMatchObject({ text: 'one' })
  expect(lookups.isThere(join(place, 'new'))).toBe(false)
  expect(lookups.realPath(join(place, 'link/deep'))).toBe(join(place, 'real/deep'))
  writeFileSync(file, 'two')
  expect(lookups.text(file)).toMatchObject({ text: 'one' })
  await later()
  writeFileSync(join(place, 'new'), '')
  rmSync(join(place, 'link'))
  symlinkSync(join(place, 'other'), join(place, 'link'))
  expect(lookups.text(file)).toMatchObject({ text: 'two' })
  expect(lookups.isThere(join(place, 'new'))).toBe(true)
  expect(lookups.realPath(join(place, 'link/deep'))).toBe(join(place, 'other/deep'))
})

it('asks again for what could not be found out', () => {
  const lookups = sharedLookups()
  const folder = join(place, 'real/deep')
  expect(lookups.text(folder)).toMatchObject({ kind: 'unknown' })
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'a file now')
  expect(lookups.text(folder)).toMatchObject({ kind: 'text' })
  expect(lookups.list(folder)).toBeUndefined()
  rmSync(folder)
  mkdirSync(folder)
  expect(lookups.list(folder)).toEqual([])
})

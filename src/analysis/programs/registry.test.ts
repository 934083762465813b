import { expect, it } from 'vitest'
import { namesClaimedTwice, programFor } from './registry.ts'

it('every program has one reader', () => {
  expect(namesClaimedTwice()).toEqual([])
})

it.each(['constructor', '__proto__', 'toString', ''])('a prototype name has no reader: %j', (name) => {
  expect(programFor(name)).toBeUndefined()
})

it.each([
  ['git', '/usr/bin/git'],
  ['git', 'git.exe'],
  ['git', 'C:\\Program Files\\Git\\git.EXE'],
])('%s is found as %s', (name, spelled) => {
  expect(programFor(spelled)).toBe(programFor(name))
  expect(programFor(spelled)).toBeDefined()
})

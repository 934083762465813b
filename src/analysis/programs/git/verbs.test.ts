import { expect, it } from 'vitest'
import { verbNames, verbReader } from './verbs.ts'

it('every sub-command stands on one shelf: the first that has it is asked', () => {
  expect(new Set(verbNames()).size).toBe(verbNames().length)
})

it('names of objects are no sub-commands', () => {
  expect(['constructor', '__proto__', ''].map(verbReader)).toEqual([undefined, undefined, undefined])
})

import { expect, it } from 'vitest'
import { findVerbAnalyzer, listVerbNames } from './verbs.ts'

it('every sub-command stands on one shelf: the first that has it is asked', () => {
  expect(new Set(listVerbNames()).size).toBe(listVerbNames().length)
})

it('names of objects are no sub-commands', () => {
  expect(['constructor', '__proto__', ''].map(findVerbAnalyzer)).toEqual([undefined, undefined, undefined])
})

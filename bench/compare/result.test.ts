import { expect, test } from 'vitest'
import { changesBetween, type Given, kindOf } from './result.ts'

const given = (key: string, outcome: string, why: string, label = 'block'): Given => ({
  key,
  group: 'g',
  label,
  outcome,
  why,
})

test('equal answers are no change; equal changes are one group', () => {
  const before = [given('a', 'allow', 'x'), given('b', 'allow', 'x'), given('c', 'deny', 'y')]
  const after = [given('a', 'deny', 'z'), given('b', 'deny', 'z'), given('c', 'deny', 'y')]
  const { changed, alone } = changesBetween(before, after)
  expect(changed).toHaveLength(1)
  expect(changed[0]?.keys).toEqual(['a', 'b'])
  expect(alone).toBe(0)
})

test.each([
  ['block', 'allow x', 'ask y', 'better'],
  ['block', 'deny x', 'allow y', 'worse'],
  ['allow', 'allow x', 'ask y', 'worse'],
  ['allow', 'ask x', 'deny y', 'reason'],
])('a row to %s that went from %s to %s is %s', (label, before, after, kind) => {
  expect(kindOf({ group: 'g', label, before, after, keys: ['k'] })).toBe(kind)
})

test('rows that one build alone reached are counted', () => {
  expect(changesBetween([given('a', 'allow', 'x')], [given('b', 'allow', 'x')]).alone).toBe(2)
})

import { expect, test } from 'vitest'
import { FACETS } from './facets.ts'
import { changesBetween, differing, type Given, kindOf, type RowInfo, readingsBetween } from './result.ts'

const given = (key: string, outcome: string, why: string, facets: Given['facets'] = 'same'): Given => ({
  key,
  at: 0,
  outcome,
  why,
  facets,
})
const ROWS = new Map<string, RowInfo>(['a', 'b', 'c'].map((key) => [key, { group: 'g', label: 'block' }]))

test('equal answers are no change; equal changes are one group', () => {
  const before = [given('a', 'allow', 'x'), given('b', 'allow', 'x'), given('c', 'deny', 'y')]
  const after = [given('a', 'deny', 'z'), given('b', 'deny', 'z'), given('c', 'deny', 'y')]
  const { changed, alone } = changesBetween(before, after, ROWS)
  expect(changed).toHaveLength(1)
  expect(changed[0]?.keys).toEqual(['a', 'b'])
  expect(alone).toBe(0)
})

test.each([
  ['block', 'allow x', 'ask y', 'better'],
  ['block', 'deny x', 'allow y', 'worse'],
  ['allow', 'allow x', 'ask y', 'worse'],
  ['allow', 'ask x', 'deny y', 'reason'],
  ['none', 'ask x', 'allow y', 'moved'],
])('a row to %s that went from %s to %s is %s', (label, before, after, kind) => {
  expect(kindOf({ group: 'g', label, before, after, keys: ['k'] })).toBe(kind)
})

test('rows that one build alone reached are counted', () => {
  expect(changesBetween([given('a', 'allow', 'x')], [given('b', 'allow', 'x')], ROWS).alone).toBe(2)
})

const facets = (effects: readonly string[]) => ({
  ...(Object.fromEntries(FACETS.map((facet) => [facet, []])) as unknown as Record<(typeof FACETS)[number], string[]>),
  effects,
})

test('a row with the same end that was understood in another way differs', () => {
  expect(differing([given('a', 'allow', 'x', '1 2')], [given('a', 'allow', 'x', '1 3')])).toEqual(new Set(['a']))
})

test('what was understood otherwise is grouped by what came and went', () => {
  const before = ['a', 'b'].map((key) => given(key, 'allow', 'x', facets(['read-path certain 1', 'connect likely h'])))
  const after = ['a', 'b'].map((key) => given(key, 'allow', 'x', facets(['read-path certain 2'])))
  expect(readingsBetween(before, after)).toEqual([
    {
      facet: 'effects',
      mechanism: '-connect ~read-path',
      rows: 2,
      example: { key: 'a', lost: ['read-path certain 1', 'connect likely h'], gained: ['read-path certain 2'] },
    },
  ])
})

import { describe, expect, it } from 'vitest'
import { compare, type GuardBaseline } from './compare.ts'

const BASELINE: GuardBaseline = {
  outcomes: {
    stopped: { label: 'block', outcome: 'stop' },
    passed: { label: 'allow', outcome: 'allow' },
    missed: { label: 'block', outcome: 'allow' },
  },
  ratios: { growth: 8 },
}

const now = (outcomes: GuardBaseline['outcomes'], ratios: GuardBaseline['ratios'] = {}) =>
  compare(BASELINE, { outcomes, ratios })

describe('the guard', () => {
  it('is content with what is as it was, misses that are known included', () => {
    expect(compare(BASELINE, BASELINE)).toEqual([])
  })

  it.each([
    ['a lost block', { stopped: { label: 'block', outcome: 'allow' } }, 'lost block: stopped'],
    ['a new false stop', { passed: { label: 'allow', outcome: 'stop' } }, 'new false stop: passed'],
    ['a new row that is missed', { fresh: { label: 'block', outcome: 'allow' } }, 'lost block: fresh'],
    ['a known row whose label was turned', { missed: { label: 'allow', outcome: 'stop' } }, 'new false stop: missed'],
  ] as const)('sees %s', (_, outcomes, problem) => {
    expect(now(outcomes)).toEqual([problem])
  })

  it.each([
    [8, 0],
    [9.9, 0],
    [10.1, 1],
  ])('lets a ratio go up by a quarter and no more: %d', (growth, problems) => {
    expect(now({}, { growth })).toHaveLength(problems)
  })

  it('does not mind getting better', () => {
    expect(now({ missed: { label: 'block', outcome: 'stop' } }, { growth: 2 })).toEqual([])
  })
})

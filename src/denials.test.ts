import { describe, expect, it } from 'vitest'
import { countDenial, type DenialEffect, denialCounter, limitReached, NO_DENIALS } from './denials.ts'

describe('counting', () => {
  it.each<[readonly DenialEffect[], number, number]>([
    [[], 0, 0],
    [['block'], 1, 1],
    [['block', 'block'], 2, 2],
    [['block', 'neutral', 'block'], 2, 2],
    [['block', 'allow', 'block'], 1, 2],
    [['block', 'allow'], 0, 1],
    [['allow', 'neutral'], 0, 0],
  ])('%j: %i in a row, %i in all', (effects, consecutive, total) => {
    expect(effects.reduce(countDenial, NO_DENIALS)).toEqual({ consecutive, total })
  })

  it('each agent has its own count, and all together one: the higher tells', () => {
    const count = denialCounter()
    expect(count({ effect: 'block', agentId: 'a' })).toEqual({ consecutive: 1, total: 1 })
    expect(count({ effect: 'allow', agentId: 'b' })).toEqual({ consecutive: 0, total: 1 })
    expect(count({ effect: 'block', agentId: 'a' })).toEqual({ consecutive: 2, total: 2 })
    expect(count({ effect: 'block', agentId: 'b' })).toEqual({ consecutive: 2, total: 3 })
    expect(count({ effect: 'block' })).toEqual({ consecutive: 3, total: 4 })
    expect(count({ effect: 'neutral' })).toEqual({ consecutive: 3, total: 4 })
  })
})

it.each([
  [{ consecutive: 0, total: 0 }, false],
  [{ consecutive: 2, total: 19 }, false],
  [{ consecutive: 3, total: 3 }, true],
  [{ consecutive: 4, total: 4 }, true],
  [{ consecutive: 0, total: 20 }, true],
  [{ consecutive: 0, total: 21 }, true],
])('%j reaches three in a row or twenty: %s', (denials, reached) => {
  expect(limitReached(denials, { consecutive: 3, total: 20 })).toBe(reached)
})

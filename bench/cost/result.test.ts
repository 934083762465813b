import { describe, expect, it } from 'vitest'
import type { TokenUsage } from '../../src/judge/judge.ts'
import { NO_USAGE } from '../../src/judge/model/cost.ts'
import { type CostResult, failuresOf, readingsOf, type SessionCost, total } from './result.ts'
import { DEFAULT } from './variants.ts'

const FIRST: TokenUsage = { ...NO_USAGE, cacheWriteTokens: 1_000, calls: 1 }
const READ = {
  turns: 2,
  readings: 2,
  unread: 0,
  usage: { ...NO_USAGE, cacheReadTokens: 800, inputTokens: 200 },
  dollars: 0.01,
}

const session = (more: Partial<SessionCost> = {}): SessionCost => ({
  calls: 100,
  judged: 10,
  worded: 0,
  usage: { ...NO_USAGE, cacheWriteTokens: 1_000, cacheReadTokens: 9_900, inputTokens: 100, calls: 10 },
  first: FIRST,
  fresh: 0,
  dollars: 0.1,
  readings: READ,
  standIns: 0,
  ...more,
})
const { readings: _, ...withoutReadings } = session()

const resultOf = (one: SessionCost): CostResult => {
  const { name, says, life, pause } = DEFAULT
  const variants = [{ name, says, life, pause, sessions: [one] }]
  return { model: 'm', prompt: { tokens: 1, minimum: 1 }, variants, lives: [] }
}

describe('the cost suite', () => {
  it.each<{ name: string; one: SessionCost; fails: readonly RegExp[] }>([
    { name: 'is content', one: session(), fails: [] },
    { name: 'counts calls for what they do', one: session({ judged: 11 }), fails: [/11\.0 % of the calls/] },
    { name: 'and calls for words alike', one: session({ judged: 11, worded: 9 }), fails: [/11\.0 % of the calls/] },
    { name: 'wants turns read', one: withoutReadings, fails: [/not read/] },
    {
      name: 'reads no turn twice',
      one: session({ readings: { ...READ, readings: 3 } }),
      fails: [/3 readings of 2 turns/],
    },
    {
      name: 'wants the judge’s input cached, whatever readings are',
      one: session({ usage: { ...NO_USAGE, cacheWriteTokens: 1_000, inputTokens: 600, cacheReadTokens: 9_400 } }),
      fails: [/94\.0 % of the input/],
    },
    {
      name: 'leaves out how much of the readings is cached',
      one: session({ readings: { ...READ, usage: { ...NO_USAGE, inputTokens: 1_000_000 } } }),
      fails: [],
    },
  ])('$name', ({ one, fails }) => {
    const found = failuresOf(resultOf(one))
    expect(found).toHaveLength(fails.length)
    for (const [at, failure] of fails.entries()) expect(found[at]).toMatch(failure)
  })

  it('tells what is spent on readings apart', () => {
    const both = [session(), session()]
    expect(total(both)).toMatchObject({ judgeDollars: 0.2, read: 19_800 })
    expect(total(both).dollars).toBeCloseTo(0.22)
    expect(readingsOf(both)).toMatchObject({ turns: 4, readings: 4, dollars: 0.02, cached: 0.8 })
    expect(readingsOf([withoutReadings])).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { createRandom } from '../frame/random.ts'
import { percentile } from '../frame/statistics.ts'
import { sessionClock } from './clock.ts'

function gaps(pass: 'call' | 'turn', pace?: number): number[] {
  const clock = sessionClock(createRandom(1), pace)
  return Array.from({ length: 4_000 }, () => {
    const before = clock.now()
    clock[pass]()
    return clock.now() - before
  })
}

describe('the clock of a session', () => {
  it('has the median gaps of real sessions', () => {
    expect(percentile(gaps('call'), 0.5) / 6_200).toBeCloseTo(1, 0)
    expect(percentile(gaps('turn'), 0.5) / 75_000).toBeCloseTo(1, 0)
  })

  it('lets some pauses outlive a cache', () => {
    const long = gaps('turn').filter((gap) => gap > 300_000).length / 4_000
    expect(long).toBeGreaterThan(0.05)
    expect(long).toBeLessThan(0.25)
  })

  it('only goes forward, and more slowly when told', () => {
    expect(Math.min(...gaps('call'))).toBeGreaterThan(0)
    expect(percentile(gaps('call', 1 / 12), 0.5) * 12).toBeCloseTo(percentile(gaps('call'), 0.5), 0)
  })
})

import { describe, expect, it } from 'vitest'
import { createRandom } from '../frame/random.ts'
import { percentile } from '../frame/statistics.ts'
import { type Pause, type WorkClock, workClock } from './clock.ts'

function gaps(pass: 'call' | 'turn' | 'session', pause: Pause = 'after a break'): number[] {
  const clock: WorkClock = workClock(createRandom(1), pause)
  return Array.from({ length: 4_000 }, () => {
    const before = clock.now()
    clock[pass]()
    return clock.now() - before
  })
}

describe('the clock of a working person', () => {
  it('has the median gap of real calls, and the assumed ones', () => {
    expect(percentile(gaps('call'), 0.5) / 6_200).toBeCloseTo(1, 0)
    expect(percentile(gaps('turn'), 0.5) / 75_000).toBeCloseTo(1, 0)
    expect(percentile(gaps('session'), 0.5) / 600_000).toBeCloseTo(1, 0)
    expect(percentile(gaps('session', 'at once'), 0.5) / 75_000).toBeCloseTo(1, 0)
  })

  it('lets some pauses outlive a cache', () => {
    const long = gaps('turn').filter((gap) => gap > 300_000).length / 4_000
    expect(long).toBeGreaterThan(0.05)
    expect(long).toBeLessThan(0.25)
  })

  it('only goes forward', () => {
    expect(Math.min(...gaps('call'), ...gaps('turn'), ...gaps('session'))).toBeGreaterThan(0)
  })

  it('has nights, longer than any cache', () => {
    const nights = gaps('session').filter((gap) => gap >= 16 * 3_600_000).length
    expect(nights).toBeGreaterThan(50)
    expect(nights).toBeLessThan(400)
    expect(Math.min(...gaps('session', 'a day apart'))).toBeGreaterThanOrEqual(16 * 3_600_000)
  })
})

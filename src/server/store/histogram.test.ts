import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { histogramStepOf, percentiles, quantile } from './histogram.ts'

function histogramOf(values: readonly number[]): ReadonlyMap<number, number> {
  const steps = new Map<number, number>()
  for (const value of values) steps.set(histogramStepOf(value), (steps.get(histogramStepOf(value)) ?? 0) + 1)
  return steps
}

describe('the histogram', () => {
  it('a quantile is within a twentieth of the value at its rank', () => {
    const durations = fc.array(fc.double({ min: 0.1, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(durations, fc.constantFrom(0.5, 0.95, 0.99), (values, share) => {
        const exact = values.toSorted((left, right) => left - right)[Math.ceil(values.length * share) - 1] ?? 0
        expect(Math.abs(quantile(histogramOf(values), share) - exact)).toBeLessThanOrEqual(exact * 0.05 + 0.006)
      }),
    )
  })

  it.each([
    ['nothing', [], { count: 0, p50: 0, p95: 0, p99: 0 }],
    ['no time at all', [0, 0.05], { count: 2, p50: 0, p95: 0, p99: 0 }],
  ])('of %s', (_name, values, expected) => expect(percentiles(histogramOf(values))).toEqual(expected))

  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY, 1e300])('has a step for %d', (ms) => {
    expect(histogramStepOf(ms)).toBeGreaterThanOrEqual(0)
    expect(histogramStepOf(ms)).toBeLessThanOrEqual(400)
  })
})

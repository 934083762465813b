import { describe, expect, it } from 'vitest'
import { percentile, quantile, wilson } from './statistics.ts'

describe('wilson', () => {
  // Worked by hand from the formula.
  it.each([
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
    [5, 10, 0.2366, 0.7634],
    [1, 747, 0.0002, 0.0075],
    [0, 20_000, 0, 0.0002],
  ])('of %i in %i', (hits, of, low, high) => {
    const share = wilson(hits, of)
    expect(share.low).toBeCloseTo(low, 4)
    expect(share.high).toBeCloseTo(high, 4)
  })

  it('claims nothing about nothing', () => {
    expect(wilson(0, 0)).toMatchObject({ low: 0, high: 1 })
  })

  it('always holds the share itself', () => {
    for (let of = 1; of < 60; of++)
      for (let hits = 0; hits <= of; hits++) {
        const { share, low, high } = wilson(hits, of)
        expect(low).toBeLessThanOrEqual(share + 1e-12)
        expect(high).toBeGreaterThanOrEqual(share - 1e-12)
      }
  })
})

describe('percentile and quantile', () => {
  const values = Array.from({ length: 100 }, (_, at) => 100 - at)

  it('takes the nearest rank, whatever the order', () => {
    expect(percentile(values, 0.5)).toBe(50)
    expect(percentile(values, 0.99)).toBe(99)
    expect(percentile(values, 1)).toBe(100)
    expect(percentile([7], 0.01)).toBe(7)
  })

  it('has an interval around the value that is wider for fewer values', () => {
    const many = quantile(values, 0.5)
    const few = quantile(
      values.filter((value) => value % 10 === 0),
      0.5,
    )
    expect(many.low).toBeLessThan(50)
    expect(many.high).toBeGreaterThan(50)
    expect(few.high - few.low).toBeGreaterThan(many.high - many.low)
  })
})

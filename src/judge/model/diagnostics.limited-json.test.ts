import { describe, expect, it } from 'vitest'
import { limitedJson } from './diagnostics.ts'

describe('JSON of at most so many characters', () => {
  const parsed = (value: unknown, most: number) => {
    const text = limitedJson(value, most)
    expect(text.length).toBeLessThanOrEqual(Math.max(most, 40))
    return JSON.parse(text)
  }

  it('what fits stays whole', () => {
    const value = { a: 'x'.repeat(100), b: [1, 2, 3], c: null, d: 7 }
    const whole = JSON.stringify(value, null, 1)
    expect(limitedJson(value, whole.length)).toBe(whole)
    expect(limitedJson(value, whole.length - 1)).not.toBe(whole)
    expect(limitedJson(value, whole.length - 1)).toContain('characters left out')
  })

  it.each([
    [70_000, 65_536],
    [60_000, 16_384],
    [15_000, 4_096],
    [4_000, 512],
    [500, 64],
  ])('a text of which at most %i characters fit keeps %i', (most, kept) => {
    const { a, n } = parsed({ a: 'x'.repeat(100_000), n: 12_345 }, most)
    expect(n).toBe(12_345)
    expect(a.match(/x/g)).toHaveLength(kept)
    expect(a).toContain(`${100_000 - kept} characters left out`)
  })

  it.each([
    [50_000, 4_096],
    [10_000, 1_024],
    [3_000, 256],
    [700, 64],
    [150, 8],
  ])('a list of which at most %i characters fit keeps %i', (most, kept) => {
    const { a } = parsed({ a: Array.from({ length: 10_000 }, () => 1) }, most)
    expect(a).toHaveLength(kept + 1)
    expect(a[kept / 2]).toEqual({ leftOut: 10_000 - kept })
  })

  it('texts in lists are cut, lists in objects too, and the rest stays', () => {
    const { a } = parsed({ a: [{ b: 'x'.repeat(1_000), c: true, d: null }] }, 300)
    expect(a[0]).toMatchObject({ c: true, d: null, b: expect.stringContaining('left out') })
  })
})

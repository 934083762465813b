import { expect, it } from 'vitest'
import { isStricter, MODES, type Outcome, stricter, strictest, unreachable } from './decision.ts'

const ORDER: readonly Outcome[] = ['allow', 'ask', 'deny', 'abort']

it.each(ORDER.flatMap((left, at) => ORDER.map((right, other) => [left, right, at, other] as const)))(
  'of %s and %s',
  (left, right, at, other) => {
    expect(stricter(left, right)).toBe(ORDER[Math.max(at, other)])
    expect(isStricter(left, right)).toBe(at > other)
    expect(strictest([left, right])).toBe(ORDER[Math.max(at, other)])
  },
)

it('of none, the loosest', () => expect(strictest([])).toBe('allow'))

it('all modes are known', () => {
  expect(new Set(MODES)).toEqual(new Set(['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions']))
})

it('a surprise throws', () => expect(() => unreachable('x' as never)).toThrow('unexpected value: "x"'))

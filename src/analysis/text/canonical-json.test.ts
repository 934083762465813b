import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

describe('canonical', () => {
  it.each([
    ['{"b":1,"a":2}', '{"a":2,"b":1}'],
    ['{"2":1,"10":2,"a":{"1b":3,"1":4}}', '{"10":2,"2":1,"a":{"1":4,"1b":3}}'],
    ['{"z":[{"__proto__":{"b":1,"a":2}}],"a":null}', '{"a":null,"z":[{"__proto__":{"a":2,"b":1}}]}'],
    ['{"toJSON":1,"b":"\\ud800","a":-0.0}', '{"a":0,"b":"\\ud800","toJSON":1}'],
  ])('%s', (given, expected) => {
    expect(canonicalJson(JSON.parse(given))).toBe(expected)
  })

  it('what is no JSON is null', () => {
    expect(canonicalJson({ a: undefined, b: [undefined, Number.NaN, () => 1], c: Symbol('c') })).toBe(
      '{"a":null,"b":[null,null,null],"c":null}',
    )
    expect(canonicalJson(undefined)).toBe('null')
  })

  it('canonical-is-of-the-value: the order of keys changes nothing, and nothing is lost', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)
        expect(canonicalJson(JSON.parse(text))).toBe(text)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(turned(value))).toBe(text)
      }),
    )
  })
})

/** The same value with its keys the other way round. */
function turned(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(turned)
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, turned(inner)]),
  )
}

import { describe, expect, it } from 'vitest'
import { memberOf, parseData, parseFirstDocument } from './structured-data.ts'

describe('data files', () => {
  it.each([
    ['yaml', 'a: &x {b: 1}\nc: *x\n', { a: { b: 1 }, c: { b: 1 } }],
    ['yaml', 'a: !Ref b\nc: !Sub [d]\ne: !X {f: g}\n', { a: 'b', c: ['d'], e: { f: 'g' } }],
    ['yaml', 'base: &b {x: y}\na:\n  <<: *b\n', { base: { x: 'y' }, a: { x: 'y' } }],
    ['yaml', 'a: 1\na: 2\n', { a: 2 }],
    ['yaml', '"\\x72un": >-\n  one\n  two\n', { run: 'one two' }],
    ['json', '// x\n{"\\u0061": 1,}', { a: 1 }],
    ['toml', '[a.b]\nc = """\nd"""\n', { a: { b: { c: 'd' } } }],
  ] as const)('%s %j', (syntax, text, data) => {
    expect(parseFirstDocument(syntax, text)).toEqual(data)
  })

  it('a key is data, whatever its name', () => {
    const data = parseFirstDocument('yaml', '__proto__: {x: 1}\n')
    expect(memberOf(data, '__proto__', 'x')).toBe(1)
    expect(memberOf(data, 'x')).toBeUndefined()
  })

  it.each([
    ['yaml', 'a: [1\nb: }'],
    ['yaml', '['.repeat(200_000)],
    ['toml', `a = ${'['.repeat(200_000)}`],
    ['json', '{"a":'.repeat(100_000)],
    ['json', '{"a" 1}'],
    ['yaml', 'x'.repeat(2_000_000)],
  ] as const)('%s that cannot be read says so', (syntax, text) => {
    expect(parseData(syntax, text).kind).toBe('broken')
  })
})

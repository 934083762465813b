import { describe, expect, it } from 'vitest'
import { applySed } from '../../../analysis/sed/sed-apply.ts'
import { applyJq } from './jq.ts'

describe('what sed makes of a text', () => {
  it.each([
    ['s/a/b/', 'a a\na\n', 'b a\nb\n'],
    ['s/a/b/g', 'a a\n', 'b b\n'],
    ['s#/usr#/opt#', 'cd /usr\n', 'cd /opt\n'],
    ['s/\\(x\\)y/\\1z/', 'xy\n', 'xz\n'],
    ['s/a.*$/[&]/', 'xabc\n', 'x[abc]\n'],
    ['s/$HOME/x/', '$HOME\n', '$HOME\n'],
    ['2d', 'a\nb\nc\n', 'a\nc\n'],
    ['$a last', 'a\nb\n', 'a\nb\nlast\n'],
    ['/b/i before', 'a\nb\n', 'a\nbefore\nb\n'],
    ['s/a/b/; s/b/c/', 'a\n', 'c\n'],
  ])('%s', (script, before, after) => {
    expect(applySed([script], before, false)).toBe(after)
  })

  it('reads extended expressions', () => {
    expect(applySed(['s/(a|b)+c?x/y/'], 'ax\n', true)).toBe(undefined)
    expect(applySed(['s/a+x/y/'], 'aax\n', true)).toBe('y\n')
  })

  it.each([
    's/a/b/e',
    's/a/b/w f',
    '1e ls',
    'y/a/b/',
    's/a/\\U&/',
    'N;P;D',
    ':a;ba',
    's/[[:space:]]/x/',
    'r f',
    's/a/b',
  ])('does not guess: %s', (script) => {
    expect(applySed([script], 'a\n', false)).toBe(undefined)
  })

  it('comes to an end', () => {
    const text = `${'a'.repeat(20_000)}\n`
    expect(applySed(['s/a*a*a*b/x/'], text, false)).toBe(undefined)
    expect(applySed(['/a*a*a*b/d'], text, false)).toBe(undefined)
    applySed(['s/\\(a*\\)*b/x/', 's/a/b/g'], text, false)
  })
})

describe('what jq makes of a document', () => {
  it.each([
    ['.a = 1', '{}', { a: 1 }],
    ['.scripts.lint = "x"', '{"scripts": {"lint": "y"}}', { scripts: { lint: 'x' } }],
    ['.a = "b" | .c."d-e" = true', '{}', { a: 'b', c: { 'd-e': true } }],
    ['.["x"] = null', '{}', { x: null }],
  ])('%s', (program, text, expected) => {
    expect(JSON.parse(applyJq(program, text) ?? 'null')).toEqual(expected)
  })

  it.each(['.a', 'del(.a)', '.a |= . + 1', '.a = env.X', '.a += 1', '.a[0] = 1', 'input'])(
    'does not guess: %s',
    (program) => {
      expect(applyJq(program, '{"a": 1}')).toBe(undefined)
    },
  )

  it('keeps hostile names apart', () => {
    const text = applyJq('.__proto__.x = 1', '{}') ?? ''
    expect(Object.hasOwn({}, 'x')).toBe(false)
    expect(text).toContain('__proto__')
  })
})

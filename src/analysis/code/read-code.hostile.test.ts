import { describe, expect, it } from 'vitest'
import { shareOf } from '../../../test/runs.ts'
import type { CodeLanguage } from '../effects.ts'
import { readCodeForTest } from './testing.ts'

const LANGUAGES: readonly CodeLanguage[] = ['python', 'javascript', 'ruby', 'perl', 'php', 'other']

const HOSTILE: readonly (readonly [string, string])[] = [
  ['open brackets', '('.repeat(50_000)],
  ['open braces', '{'.repeat(50_000)],
  ['open squares', '['.repeat(50_000)],
  ['closed brackets', ')]}'.repeat(20_000)],
  ['calls in calls', 'f('.repeat(20_000)],
  ['a long chain', `x = ${'"a" + '.repeat(20_000)}"b"`],
  ['a long member chain', `x${'.a()'.repeat(20_000)}`],
  ['many statements', 'x = 1\n'.repeat(40_000)],
  ['many assignments in one', `${'a = '.repeat(20_000)}1`],
  ['nested templates', '`${'.repeat(5_000)],
  ['nested interpolation', '"#{'.repeat(5_000)],
  ['format strings', `f"${'{f"'.repeat(3_000)}`],
  ['quotes', `"'`.repeat(30_000)],
  ['slashes', '/'.repeat(60_000)],
  ['backslashes', '\\'.repeat(60_000)],
  ['here-documents', '<<A\n'.repeat(20_000)],
  ['unary', `${'not '.repeat(30_000)}x`],
  ['ternaries', `x = ${'a ? b : '.repeat(10_000)}c`],
  ['lambdas', 'lambda: '.repeat(20_000)],
  ['arrows', 'x => '.repeat(20_000)],
  ['nested functions', 'def f():\n'.repeat(5_000)],
  ['deep indentation', Array.from({ length: 2_000 }, (_item, index) => `${' '.repeat(index)}if x:`).join('\n')],
  ['comprehensions', `[${'[x for x in '.repeat(5_000)}`],
  ['doubling text', `a = "xxxxxxxxxx"\n${'a = a + a\n'.repeat(60)}`],
  ['doubling lists', `a = [1]\n${'a = a + a\n'.repeat(40)}`],
  ['recursion', 'def f(x):\n  f(x)\n  g(x)\ndef g(x):\n  f(x)\n  g(x)\nf(1)'],
  [
    'branching calls',
    `${Array.from({ length: 30 }, (_item, index) => `def f${index}():\n  f${index + 1}()\n  f${index + 1}()`).join('\n')}\nf0()`,
  ],
  ['prototype names', 'import constructor\nconstructor.__proto__.toString()\n__proto__ = {}\nx = {"__proto__": 1}'],
  ['control characters', '\u0000\u0001\u202e\u200b'.repeat(10_000)],
  ['type arguments', `a${'<b'.repeat(20_000)}`],
  ['type arguments again and again', 'a<b,'.repeat(20_000)],
  ['format strings in a row', 'f"{" '.repeat(20_000)],
  ['formats in formats', `f"${'{a:'.repeat(20_000)}"`],
  ['arrows with types', '(a):b|'.repeat(15_000)],
  ['nested arrows with types', '((a):'.repeat(15_000)],
  ['annotations', 'x: y[a, b(c)] = 1\n'.repeat(8_000)],
  ['decorators', '@a(b)\n'.repeat(15_000)],
  ['words with code', `%W(${'#{a '.repeat(15_000)}`],
  ['patterns with code', '/#{@{[('.repeat(10_000)],
  ['enumerations', 'enum A { [a'.repeat(8_000)],
]

describe('hostile text', () => {
  for (const [at, language] of LANGUAGES.entries()) {
    it.each(shareOf(HOSTILE, at, Math.ceil(HOSTILE.length / 2)))(
      `${language}: %s is read to its end`,
      (_name, text) => {
        expect(() => readCodeForTest(language, text)).not.toThrow()
      },
    )
  }

  it('does not read more than it should', () => {
    const reading = readCodeForTest('python', `#${'x'.repeat(1_100_000)}`)
    expect(reading.grade).toBe('unknown')
    expect(reading.effects).toEqual([expect.objectContaining({ kind: 'run-code', read: false })])
  })

  it('always says that code runs', () => {
    for (const language of LANGUAGES) {
      const kinds = readCodeForTest(language, 'x').effects.map((effect) => effect.kind)
      expect(kinds).toContain('run-code')
    }
  })
})

import { expect, test } from 'vitest'
import { staleExplanations, whyEquivalent } from './equivalent.ts'
import { mutantsOf, withMutant } from './mutate.ts'
import { sampleOf } from './targets.ts'

test.each([
  ['if (a) b()', ['if (false) b()', 'if (true) b()']],
  ['f(a && b)', ['f((a) || (b))']],
  ['f(a ?? b)', ['f(a)']],
  ['f(a === b)', ['f(a !== b)']],
  ['f((a ?? b) === (c))', ['f((a ?? b) !== (c))', 'f((a) === (c))']],
  ['f(!a)', ['f(a)']],
  ['f(!(a || b))', ['f((a || b))', 'f(!((a) && (b)))']],
  ["f('deny')", ["f('allow')"]],
  ["f(['x', 'y'])", ["f([ 'y'])", "f(['x', ])"]],
  ['a.some(f)', ['a.every(f)']],
  ['a.filter(f)', ['a']],
  // Types do nothing.
  ["type T = 'deny' | 'ask'", []],
  ["let a: 'deny' = b as 'deny'", []],
])('%s has these faults', (text, expected) => {
  expect(mutantsOf('x.ts', text).map((mutant) => withMutant(text, mutant))).toEqual(expected)
})

test('a sample is the same for the same seed, and takes from every file first', () => {
  const mutants = ['a.ts', 'b.ts', 'c.ts'].flatMap((file) => mutantsOf(file, 'if (a) b(); if (c) d()'))
  const one = sampleOf(mutants, 3, 7)
  expect(sampleOf(mutants, 3, 7)).toEqual(one)
  expect(new Set(one.map(({ file }) => file)).size).toBe(3)
  expect(sampleOf(mutants, 1000, 7)).toHaveLength(mutants.length)
})

test('a change of one file leaves the sample of the others as it is', () => {
  const texts = ['a.ts', 'b.ts', 'c.ts'].map((file) => [file, 'if (a) b(); if (c) d(); if (e) f()'] as const)
  const sample = (change: string) =>
    sampleOf(
      texts.flatMap(([file, text]) => mutantsOf(file, file === 'b.ts' ? `${change}${text}` : text)),
      9,
      7,
    ).filter(({ file }) => file !== 'b.ts')
  expect(sample('if (!g) h();\n')).toEqual(sample(''))
})

test('a fault that is explained is known by its words, and by its line where there are more of them', () => {
  const line = "  if (name === '*') return { below: false, everything: true, labels: [] }"
  const text = `function f() {\n${line}\n  return { below: false }\n}`
  const [explained, other] = mutantsOf('src/rules/match-domain.ts', text).filter(({ before }) => before === 'false')
  expect(explained && whyEquivalent(explained, text)).toBeDefined()
  expect(other && whyEquivalent(other, text)).toBeUndefined()
})

test('an explanation is stale where no fault is left that it explains', () => {
  const known = mutantsOf('src/rules/book.ts', 'if (found) f()')
  const stale = staleExplanations(known)
  expect(stale).not.toContain('src/rules/book.ts `found` → `false`')
  expect(stale).toContain('src/rules/book.ts `policy.rules.length === 0` → `false`')
})

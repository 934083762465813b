import { describe, expect, it } from 'vitest'
import { fitsPattern, isWithin, type NamePattern, patternOfGlob, patternOfRegex, patternsIn } from './patterns.ts'

const rule = (kind: NamePattern['kind'], text: string): NamePattern => ({ kind, text })

describe('rules for names in a person’s words', () => {
  it.each<[string, readonly NamePattern[]]>([
    ['delete all branches starting with tmp-.', [rule('prefix', 'tmp-')]],
    ['whose names begin with `ci-`', [rule('prefix', 'ci-')]],
    ['with the prefix wip/', [rule('prefix', 'wip/')]],
    ['every branch ending in -old', [rule('suffix', '-old')]],
    ['all that contain spike', [rule('part', 'spike')]],
    ['remove pr-* please', [rule('prefix', 'pr-')]],
    ['remove *-rc please', [rule('suffix', '-rc')]],
    ['delete the branch tmp-1', []],
    ['start with the tests', [rule('prefix', 'the')]],
    ['delete * now', []],
  ])('%s', (text, rules) => {
    expect(patternsIn(text)).toEqual(rules)
  })
})

describe('rules for names in a command', () => {
  it.each<[string, NamePattern]>([
    ['x-*', rule('prefix', 'x-')],
    ['*.log', rule('suffix', '.log')],
    ['*x*', rule('part', 'x')],
    ['x', rule('exact', 'x')],
    ['a*b', rule('prefix', 'a')],
    ['*a*b', rule('prefix', '')],
  ])('the glob %s', (glob, expected) => {
    expect(patternOfGlob(glob)).toEqual(expected)
  })

  it.each<[string, NamePattern | undefined]>([
    ['^tmp-', rule('prefix', 'tmp-')],
    ['-old$', rule('suffix', '-old')],
    ['^one$', rule('exact', 'one')],
    ['tmp', rule('part', 'tmp')],
    ['^tmp-.*', rule('prefix', 'tmp-')],
    ['^v1\\.2', rule('prefix', 'v1.2')],
    ['^(a|b)', undefined],
    ['^a|b', undefined],
    ['.*', undefined],
    ['', undefined],
  ])('the search %s', (regex, expected) => {
    expect(patternOfRegex(regex)).toEqual(expected)
  })
})

describe('what a rule covers', () => {
  it.each<[NamePattern, NamePattern, boolean]>([
    [rule('prefix', 'tmp-'), rule('prefix', 'tmp-a'), true],
    [rule('prefix', 'tmp-'), rule('prefix', 'tmp'), false],
    [rule('prefix', 'tmp-'), rule('part', 'tmp-'), false],
    [rule('prefix', 'tmp-'), rule('exact', 'tmp-1'), true],
    [rule('prefix', 'tmp-'), rule('prefix', 'job.batch/tmp-'), true],
    [rule('prefix', 'tmp-'), rule('prefix', 'origin/tmp-'), true],
    [rule('prefix', 'tmp-'), rule('prefix', 'feature/tmp-'), false],
    [rule('suffix', '-old'), rule('suffix', '-very-old'), true],
    [rule('suffix', '-old'), rule('prefix', '-old'), false],
    [rule('part', 'ci'), rule('prefix', 'ci-'), true],
    [rule('prefix', 'x'), rule('prefix', ''), false],
  ])('%j holds %j: %s', (wide, narrow, expected) => {
    expect(isWithin(wide, narrow)).toBe(expected)
  })

  it.each<[NamePattern, string, boolean]>([
    [rule('prefix', 'tmp-'), 'TMP-1', true],
    [rule('prefix', 'tmp-'), 'xtmp-1', false],
    [rule('suffix', '-old'), 'api-old', true],
    [rule('suffix', '-old'), 'api-older', false],
  ])('%j picks %s: %s', (pattern, name, expected) => {
    expect(fitsPattern(pattern, name)).toBe(expected)
  })
})

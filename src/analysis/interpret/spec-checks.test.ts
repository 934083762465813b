import { describe, expect, it } from 'vitest'
import type { EffectText, ProgramSpec } from './spec.ts'
import { findSpecProblems } from './spec-checks.ts'

const EXAMPLES = { match: ['acmectl purge --all'], pass: [] }
const spec = (more: Partial<ProgramSpec>): ProgramSpec => ({
  names: 'acmectl',
  rules: [['purge', 'delete']],
  examples: EXAMPLES,
  ...more,
})
/** As somebody types it whom no compiler has told yet. */
const doing = (act: string) => spec({ rules: [['purge', act as EffectText]] })

describe('the check of specs', () => {
  it.each<[string, ProgramSpec, string]>([
    ['an effect that is none', doing('deltee'), 'acmectl: deltee is no effect'],
    ['one that is not sure', doing('maybe deltee'), 'acmectl: maybe deltee is no effect'],
    ['a kind of things that is none', doing('delete confg'), 'acmectl: delete confg is no effect'],
    [
      'an option that is not listed, where all are',
      spec({ style: 'listed', options: '--all', rules: [['purge/--typo', 'delete']] }),
      'acmectl: --typo is asked for and not listed',
    ],
    ['an option that is none', spec({ options: 'all:' }), 'acmectl: all: is no option'],
  ])('finds %s', (_name, wrong, problem) => expect(findSpecProblems([wrong])).toEqual([problem]))

  it.each<[string, ProgramSpec]>([
    ['an act', doing('delete')],
    ['one that is not sure', doing('likely delete all storage')],
    ['something that is written elsewhere', doing('mail')],
    ['an option that is not listed, where not all are', spec({ options: '-f:', rules: [['purge/--all', 'delete']] })],
  ])('finds nothing in %s', (_name, right) => expect(findSpecProblems([right])).toEqual([]))
})

import { describe, expect, it } from 'vitest'
import { problemsOf } from './check.ts'
import type { DeedText, Spec } from './form.ts'

const EXAMPLES = { match: ['acmectl purge --all'], pass: [] }
const spec = (more: Partial<Spec>): Spec => ({
  names: 'acmectl',
  rules: [['purge', 'delete']],
  examples: EXAMPLES,
  ...more,
})
/** As somebody types it whom no compiler has told yet. */
const doing = (deed: string) => spec({ rules: [['purge', deed as DeedText]] })

describe('the check of specs', () => {
  it.each<[string, Spec, string]>([
    ['a deed that is none', doing('deltee'), 'acmectl: deltee is no deed'],
    ['one that is not sure', doing('maybe deltee'), 'acmectl: maybe deltee is no deed'],
    ['a kind of things that is none', doing('delete confg'), 'acmectl: delete confg is no deed'],
    [
      'an option that is not listed, where all are',
      spec({ style: 'listed', options: '--all', rules: [['purge/--typo', 'delete']] }),
      'acmectl: --typo is asked for and not listed',
    ],
    ['an option that is none', spec({ options: 'all:' }), 'acmectl: all: is no option'],
  ])('finds %s', (_name, wrong, problem) => expect(problemsOf([wrong])).toEqual([problem]))

  it.each<[string, Spec]>([
    ['a deed', doing('delete')],
    ['one that is not sure', doing('likely delete all storage')],
    ['something that is written elsewhere', doing('mail')],
    ['an option that is not listed, where not all are', spec({ options: '-f:', rules: [['purge/--all', 'delete']] })],
  ])('finds nothing in %s', (_name, right) => expect(problemsOf([right])).toEqual([]))
})

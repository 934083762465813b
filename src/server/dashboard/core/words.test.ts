import { describe, expect, it } from 'vitest'
import { recordFor } from '../../../audit/testing.ts'
import type { Reason } from '../../../decision.ts'
import { filterFrom, filterText, fits } from './filter.ts'
import { pathWords, reasonDetail } from './words.ts'

describe('where an answer came from', () => {
  const source = { scope: 'user', file: '/s.json', line: 3 } as const
  const cases: readonly (readonly [Reason, string, string])[] = [
    [
      { type: 'rule', match: { behavior: 'deny', rule: 'Bash(x)', source, matched: 'x' } },
      'Rule',
      'deny Bash(x) (/s.json:3)',
    ],
    [{ type: 'verdict', judge: 'embedded', verdict: 'block' }, 'Judge', 'embedded, block'],
    [{ type: 'fast-path', name: 'proven' }, 'Fast path', 'proven'],
    [{ type: 'mode', mode: 'plan', headless: true }, 'Mode', 'plan, headless'],
    [{ type: 'denial-limit', consecutive: 3, total: 7 }, 'Denial limit', '3 in a row, 7 in all'],
    [{ type: 'interrupted' }, 'Interrupted', ''],
  ]
  it.each(cases)('%j', (reason, path, detail) =>
    expect([pathWords(reason.type), reasonDetail(reason)]).toEqual([path, detail]),
  )

  it('is shown for a record that somebody edited, too', () => {
    for (const reason of [{ type: 'rule' }, { type: 'rule', match: 7 }, { type: 'new', at: { deep: [1] } }])
      expect(typeof reasonDetail(reason as never)).toBe('string')
    expect(pathWords('toString')).toBe('toString')
  })
})

describe('filters', () => {
  it('go into the address and come back', () => {
    const filter = filterFrom(new URLSearchParams('decisions=deny,nonsense,ask&text= rm &host=codex'))
    expect(filterText(filter)).toEqual({ decisions: 'ask,deny', text: 'rm', host: 'codex' })
    expect(filterFrom(new URLSearchParams(filterText(filter)))).toEqual({ ...filter, text: 'rm' })
  })

  it.each([
    ['', true],
    ['text=deploy&host=h', true],
    ['machine=build-7', true],
    ['machine=build-8', false],
    ['text=something+else', false],
    ['host=codex&machine=build-7', false],
    ['decisions=allow', false],
  ])('of what the stream brings, "%s" lets through: %s', (query, expected) => {
    const stored = { machine: 'build-7', record: recordFor({ command: 'make deploy' }) }
    expect(fits(stored, filterFrom(new URLSearchParams(query)))).toBe(expected)
  })

  it('that are empty are none', () => expect(filterText(filterFrom(new URLSearchParams()))).toEqual({}))
})

import { expect, it } from 'vitest'
import { markdownOf } from '../frame/text.ts'
import { COMPARE } from './run.ts'

it('changed decisions are grouped by what they mean, as Markdown', () => {
  const changed = [
    { group: 'g', label: 'block', before: 'allow x', after: 'deny y', keys: ['rm -rf ~ | tee log', 'b', 'c', 'd'] },
  ]
  const versions = { before: '1.0.0', after: '1.1.0' }
  const result = { against: 'previous', versions, rows: 9, answers: 9, alone: 0, changed, read: [] }
  expect(markdownOf(COMPARE.show(result))).toBe(`## Compared with previous

Version 1.1.0 against 1.0.0.

9 answers to 9 rows; 0 answers were given by one of the builds only.

Worse by the label: 0

Better by the label: 4

| rows | where | label | before | after | such as |
|---|---|---|---|---|---|
| 4 | g | block | allow x | deny y | rm -rf ~ \\| tee log, b, c |

Stopped by one of them only, without a label: 0

The same end, for another reason: 0

Understood in another way: 0`)
})

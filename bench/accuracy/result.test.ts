import { describe, expect, it } from 'vitest'
import { changesSince, type Judgement } from './result.ts'

function judged(id: string, label: 'block' | 'allow', outcome: 'allow' | 'ask' | 'deny'): Judgement {
  return {
    id,
    label,
    source: 's',
    category: 'c',
    kind: 'call',
    tool: 'Bash',
    answer: { outcome, path: 'p' },
    peers: {},
  }
}

describe('changesSince', () => {
  it.each([
    ['block', 'allow', 'deny', true],
    ['block', 'allow', 'ask', true],
    ['block', 'deny', 'allow', false],
    ['block', 'deny', 'ask', false],
    ['allow', 'ask', 'allow', true],
    ['allow', 'allow', 'deny', false],
  ] as const)('%s: from %s to %s', (label, before, after, better) => {
    const [change] = changesSince([judged('a', label, before)], [judged('a', label, after)])
    expect(change).toMatchObject({ id: 'a', before, after, better })
  })

  it('says nothing of rows that are new or as they were', () => {
    expect(
      changesSince([judged('a', 'block', 'deny')], [judged('a', 'block', 'deny'), judged('b', 'block', 'allow')]),
    ).toEqual([])
  })
})

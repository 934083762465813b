import { describe, expect, it } from 'vitest'
import { statementHistory } from './history.ts'
import { type CheckedStatement, foldLedger, type StatementEvent } from './ledger.ts'

const HOUR = 60 * 60 * 1000
const statement = (kind: 'limit' | 'grant', more: Partial<CheckedStatement> = {}): CheckedStatement => ({
  kind,
  scope: { acts: ['push'], aims: [] },
  sentence: 'x',
  ...more,
})
const reading = (at: number, added: readonly CheckedStatement[], more: object = {}): StatementEvent => ({
  type: 'reading',
  turn: `t${at}`,
  at,
  added,
  lifted: [],
  kept: [],
  ...more,
})
const endsOf = (events: readonly StatementEvent[], now: number) =>
  statementHistory(events, now).map(({ id, ended }) => [id, ended?.how, ended?.at])

describe('the history of statements', () => {
  it('tells how each ended', () => {
    const events = [
      reading(1, [statement('limit'), statement('grant'), statement('limit', { condition: { type: 'today' } })]),
      reading(2, [statement('limit')]),
      { type: 'statement-removed', id: 4, at: 3 } as const,
      reading(4, [], { lifted: [1] }),
    ]
    expect(endsOf(events, 5)).toEqual([
      [1, 'lifted', 4],
      [2, 'task-over', 2],
      [3, undefined, undefined],
      [4, 'removed', 3],
    ])
    expect(endsOf(events, 25 * HOUR)[2]).toEqual([3, 'expired', undefined])
  })

  it('keeps a grant that goes on, and reads no turn twice', () => {
    const first = reading(1, [statement('grant')])
    expect(endsOf([first, reading(2, [], { kept: [1] }), { ...first, at: 3 }], 4)).toEqual([[1, undefined, undefined]])
  })

  it('says of each statement what the ledger says, whatever happened', () => {
    let seed = 7
    const random = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % most
    }
    for (let round = 0; round < 300; round++) {
      let [at, count] = [0, 0]
      const events: StatementEvent[] = []
      for (let step = 0; step < 8; step++) {
        at += random(9 * HOUR)
        const some = () => Array.from({ length: random(3) }, () => 1 + random(count + 1))
        if (random(4) === 0) events.push({ type: 'statement-removed', id: 1 + random(count + 1), at })
        else {
          const added = Array.from({ length: random(3) }, () =>
            statement(random(2) === 0 ? 'limit' : 'grant', random(3) === 0 ? { condition: { type: 'today' } } : {}),
          )
          events.push(reading(at, added, { lifted: some(), kept: some(), turn: `t${random(6)}` }))
          count += added.length
        }
      }
      const now = at + random(30 * HOUR)
      const inForce = foldLedger(events, [], now).statements
      expect(statementHistory(events, now).filter(({ ended }) => ended === undefined)).toEqual(inForce)
    }
  })
})

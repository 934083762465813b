import { describe, expect, it } from 'vitest'
import { understandExample } from '../../judge/embedded/testing.ts'
import { findCoveringGrant, findCrossings } from './crossing.ts'
import { grant, ledgerOf, limit } from './testing.ts'

const SCALE = grant('scale', 'resource named api', 'detail named 12')

describe('a grant covers only what its details stand in', () => {
  it.each<[string, 'covered' | 'not covered']>([
    ['kubectl scale deploy/api --replicas=12', 'covered'],
    ['kubectl scale deploy/api --replicas=0', 'not covered'],
    ['kubectl scale deploy/api --replicas=120', 'not covered'],
    ['kubectl scale deploy/web --replicas=12', 'not covered'],
  ])('%s', (command, expected) => {
    const { action, facts } = understandExample({ call: { tool: 'Bash', input: { command } } })
    const covered = action.effects.some((effect) => findCoveringGrant(effect, action, facts, ledgerOf(SCALE)))
    expect(covered ? 'covered' : 'not covered').toBe(expected)
  })

  it('names no object by itself', () => {
    const { action, facts } = understandExample({
      call: { tool: 'Bash', input: { command: 'kubectl scale deploy/api --replicas=12' } },
    })
    const ledger = ledgerOf(grant('scale', 'detail named 12'))
    expect(action.effects.map((effect) => findCoveringGrant(effect, action, facts, ledger))).toEqual(
      action.effects.map(() => undefined),
    )
  })
})

it.each([
  ['psql -h localhost -p 5432 app', true],
  ['psql -h localhost -p 5434 app', false],
])('a limit on a port: %s', (command, crosses) => {
  const { action, facts } = understandExample({ call: { tool: 'Bash', input: { command } } })
  const ledger = ledgerOf(limit('use-database', 'detail named 5432'))
  expect(findCrossings(action, facts, ledger).crossed !== undefined).toBe(crosses)
})

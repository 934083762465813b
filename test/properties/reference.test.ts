import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyWorld } from '../reference/arbitrary.ts'
import { evaluate } from '../reference/evaluator.ts'
import { runGate } from '../reference/run.ts'
import { runs } from '../runs.ts'

const RUNS = Number(process.env['IRONGATE_REFERENCE_RUNS'] ?? runs(25_000, 20))

it('the gate agrees with the reference evaluator on every world', async () => {
  await fc.assert(
    fc.asyncProperty(anyWorld, async (world) => {
      const expected = evaluate(world)
      const { outcome, reason } = await runGate(world)
      expect({ answer: outcome, because: reason.type }).toEqual(expected)
    }),
    { numRuns: RUNS },
  )
}, 300_000)

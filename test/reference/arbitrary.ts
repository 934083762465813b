import fc from 'fast-check'
import type { World } from './evaluator.ts'
import { ALL_RULES, CALLS, type KnownRule, READ_RULE } from './vocabulary.ts'

const rules = (pool: readonly KnownRule[]) => fc.array(fc.constantFrom(...pool), { maxLength: 4 })

const VERDICTS: readonly World['verdict'][] = [
  'allow',
  'block',
  'hard-block',
  'unclear',
  'unparseable',
  'unavailable',
  'too-long',
  'interrupted',
  'throws',
]

/** Any world: a call, a policy, a mode, a judge's answer, a past. */
export const anyWorld: fc.Arbitrary<World> = fc.record({
  call: fc.constantFrom(...CALLS),
  deny: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, rules(ALL_RULES)),
  ask: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, rules(ALL_RULES)),
  allow: fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, rules([...ALL_RULES, READ_RULE])),
  mode: fc.oneof(
    { weight: 3, arbitrary: fc.constant('auto' as const) },
    fc.constantFrom('default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'),
  ) as fc.Arbitrary<World['mode']>,
  headless: fc.boolean(),
  askRules: fc.constantFrom('floor', 'classify'),
  powershellFlag: fc.boolean(),
  grades: fc.boolean(),
  ironGate: fc.constantFrom('closed', 'open'),
  verdict: fc.constantFrom(...VERDICTS),
  brokenSettings: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
  earlierBlocks: fc.constantFrom(
    { consecutive: 0, total: 0 },
    { consecutive: 1, total: 4 },
    { consecutive: 2, total: 2 },
    { consecutive: 0, total: 19 },
  ),
  approved: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
})

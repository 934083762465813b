import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isStricter } from '../../src/decision.ts'
import { anyWorld } from '../reference/arbitrary.ts'
import type { World } from '../reference/evaluator.ts'
import { runGate, settingsOf } from '../reference/run.ts'
import { ALL_RULES } from '../reference/vocabulary.ts'
import { runs } from '../runs.ts'

const RUNS = runs(3_000, 20)
const anyRule = fc.constantFrom(...ALL_RULES)

/** Holds a law over any world and one more rule. */
function law(name: string, holds: (world: World, rule: (typeof ALL_RULES)[number]) => Promise<void>): void {
  it(name, async () => {
    await fc.assert(fc.asyncProperty(anyWorld, anyRule, holds), { numRuns: RUNS })
  }, 120_000)
}

const outcomeOf = async (world: World, settings?: Record<string, unknown>) => (await runGate(world, settings)).outcome

describe('laws', () => {
  law('deny-beats-allow', async (world, rule) => {
    const parts = world.call.parts ?? [undefined]
    fc.pre(parts.some((part) => rule.matches(world.call, part)))
    const decision = await runGate({ ...world, deny: [...world.deny, rule], allow: [...world.allow, rule] })
    expect(decision.outcome).toBe('deny')
    expect(decision.reason.type).toBe('rule')
  })

  law('ask-is-a-floor', async (world, rule) => {
    const parts = world.call.parts ?? [undefined]
    fc.pre(parts.some((part) => rule.matches(world.call, part)))
    const outcome = await outcomeOf({ ...world, ask: [...world.ask, rule], askRules: 'floor', approved: false })
    expect(outcome).not.toBe('allow')
  })

  law('adding-an-ask-rule-never-loosens', async (world, rule) => {
    const before = await outcomeOf({ ...world, approved: false, askRules: 'floor' })
    const after = await outcomeOf({ ...world, ask: [...world.ask, rule], approved: false, askRules: 'floor' })
    // A person who is asked may still say no: an ask where a judge would have denied is the rule's own meaning.
    if (before === 'allow' || before === 'ask') expect(isStricter(before, after)).toBe(false)
    else expect(after).not.toBe('allow')
  })

  law('adding-an-allow-rule-never-changes-a-deny', async (world, rule) => {
    const parts = world.call.parts ?? [undefined]
    const denying = ALL_RULES.filter((candidate) => parts.some((part) => candidate.matches(world.call, part)))
    fc.pre(denying.length > 0)
    const denied = { ...world, deny: denying, approved: false }
    expect(await outcomeOf({ ...denied, allow: [...world.allow, rule, ...denying] })).toBe('deny')
  })

  law('adding-a-deny-rule-never-allows', async (world, rule) => {
    const before = await outcomeOf(world)
    const after = await outcomeOf({ ...world, deny: [...world.deny, rule] })
    if (before !== 'allow') expect(after).not.toBe('allow')
  })

  law('order-and-duplicates-do-not-matter', async (world, rule) => {
    const mixed = { ...world, deny: [...world.deny, rule] }
    const turned = {
      ...mixed,
      deny: [...mixed.deny].reverse().concat(mixed.deny),
      ask: [...world.ask].reverse().concat(world.ask),
      allow: [...world.allow].reverse().concat(world.allow),
    }
    const [left, right] = [await runGate(mixed), await runGate(turned)]
    expect([right.outcome, right.reason.type]).toEqual([left.outcome, left.reason.type])
  })

  law('errors-never-allow', async (world) => {
    const outcome = await outcomeOf({
      ...world,
      allow: [],
      verdict: 'throws',
      mode: 'auto',
      approved: false,
      call: { tool: 'Bash', input: { command: 'frobnicate' }, parts: ['frobnicate'], nature: 'other' },
    })
    expect(outcome).not.toBe('allow')
  })

  law('project-settings-never-loosen', async (world, rule) => {
    const user = settingsOf(world)
    const project = {
      permissions: {
        allow: [rule.text, 'Bash', 'Edit'],
        defaultMode: 'bypassPermissions',
        additionalDirectories: ['/'],
      },
      autoMode: { allow: ['everything'], askRules: 'classify' },
      judge: { kind: 'embedded', ironGate: 'open' },
    }
    const before = await outcomeOf(world, { user })
    expect(await outcomeOf(world, { user, project, local: project })).toBe(before)
  })

  law('replay-gives-the-same-decision', async (world) => {
    const [left, right] = [await runGate(world), await runGate(world)]
    expect(right).toEqual(left)
  })
})

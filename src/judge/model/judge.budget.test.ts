import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeClaude, startFakeClaude } from '../../../test/fake-claude/server.ts'
import { costOf, memoryLedger } from './cost.ts'
import { pricesOf } from './prices.ts'
import { judgeAt, judgeRequest, policy } from './testing.ts'

let server: FakeClaude
beforeAll(async () => {
  server = await startFakeClaude()
})
afterAll(() => server.close())
beforeEach(() => {
  server.forget()
  server.play([{ says: '<block>no</block>' }])
})

const cause = (judged: { verdict: { type: string; cause?: string } }) => judged.verdict.cause ?? judged.verdict.type

describe('cost and budgets', () => {
  it('is counted per stage and estimated', async () => {
    server.play([{ says: '<block>yes</block>' }, { says: '<block>no</block>' }])
    const judged = await judgeAt(server.url).judge(judgeRequest('ls'))
    expect(judged.usage).toMatchObject({ calls: 2 })
    expect(judged.stages?.map(({ stage, outcome }) => [stage, outcome])).toEqual([
      ['fast', 'block'],
      ['thinking', 'allow'],
    ])
    expect(judged.cost).toBeGreaterThan(0)
    expect(judged.cost).toBeLessThan(0.1)
  })

  it('a stage may ask another model, and each is told and paid for as what it is', async () => {
    server.forget()
    server.play([{ says: '<block>yes</block>' }, { says: '<block>no</block>' }])
    const stageModels = { fast: 'claude-haiku-4-5' }
    const of = policy({ model: 'claude-opus-4-6', extra: { stageModels } })
    const judged = await judgeAt(server.url).judge(judgeRequest('ls', { policy: of }))
    expect(server.seen.map(({ body }) => body.model)).toEqual(['claude-haiku-4-5', 'claude-opus-4-6'])
    expect(judged).toMatchObject({ model: 'claude-opus-4-6', verdict: { type: 'allow', stage: 'thinking' } })
    const [first, second] = judged.stages?.map(({ usage }) => usage) ?? []
    if (!first || !second) throw new Error('no usage')
    const dollars = costOf(first, pricesOf('claude-haiku-4-5')) + costOf(second, pricesOf('claude-opus-4-6'))
    expect(judged.cost).toBeCloseTo(dollars, 10)
  })

  it.each([
    { session: 0.000_001 },
    { day: 0.000_001 },
    { unit: 'dollars', day: 0.000_001 },
    { unit: 'tokens', session: 10 },
    { unit: 'checks', day: 1 },
  ])('beyond the budget %j nobody is asked', async (budget) => {
    const ledger = memoryLedger()
    const judge = judgeAt(server.url, { ledger })
    const limited = judgeRequest('ls', { policy: policy({ extra: { budget } }) })
    expect(cause(await judge.judge(limited))).toBe('allow')
    expect(cause(await judge.judge(limited))).toBe('budget')
    expect(server.seen).toHaveLength(1)
  })

  it('a ledger that cannot be read closes the judge', async () => {
    const ledger = {
      spent: () => {
        throw new Error('disk')
      },
      add: () => undefined,
    }
    const limited = judgeRequest('ls', { policy: policy({ extra: { budget: { day: 1 } } }) })
    expect(cause(await judgeAt(server.url, { ledger }).judge(limited))).toBe('crashed')
  })
})

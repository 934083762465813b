import { expect, it } from 'vitest'
import { recordOf } from '../../src/audit/record.ts'
import { bash } from './gate-for-tests.ts'

const usage = { inputTokens: 10, cacheWriteTokens: 0, cacheReadTokens: 900, outputTokens: 3, calls: 1 }
const model = 'a-model'
const stages = [
  { stage: 'fast' as const, outcome: 'block' as const, ms: 4.25 },
  { stage: 'thinking' as const, outcome: 'unparseable' as const, detail: 'x', ms: 6 },
]

it.each([false, true])(
  'what a judge spent is in the Record, whatever becomes of the answer (headless: %s)',
  async (headless) => {
    const judge = {
      name: 'claude',
      judge: async () => ({
        verdict: { type: 'unclear' as const, reason: 'x' },
        judge: 'claude',
        usage,
        cost: 0.01,
        model,
        stages,
      }),
    }
    const decision = await bash('frobnicate', { judge, headless })
    const record = recordOf({
      payload: { tool: 'Bash', input: {}, cwd: '/p', sessionId: 's' },
      decision,
      host: 'h',
      mode: 'auto',
      at: 0,
    })
    expect(record).toMatchObject({ spent: { ...usage, dollars: 0.01 }, model, stages, judgeMs: 10.3 })
  },
)

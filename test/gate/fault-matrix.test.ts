import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../src/decision.ts'
import { chainJudges } from '../../src/judge/chain.ts'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import type { Judge, Judged, Verdict } from '../../src/judge/judge.ts'
import { judgeAt, judgeRequest, policy } from '../../src/judge/model/testing.ts'
import { DEADLINE, FAULTS, MODES } from '../fake-claude/faults.ts'
import { startFakeClaude } from '../fake-claude/server.ts'
import { bash } from './gate-for-tests.ts'

const GATES = ['closed', 'open', 'fallback'] as const
const PASSING = ['rate-limit', 'server-error', 'network']

/** What the design's table says of a verdict; `frobnicate` has no grade, so a fallback never allows it. */
function expected(verdict: Verdict, ironGate: (typeof GATES)[number], headless: boolean): Outcome {
  const asked: Outcome = headless ? 'deny' : 'ask'
  switch (verdict.type) {
    case 'unavailable':
      if (ironGate === 'open') return asked
      return ironGate === 'fallback' && PASSING.includes(verdict.cause) ? asked : 'deny'
    case 'too-long':
      return headless ? 'abort' : 'ask'
    case 'unparseable':
    case 'interrupted':
      return 'deny'
    default:
      throw new Error(`not a fault: ${verdict.type}`)
  }
}

/** The fault as the judge really meets it over HTTP, answered again for each row of the matrix. */
async function metOverHttp(
  scripted: (typeof FAULTS)[number][1],
  mode: (typeof MODES)[number],
  waits: boolean,
): Promise<Judged> {
  const server = await startFakeClaude({ script: () => scripted })
  try {
    return await judgeAt(server.url).judge(
      judgeRequest('frobnicate', { policy: policy({ mode, ...(waits && { deadlineMs: DEADLINE }) }) }),
    )
  } finally {
    await server.close()
  }
}

describe.each(MODES)('every fault in mode %s', (mode) => {
  it.concurrent.each(FAULTS)(
    '%s: closed, open and fallback, with and without a person',
    async (_, scripted, verdict) => {
      const judged = await metOverHttp(scripted, mode, 'cause' in verdict && verdict.cause === 'deadline')
      const model: Judge = { name: 'model', judge: async () => judged }
      const judge = chainJudges({ embedded: createEmbeddedJudge(), model: async () => model })
      for (const ironGate of GATES) {
        for (const headless of [false, true]) {
          const decision = await bash('frobnicate', { judge, headless, settings: { judge: { ironGate } } })
          expect(decision.outcome, `${ironGate}, headless ${headless}`).toBe(
            expected(judged.verdict, ironGate, headless),
          )
          expect(decision.message).not.toBe('')
        }
      }
    },
  )
})

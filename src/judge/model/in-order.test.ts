import { describe, expect, it } from 'vitest'
import type { Judge, Judged, JudgeRequest, StageRecord, Verdict } from '../judge.ts'
import { judgeInOrder } from './in-order.ts'
import { judgeRequest } from './testing.ts'

const stage = (transport: string): StageRecord => ({ stage: 'fast', transport, outcome: 'failed', ms: 1 })
const away = (cause: Extract<Verdict, { type: 'unavailable' }>['cause']): Verdict => ({
  type: 'unavailable',
  cause,
  reason: 'x',
})
const ALLOW: Verdict = { type: 'allow', stage: 'fast' }

const STANDING = [
  'deadline',
  'refused',
  'refused-key',
  'logged-out',
  'client-missing',
  'client-changed',
  'truncated',
  'misconfigured',
  'wrong-model',
  'budget',
  'crashed',
] as const

/** Judges with these answers, in this order, each of which takes ten milliseconds. */
async function judged(...verdicts: readonly Verdict[]) {
  const asked: JudgeRequest[] = []
  let clock = 0
  const judges = verdicts.map(
    (verdict, at): Judge => ({
      name: `judge ${at}`,
      judge: (request): Promise<Judged> => {
        asked.push(request)
        clock += 10
        return Promise.resolve({ verdict, judge: `judge ${at}`, stages: [stage(`t${at}`)] })
      },
    }),
  )
  const answer = await judgeInOrder('model', judges, () => clock).judge(judgeRequest('ls'))
  return { ...answer, asked }
}

describe('transports in the order that a person chose', () => {
  it.each(['rate-limit', 'plan-limit', 'server-error', 'network'] as const)(
    'the next one is asked where one is away for a while: %s',
    async (cause) => {
      const { verdict, judge, stages, asked } = await judged(away(cause), ALLOW, away('network'))
      expect([verdict, judge]).toEqual([ALLOW, 'judge 1'])
      expect(stages?.map(({ transport }) => transport)).toEqual(['t0', 't1'])
      expect(asked.map(({ spentMs }) => spentMs)).toEqual([undefined, 10])
    },
  )

  it.each<Verdict>([
    ...STANDING.map(away),
    { type: 'block', stage: 'fast', category: undefined, hard: false, reason: 'x' },
    { type: 'unclear', reason: 'x' },
    { type: 'unparseable', reason: 'x' },
    { type: 'too-long', reason: 'x' },
    { type: 'interrupted' },
    ALLOW,
  ])('any other answer stands: %j', async (first) => {
    const { verdict, stages, asked } = await judged(first, ALLOW)
    expect(verdict).toEqual(first)
    expect(stages).toHaveLength(1)
    expect(asked).toHaveLength(1)
  })

  it('where all are away the last one says why', async () => {
    const { verdict, asked } = await judged(away('network'), away('rate-limit'))
    expect(verdict).toEqual(away('rate-limit'))
    expect(asked).toHaveLength(2)
  })

  it('without one nothing is judged', async () => {
    await expect(judged()).rejects.toThrow('no transport')
  })
})

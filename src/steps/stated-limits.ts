import { findCrossedLimit } from '../intent/consent/index.ts'
import { collectFindings, isCertainFinding } from '../judge/embedded/findings.ts'
import { wordAction } from '../wording/wording.ts'
import { answerWith, type CheckContext, passOn, type Step, type StepAnswer } from './step.ts'

/**
 * What the user ruled out is asked about, however harmless it is in itself. The only place that enforces their limits.
 * INVARIANT: a limit only tightens: what the judge would deny stays denied, and what it would allow asks.
 */
export const LIMITS_STEP: Step = {
  name: 'stated limits',
  run: ({ action, policy, session }: CheckContext) => {
    const limit = findCrossedLimit(action, session.transcript)
    if (limit === undefined) return passOn('none is crossed')
    const asks: StepAnswer = {
      outcome: 'ask',
      reason: { type: 'safety-check', check: 'boundary' },
      note: wordAction(action, session.facts, limit.isCrossedBy)?.headline ?? `runs ${limit.command || action.tool}`,
      quote: limit.words,
    }
    const isGrave = collectFindings(action, policy, session.facts).some(isCertainFinding)
    // What the judge would deny needs more than a limit that is lifted.
    return isGrave ? { type: 'floor', answer: asks } : answerWith(asks)
  },
}

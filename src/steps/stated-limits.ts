import { findCrossedLimit } from '../intent/consent/index.ts'
import { dictatedForms, firstConfirmed } from '../judge/embedded/consent-suggestion.ts'
import { collectFindings, isCertainFinding } from '../judge/embedded/findings.ts'
import { unclearReason } from '../judge/embedded/unclear.ts'
import { answerWith, type CheckContext, passOn, type Step, type StepAnswer } from './step.ts'

/**
 * What a person ruled out is asked about, however harmless it is in itself. The only place that holds people to their bans.
 * INVARIANT: a ban only tightens: what the judge would deny stays denied, and what it would allow asks.
 */
export const LIMITS_STEP: Step = {
  name: 'what people ruled out',
  run: (check) => {
    const { action, policy, session } = check
    const boundary = findCrossedLimit(action, session.transcript)
    if (boundary === undefined) return passOn('nothing stands against it')
    const asks: StepAnswer = {
      outcome: 'ask',
      reason: { type: 'safety-check', check: 'boundary' },
      note: `the user said "${boundary.words}"`,
    }
    const grave = collectFindings(action, policy, session.facts).some(isCertainFinding)
    // What the judge would deny needs more than a ban that is lifted.
    if (grave) return { type: 'floor', answer: asks }
    const readable = unclearReason(action, session.facts) === undefined
    const orders = readable ? [...boundary.orders, ...dictatedForms(action)] : []
    const say = firstConfirmed(orders, (text) => liftsLimit(text, check))
    return answerWith(say === undefined ? asks : { ...asks, say, clears: `the user says: "${say}"` })
  },
}

/** Would this sentence, said next, leave no ban in the way? */
export function liftsLimit(text: string, { action, session }: Pick<CheckContext, 'action' | 'session'>): boolean {
  return findCrossedLimit(action, [...session.transcript, { kind: 'user', text, trusted: true }]) === undefined
}

import { boundaryAgainst } from '../judge/consent/index.ts'
import { findings, isSure } from '../judge/embedded/findings.ts'
import { dictated, firstTried } from '../judge/embedded/suggest.ts'
import { unclearWhy } from '../judge/embedded/unclear.ts'
import { type Answer, answer, type Check, pass, type Step } from './step.ts'

/**
 * What a person ruled out is asked about, however harmless it is in itself. The only place that holds people to their bans.
 * INVARIANT: a ban only tightens: what the judge would deny stays denied, and what it would allow asks.
 */
export const BOUNDARIES: Step = {
  name: 'what people ruled out',
  run: (check) => {
    const { action, policy, session } = check
    const boundary = boundaryAgainst(action, session.transcript)
    if (boundary === undefined) return pass('nothing stands against it')
    const asks: Answer = {
      outcome: 'ask',
      reason: { type: 'safety-check', check: 'boundary' },
      note: `the user said "${boundary.words}"`,
    }
    const grave = findings(action, policy, session.facts).some(isSure)
    // What the judge would deny needs more than a ban that is lifted.
    if (grave) return { type: 'floor', answer: asks }
    const readable = unclearWhy(action, session.facts) === undefined
    const orders = readable ? [...boundary.orders, ...dictated(action)] : []
    const say = firstTried(orders, (text) => liftsBoundary(text, check))
    return answer(say === undefined ? asks : { ...asks, say, clears: `the user says: "${say}"` })
  },
}

/** Would this sentence, said next, leave no ban in the way? */
export function liftsBoundary(text: string, { action, session }: Pick<Check, 'action' | 'session'>): boolean {
  return boundaryAgainst(action, [...session.transcript, { kind: 'user', text, trusted: true }]) === undefined
}

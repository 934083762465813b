import { boundaryAgainst } from '../judge/consent/index.ts'
import { findings, isSure } from '../judge/embedded/findings.ts'
import { type Answer, answer, pass, type Step } from './step.ts'

/**
 * What a person ruled out is asked about, however harmless it is in itself. The only place that holds people to their bans.
 * INVARIANT: a ban only tightens: what the judge would deny stays denied, and what it would allow asks.
 */
export const BOUNDARIES: Step = {
  name: 'what people ruled out',
  run: ({ action, policy, session }) => {
    const boundary = boundaryAgainst(action, session.transcript)
    if (boundary === undefined) return pass('nothing stands against it')
    const asks: Answer = {
      outcome: 'ask',
      reason: { type: 'safety-check', check: 'boundary' },
      note: `the user said: "${boundary.words}"`,
      clears: 'the user lifts it by asking for exactly this',
    }
    const grave = findings(action, policy, session.facts).some(isSure)
    return grave ? { type: 'floor', answer: asks } : answer(asks)
  },
}

import { boundaryAgainst } from '../judge/consent/index.ts'
import { findings, isHard, isSure } from '../judge/embedded/findings.ts'
import { answer, pass, type Step } from './step.ts'

/** What a person ruled out is asked about, however harmless it is in itself. The only place that holds people to their bans. */
export const BOUNDARIES: Step = {
  name: 'what people ruled out',
  run: ({ action, policy, session }) => {
    const boundary = boundaryAgainst(action, session.transcript)
    if (boundary === undefined) return pass('nothing stands against it')
    // What nobody may clear is denied by the judge, boundary or not.
    if (findings(action, policy, session.facts).some((finding) => isSure(finding) && isHard(finding, policy)))
      return pass('it is graver than a boundary')
    return answer({
      outcome: 'ask',
      reason: { type: 'safety-check', check: 'boundary' },
      note: `the user said: "${boundary.words}"`,
      clears: 'the user lifts it by asking for exactly this',
    })
  },
}

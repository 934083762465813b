import { unreachable } from '../../decision.ts'
import { jsonAnswer } from '../hook-runtime/host-answers.ts'
import type { CallAnswer, EventOutcome, HostAnswer } from '../integration.ts'

/** The agent reads it whole; more tells nobody anything. */
const MAX_REASON = 4000

/** An outcome in the words of our plugin. It takes only what is clearly said: silence would stop the call. */
export function answerTo(outcome: EventOutcome): HostAnswer {
  switch (outcome.kind) {
    case 'nothing':
      return jsonAnswer({ decision: 'pass' })
    case 'said':
      return callAnswer(outcome)
    case 'refusal':
      return jsonAnswer({ decision: 'deny', reason: outcome.reason.slice(0, MAX_REASON) })
    case 'notice':
      return jsonAnswer({ decision: 'pass', notice: outcome.text })
    default:
      return unreachable(outcome)
  }
}

/** The host never asks for a plugin: an ask is sent as a denial. */
function callAnswer({ says, reason, person, stop }: CallAnswer): HostAnswer {
  if (says === 'allow') return jsonAnswer({ decision: 'allow' })
  return jsonAnswer({
    decision: 'deny',
    reason: reason.slice(0, MAX_REASON),
    ...(person !== undefined && { notice: person.slice(0, MAX_REASON) }),
    ...(stop && { stop }),
  })
}

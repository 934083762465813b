import { unreachable } from '../../decision.ts'
import { jsonAnswer, SILENT_ANSWER } from '../hook-runtime/host-answers.ts'
import type { CallAnswer, EventOutcome, HostAnswer } from '../integration.ts'

/** The agent reads it whole; more tells nobody anything. */
const MAX_REASON = 4000

/** An outcome in the host's shape: the decision stands at the top, and nowhere else is it read. */
export function answerTo(outcome: EventOutcome): HostAnswer {
  switch (outcome.kind) {
    case 'nothing':
      return SILENT_ANSWER
    case 'said':
      return callAnswer(outcome)
    case 'refusal':
      return jsonAnswer({ decision: 'deny', reason: outcome.reason.slice(0, MAX_REASON) })
    case 'notice':
      return jsonAnswer({ systemMessage: outcome.text })
    default:
      return unreachable(outcome)
  }
}

/** An ask ends a run that nobody watches, without a word: it is sent as a denial. */
function callAnswer({ says, message, reason, person, stop }: CallAnswer): HostAnswer {
  if (says === 'allow') return jsonAnswer({ decision: 'allow' })
  return jsonAnswer({
    decision: 'deny',
    reason: reason.slice(0, MAX_REASON),
    ...(person !== undefined && { systemMessage: person }),
    ...(stop && { continue: false, stopReason: message.slice(0, MAX_REASON) }),
  })
}

import { unreachable } from '../../decision.ts'
import { jsonAnswer, SILENT_ANSWER } from '../hook-runtime/host-answers.ts'
import type { CallAnswer, EventOutcome, HostAnswer } from '../integration.ts'

/** The agent reads it whole; more tells nobody anything. */
const MAX_REASON = 4000

/** An outcome in the host's shape. */
export function answerTo(outcome: EventOutcome): HostAnswer {
  switch (outcome.kind) {
    case 'nothing':
      return SILENT_ANSWER
    case 'said':
      return callAnswer(outcome)
    case 'refusal':
      return jsonAnswer({ decision: 'block', reason: outcome.reason.slice(0, MAX_REASON) })
    case 'notice':
      return jsonAnswer({ systemMessage: outcome.text })
    default:
      return unreachable(outcome)
  }
}

/**
 * It continues after `continue: false` as well, so a denial is all that can be said. It shows the person the reason, and no line beside it.
 */
function callAnswer({ says, reason, approve }: CallAnswer): HostAnswer {
  // Where nobody is there it denies what it should ask, and this is all that the agent reads.
  const otherwise = says === 'ask' && approve !== undefined ? ` Where nobody can be asked: ${approve}` : ''
  return jsonAnswer({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: says,
      permissionDecisionReason: reason.slice(0, MAX_REASON) + otherwise,
    },
  })
}

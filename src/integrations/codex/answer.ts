import { unreachable } from '../../decision.ts'
import { jsonAnswer, SILENT_ANSWER } from '../hook-runtime/host-answers.ts'
import type { CallAnswer, EventOutcome, HostAnswer, HostEvent } from '../integration.ts'

/** More than this is kept in a file and cut for the agent. */
const MAX_REASON = 4000

/**
 * An outcome in the host's shape. INVARIANT: nothing but the fields it knows for this event, and a reason that is not blank: an
 * answer with anything else, `continue: false` included, is dropped as invalid, and the call runs.
 */
export function answerTo(event: HostEvent, outcome: EventOutcome): HostAnswer {
  switch (outcome.kind) {
    case 'nothing':
      return SILENT_ANSWER
    case 'said':
      return event.kind === 'permission-prompt' ? promptAnswer(outcome) : callAnswer(outcome)
    case 'refusal':
      return jsonAnswer({ decision: 'block', reason: cleanText(outcome.reason) })
    case 'notice':
      return jsonAnswer({ systemMessage: cleanText(outcome.text) })
    default:
      return unreachable(outcome)
  }
}

/**
 * Here it only takes a no. Its own question, where it has one, comes as a prompt, which a yes answers. It does not ask for a hook. It shows
 * the reason to the person too: a line for them beside it would say the same twice.
 */
function callAnswer({ says, reason }: CallAnswer): HostAnswer {
  if (says === 'allow') return SILENT_ANSWER
  return jsonAnswer({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: cleanText(reason),
    },
  })
}

/** Silence leaves its question open. */
function promptAnswer({ says, message }: CallAnswer): HostAnswer {
  if (says === 'ask') return SILENT_ANSWER
  const decision = says === 'allow' ? { behavior: 'allow' } : { behavior: 'deny', message: cleanText(message) }
  return jsonAnswer({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } })
}

/** It takes no text with half a character in it, and no reason that is blank. */
function cleanText(text: string): string {
  const cut = text.slice(0, MAX_REASON).toWellFormed()
  return cut.trim() === '' ? 'irongate: no reason was given' : cut
}

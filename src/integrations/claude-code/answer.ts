import { blockByStatus, blockMessage, jsonAnswer, SILENT_ANSWER } from '../hook-runtime/host-answers.ts'
import type { CallAnswer, EventOutcome, HostAnswer, HostEvent } from '../integration.ts'

/** Strings longer than this are cut by the host. */
const MAX_REASON = 4000

/** An outcome in the host's shape. */
export function answerTo(event: HostEvent, outcome: EventOutcome): HostAnswer {
  switch (outcome.kind) {
    case 'nothing':
      return SILENT_ANSWER
    case 'said':
      return event.kind === 'permission-prompt' ? permissionRequestAnswer(outcome) : preToolUseAnswer(outcome)
    case 'refusal':
      return jsonAnswer({ decision: 'block', reason: outcome.reason })
    case 'notice':
      return noticeAnswer(outcome)
  }
}

function noticeAnswer({ text, agent }: Extract<EventOutcome, { kind: 'notice' }>): HostAnswer {
  const beside = { hookEventName: 'UserPromptSubmit', additionalContext: agent }
  return jsonAnswer({ systemMessage: text, ...(agent !== undefined && { hookSpecificOutput: beside }) })
}

/** Exit 2 blocks in every version of the host, but for one event, whose exit status it ignores: that is answered in its own shape. */
export function blocked(why: string, text: string): HostAnswer {
  return text.includes('"hook_event_name":"PermissionRequest"')
    ? permissionDecision({ behavior: 'deny', message: blockMessage(why).slice(0, MAX_REASON) })
    : blockByStatus(why)
}

function preToolUseAnswer({ says, message, reason, person, stop }: CallAnswer): HostAnswer {
  return jsonAnswer({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: says,
      permissionDecisionReason: reason.slice(0, MAX_REASON),
    },
    ...(person !== undefined && { systemMessage: person }),
    ...(stop && { continue: false, stopReason: message }),
  })
}

/** Answers a prompt that the host would show. Silence leaves the prompt open. */
function permissionRequestAnswer({ says, message }: CallAnswer): HostAnswer {
  switch (says) {
    case 'ask':
      return SILENT_ANSWER
    case 'allow':
      return permissionDecision({ behavior: 'allow' })
    case 'deny':
      return permissionDecision({ behavior: 'deny', message: message.slice(0, MAX_REASON) })
  }
}

function permissionDecision(decision: Readonly<Record<string, string>>): HostAnswer {
  return jsonAnswer({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } })
}

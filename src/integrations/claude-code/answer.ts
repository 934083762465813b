import type { EventOutcome, HostAnswer, HostEvent, Said } from '../integration.ts'
import { blockedByStatus, blockedText, jsonAnswer, SILENT } from '../seat/plain-answers.ts'

/** Strings longer than this are cut by the host. */
const MAX_REASON = 4000

/** An outcome in the host's shape. */
export function answerTo(event: HostEvent, outcome: EventOutcome): HostAnswer {
  switch (outcome.kind) {
    case 'nothing':
      return SILENT
    case 'said':
      return event.kind === 'permission-prompt' ? permissionRequest(outcome) : preToolUse(outcome)
    case 'refusal':
      return jsonAnswer({ decision: 'block', reason: outcome.reason })
    case 'notice':
      return notice(outcome)
  }
}

function notice({ text, agent }: Extract<EventOutcome, { kind: 'notice' }>): HostAnswer {
  const beside = { hookEventName: 'UserPromptSubmit', additionalContext: agent }
  return jsonAnswer({ systemMessage: text, ...(agent !== undefined && { hookSpecificOutput: beside }) })
}

/** Exit 2 blocks in every version of the host, but for one event, whose exit status it ignores: that is answered in its own shape. */
export function blocked(why: string, text: string): HostAnswer {
  return text.includes('"hook_event_name":"PermissionRequest"')
    ? permissionDecision({ behavior: 'deny', message: blockedText(why).slice(0, MAX_REASON) })
    : blockedByStatus(why)
}

function preToolUse({ says, message, reason, person, stop }: Said): HostAnswer {
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

/** Answers a prompt that the host would show. Silence leaves the prompt standing. */
function permissionRequest({ says, message }: Said): HostAnswer {
  switch (says) {
    case 'ask':
      return SILENT
    case 'allow':
      return permissionDecision({ behavior: 'allow' })
    case 'deny':
      return permissionDecision({ behavior: 'deny', message: message.slice(0, MAX_REASON) })
  }
}

function permissionDecision(decision: Readonly<Record<string, string>>): HostAnswer {
  return jsonAnswer({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } })
}

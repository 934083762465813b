import { unreachable } from '../../decision.ts'
import { blockMessage, jsonAnswer, SILENT_ANSWER } from '../hook-runtime/host-answers.ts'
import type { CallAnswer, EventOutcome, HostAnswer } from '../integration.ts'

/** The agent reads it whole; more tells nobody anything. */
const MAX_REASON = 4000

/**
 * An outcome in the host's shape: one line of JSON, with the decision at the top. Lines for the person may stand before it; a second line
 * after it, and the host reads none of them.
 */
export function answerTo(outcome: EventOutcome): HostAnswer {
  switch (outcome.kind) {
    case 'nothing':
      return SILENT_ANSWER
    case 'said':
      return callAnswer(outcome)
    case 'refusal':
      return jsonAnswer({ decision: 'block', reason: outcome.reason.slice(0, MAX_REASON) })
    case 'notice':
      return jsonAnswer(personLine(outcome.text))
    default:
      return unreachable(outcome)
  }
}

/** A line that the person sees among those of the agent. */
export function personLine(text: string) {
  return { type: 'progress', message: text }
}

/**
 * Of a denial's reason the person sees what fits into one row of their terminal, so all of it goes before as a line for them. A denial with
 * lines before it has the status that blocks whatever the host makes of what is printed.
 */
function callAnswer({ says, reason, approve, person }: CallAnswer): HostAnswer {
  // Nobody tells the hook whether a person is there. Where none is, the host denies, and this is all that the agent reads.
  const otherwise = says === 'ask' && approve !== undefined ? ` Where nobody can be asked: ${approve}` : ''
  const told = reason.slice(0, MAX_REASON) + otherwise
  const answer = jsonAnswer({ permissionDecision: says, ...(says !== 'allow' && { permissionDecisionReason: told }) })
  if (person === undefined || says === 'ask') return answer
  const before = `${JSON.stringify(personLine(person.slice(0, MAX_REASON)))}\n`
  return { ...answer, stdout: `${before}${answer.stdout}`, status: says === 'deny' ? 2 : 0 }
}

/** Status 2 blocks a call but not a prompt, and the agent reads nothing of stderr: what is printed does both. */
export function blocked(why: string): HostAnswer {
  const text = blockMessage(why)
  return { stdout: `${denial(text)}\n`, stderr: `${text}\n`, status: 2 }
}

/** A denial of whatever was asked about. */
export function denial(text: string): string {
  const reason = text.slice(0, MAX_REASON)
  return JSON.stringify({ ...deniedCall(reason), decision: 'block', reason })
}

export function deniedCall(reason: string) {
  return { permissionDecision: 'deny', permissionDecisionReason: reason }
}

import { unreachable } from '../../decision.ts'
import { blockMessage, jsonAnswer, SILENT_ANSWER } from '../hook-runtime/host-answers.ts'
import type { CallAnswer, EventOutcome, HostAnswer } from '../integration.ts'

/** The agent reads it whole; more tells nobody anything. */
const MAX_REASON = 4000

/** An outcome in the host's shape: one line of JSON, with the decision at the top. A second line, and it reads none of them. */
export function answerTo(outcome: EventOutcome): HostAnswer {
  switch (outcome.kind) {
    case 'nothing':
      return SILENT_ANSWER
    case 'said':
      return jsonAnswer(callAnswer(outcome))
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

function callAnswer({ says, reason, approve }: CallAnswer) {
  // Nobody tells the hook whether a person is there. Where none is, the host denies, and this is all that the agent reads.
  const otherwise = says === 'ask' && approve !== undefined ? ` Where nobody can be asked: ${approve}` : ''
  const told = (says === 'deny' ? commandFirst(reason, approve) : reason).slice(0, MAX_REASON) + otherwise
  return { permissionDecision: says, ...(says !== 'allow' && { permissionDecisionReason: told }) }
}

const MESSAGE_PREFIX = 'irongate: '

/** The person sees what fits into one row of their terminal: the way to allow the call comes first. */
function commandFirst(reason: string, approve: string | undefined): string {
  if (approve === undefined || !reason.startsWith(MESSAGE_PREFIX)) return reason
  return `${MESSAGE_PREFIX}denied (${approve}): ${reason.slice(MESSAGE_PREFIX.length)}`
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

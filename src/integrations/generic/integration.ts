import { createTools } from '../../tools/registry.ts'
import { blockMessage, jsonAnswer } from '../hook-runtime/host-answers.ts'
import type { EventOutcome, HostAnswer, Integration } from '../integration.ts'
import { readEvent } from './events.ts'
import { GENERIC_PROMISES } from './promises.ts'

/** Anything but status 0 is a no, so that a caller who looks at nothing else is right. */
function refusalAnswer(decision: 'ask' | 'deny', message: string, more: object = {}): HostAnswer {
  return { ...jsonAnswer({ decision, message, ...more }), stderr: `${message}\n`, status: 2 }
}

function outcomeAnswer(outcome: EventOutcome): HostAnswer {
  switch (outcome.kind) {
    case 'nothing':
      return jsonAnswer({})
    case 'said': {
      const { says, message, approve, stop } = outcome
      const more = { ...(approve !== undefined && { approve }), ...(stop && { stop }) }
      return says === 'allow' ? jsonAnswer({ decision: says, message }) : refusalAnswer(says, message, more)
    }
    case 'refusal':
      return refusalAnswer('deny', outcome.reason)
    case 'notice':
      return jsonAnswer({ message: outcome.text })
  }
}

export const GENERIC_INTEGRATION: Integration = {
  id: 'generic',
  promises: GENERIC_PROMISES,
  tools: createTools(),
  readEvent,
  answer: (_event, outcome) => outcomeAnswer(outcome),
  blocked: (why) => refusalAnswer('deny', blockMessage(why)),
  stance: () => ({ mode: 'auto', allow: 'allow', ask: 'ask' }),
}

import type { Decision } from '../../decision.ts'
import type { SessionState } from '../../session.ts'
import type { SessionFold, SessionLog } from '../../state/session-log.ts'
import { fileState } from '../../state/session-state.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { CallEvent } from '../integration.ts'
import type { SeatEdge } from './edge.ts'

/** A call and its second judgement are this close together. */
const SAME_CALL_MS = 10 * 60 * 1000

interface Joined {
  readonly event: CallEvent
  readonly edge: SeatEdge
  readonly log: SessionLog
  readonly fold: SessionFold
}

/**
 * The session's state for a call that may be judged twice: by the gateway as soon as the model has said it, and by the hook when the host
 * is about to run it. An approval that the first one took holds for the second; a denial counts once.
 */
export function joinedState({ event, edge, log, fold }: Joined): SessionState {
  const { sessionId, callId } = event
  const isTwice = edge.ahead !== undefined || fold.judgedAhead
  const state = fileState(stateFolder(edge.home), sessionId, edge.now, isTwice ? callId : undefined)
  if (callId === undefined) return state
  return {
    ...state,
    claimApproval: (key) => {
      const before = fold.claimed.get(callId)
      if (!edge.ahead && before?.key === key && edge.now() - before.at < SAME_CALL_MS) return before.id
      const id = state.claimApproval(key)
      if (edge.ahead && id !== undefined) log.append({ type: 'claimed', callId, key, id, at: edge.now() })
      return id
    },
  }
}

/** INVARIANT: who judges a call again may only tighten. What was denied ahead stays denied, whatever has changed since. */
export function notBelow(decision: Decision, why: string | undefined): Decision {
  if (why === undefined || decision.outcome === 'deny' || decision.outcome === 'abort') return decision
  const parts = { what: decision.parts.what, why, approve: false }
  return {
    ...decision,
    outcome: 'deny',
    reason: { type: 'verdict', judge: 'gateway', verdict: 'block' },
    message: why,
    parts,
    trace: [...decision.trace, { step: 'gateway', says: 'deny', note: why }],
  }
}

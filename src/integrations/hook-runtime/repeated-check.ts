import type { Decision } from '../../decision.ts'
import type { SessionState } from '../../session.ts'
import { keyedDigest } from '../../state/approval-secret.ts'
import { claimSharedApproval } from '../../state/approvals.ts'
import type { SessionFold } from '../../state/session-log.ts'
import { createFileState } from '../../state/session-state.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { CallEvent } from '../integration.ts'
import type { HookContext } from './hook-context.ts'

interface RepeatedCheck {
  readonly event: CallEvent
  readonly edge: HookContext
  readonly fold: SessionFold
}

/**
 * The session's state for a call that is judged twice: by the gateway as soon as the model has said it, and by the hook when the host is
 * about to run it. Either may be the first. An approval that one of them took holds for the other; a denial counts once.
 */
export function repeatedCheckState({ event, edge, fold }: RepeatedCheck): SessionState {
  const { sessionId, callId } = event
  const folder = stateFolder(edge.home)
  if (edge.yes) return withApproval(folder, createFileState(folder, sessionId, edge.now), edge.yes)
  if (callId === undefined || !(edge.ahead || fold.fronted)) return createFileState(folder, sessionId, edge.now)
  const by = { callId, claimant: edge.ahead ? ('ahead' as const) : ('host' as const) }
  return {
    ...createFileState(folder, sessionId, edge.now, callId),
    claimApproval: (key) => claimSharedApproval(folder, keyedDigest(folder, key), by, edge.now()),
  }
}

/** The yes that a person gave while the call waited, once. */
function withApproval(folder: string, state: SessionState, yes: NonNullable<HookContext['yes']>): SessionState {
  let left: typeof yes | undefined = yes
  return {
    ...state,
    claimApproval: (key) => {
      if (left?.key !== keyedDigest(folder, key)) return state.claimApproval(key)
      const { id } = left
      left = undefined
      return id
    },
  }
}

/** INVARIANT: who judges a call again may only tighten. What was denied ahead stays denied, whatever has changed since. */
export function keepEarlierDenial(decision: Decision, why: string | undefined): Decision {
  if (why === undefined || decision.outcome === 'deny' || decision.outcome === 'abort') return decision
  const parts = { headline: why, approve: false, offer: false }
  return {
    ...decision,
    outcome: 'deny',
    reason: { type: 'verdict', judge: 'gateway', verdict: 'block' },
    message: why,
    parts,
    trace: [...decision.trace, { step: 'gateway', says: 'deny', note: why }],
  }
}

import type { Decision } from '../../decision.ts'
import type { ModeBehavior } from '../integration.ts'

/** What is said to the host: a decision of ours, or nothing, which leaves the call to the host. */
export type HostDecision = 'allow' | 'ask' | 'deny' | 'nothing'

/**
 * What is said for a Decision. INVARIANT: deny and abort are a deny; only the gate's word on the mode gives way, for a file
 * that the host keeps for that mode, and for reads that the host decides about itself in it. A gate that is switched off says
 * nothing. Where a host cannot ask, an ask is a deny.
 */
export function hostDecisionFor(
  { outcome, reason }: Pick<Decision, 'outcome' | 'reason'>,
  { allow, ask, ownFile = false, ownReads = false }: ModeBehavior,
  canAsk: boolean,
): HostDecision {
  if (outcome === 'allow' && reason.type === 'off') return 'nothing'
  if (reason.type === 'mode' && (ownFile || (ownReads && reason.reads))) return 'nothing'
  switch (outcome) {
    case 'deny':
    case 'abort':
      return 'deny'
    case 'ask':
      return ask === 'ask' && !canAsk ? 'deny' : ask
    case 'allow':
      return allow
  }
}

import type { Decision } from '../../decision.ts'
import type { Stance } from '../integration.ts'

/** What is said to the host: a decision of ours, or nothing, which leaves the call to the host. */
export type SaidToHost = 'allow' | 'ask' | 'deny' | 'nothing'

/**
 * What is said for a Decision. INVARIANT: deny and abort are a deny; only the gate's word on the mode gives way, for a file
 * that the host keeps for that mode. A gate that is switched off says nothing. Where a host cannot ask, an ask is a deny.
 */
export function printedFor(
  { outcome, reason }: Pick<Decision, 'outcome' | 'reason'>,
  { allow, ask, ownFile = false }: Stance,
  canAsk: boolean,
): SaidToHost {
  if ((outcome === 'allow' && reason.type === 'off') || (ownFile && reason.type === 'mode')) return 'nothing'
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

import type { Outcome } from '../decision.ts'
import type { AuditRecord } from './record.ts'

/** What became of a call by the gate: in the shadow it stops and asks nothing, whatever it would have said. */
export function outcomeInEffect({ outcome, shadow }: Pick<AuditRecord, 'outcome' | 'shadow'>): Outcome {
  return shadow ? 'allow' : outcome
}

import type { UnavailableCause } from '../decision.ts'
import type { Verdict } from './judge.ts'

/** Outages that end by themselves: only for these may another judge stand in. */
const PASSING_CAUSES: ReadonlySet<UnavailableCause> = new Set<UnavailableCause>([
  'rate-limit',
  'plan-limit',
  'server-error',
  'network',
])

export function isPassingOutage(verdict: Verdict): boolean {
  return verdict.type === 'unavailable' && PASSING_CAUSES.has(verdict.cause)
}

import type { Decision } from '../../decision.ts'
import { NO_DENIALS } from '../../denials.ts'
import type { SessionState } from '../../session.ts'
import type { Policy } from '../../settings/policy.ts'

/**
 * Does the gate only note what it would decide? Not where nobody may switch it off, and not where the organisation's settings cannot be
 * read: they may forbid it.
 */
export function isShadowMode({ shadow, allowOff, broken }: Pick<Policy, 'shadow' | 'allowOff' | 'broken'>): boolean {
  return shadow === true && allowOff !== false && !broken.some(({ source }) => source.scope === 'managed')
}

/** What is decided in shadow mode, too: what an organisation forbids, and the gate itself, or an agent could take it away. */
export function appliesInShadowMode({ outcome, reason }: Pick<Decision, 'outcome' | 'reason'>): boolean {
  if (outcome !== 'deny' && outcome !== 'abort') return false
  if (reason.type === 'safety-check') return reason.check === 'gate-own' || reason.check === 'gate-changed'
  return reason.type === 'rule' && reason.match.behavior === 'deny' && reason.match.source.scope === 'managed'
}

/** A call that is only looked at uses up no approval and counts as no denial: it may well run. */
export function shadowModeState(state: SessionState): SessionState {
  return { ...state, count: () => NO_DENIALS, claimApproval: () => undefined, standingApproval: () => undefined }
}

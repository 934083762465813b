import type { Policy } from './policy.ts'

const OFFLINE_POLICIES = new WeakMap<Policy, Policy>()

/** The same policy with the embedded judge alone; the same one each time, and so the same gate. */
export function toOfflinePolicy(policy: Policy): Policy {
  if (policy.judge.kind === 'embedded') return policy
  const before = OFFLINE_POLICIES.get(policy)
  if (before) return before
  const made: Policy = { ...policy, judge: { ...policy.judge, kind: 'embedded' } }
  OFFLINE_POLICIES.set(policy, made)
  return made
}

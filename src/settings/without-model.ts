import type { Policy } from './policy.ts'

const known = new WeakMap<Policy, Policy>()

/** The same policy with the embedded judge alone; the same one each time, and so the same gate. */
export function withoutModel(policy: Policy): Policy {
  if (policy.judge.kind === 'embedded') return policy
  const before = known.get(policy)
  if (before) return before
  const made: Policy = { ...policy, judge: { ...policy.judge, kind: 'embedded' } }
  known.set(policy, made)
  return made
}

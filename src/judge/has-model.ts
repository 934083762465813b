import type { Policy } from '../settings/policy.ts'

/** Did somebody say how a model is to be reached, by a transport or a key? A broken list counts: no other judge may stand in for it. */
export function namesModel({ judge }: Pick<Policy, 'judge'>): boolean {
  const { apiKey, apiKeyCommand, extra } = judge
  return apiKey !== undefined || apiKeyCommand !== undefined || Object.hasOwn(extra, 'transports')
}

/** Does a model read what people say? */
export function readsStatements(policy: Pick<Policy, 'judge'>): boolean {
  return policy.judge.kind !== 'embedded' && namesModel(policy)
}

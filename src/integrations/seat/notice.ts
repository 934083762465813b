import { needsModel } from '../../judge/embedded/findings.ts'
import type { Policy } from '../../settings/policy.ts'

/** The one line a session starts with: that the gate is on, with which judge, and what it cannot enforce. */
export function noticeFor(policy: Policy): string {
  const { kind, apiKey, apiKeyCommand, model } = policy.judge
  const withModel = kind !== 'embedded' && (apiKey !== undefined || apiKeyCommand !== undefined)
  const judge = withModel ? `${kind} judge${model === undefined ? '' : ` (${model})`}` : 'embedded judge'
  const parts = [`Irongate is on: ${judge}`]
  const unread = withModel ? 0 : needsModel(policy).length
  if (unread > 0) parts.push(`${unread} of your autoMode entries need a model and are not enforced`)
  if (policy.broken.length > 0) parts.push('a settings file is broken, so every call asks; run `irongate doctor`')
  return `${parts.join('; ')}.`
}

import { entriesNeedingModel } from '../../judge/embedded/findings.ts'
import { readsStatements } from '../../judge/has-model.ts'
import type { AutoMode, Policy } from '../../settings/policy.ts'
import { isShadowMode } from './shadow.ts'

/** The one line a session starts with: that the gate is on, with which judge, and what it cannot enforce. */
export function sessionNotice(policy: Policy, offUntil?: number): string {
  if (offUntil !== undefined && policy.allowOff !== false)
    return `Irongate is paused until ${new Date(offUntil).toTimeString().slice(0, 5)}: the agent's own rules decide. \`irongate on\` resumes.`
  if (isShadowMode(policy))
    return "Irongate is in shadow mode: it records what it would decide and stops nothing. The agent's own rules decide."
  const { kind, apiKey, apiKeyCommand, model } = policy.judge
  const withModel = kind !== 'embedded' && (apiKey !== undefined || apiKeyCommand !== undefined)
  const judge = withModel ? `${kind} judge${model === undefined ? '' : ` (${model})`}` : 'embedded judge'
  const parts = [`Irongate is on: ${judge}`]
  const unread = withModel ? 0 : entriesNeedingModel(policy).length
  if (unread > 0) parts.push(`${unread} of your autoMode entries need a model and are not enforced`)
  if (!readsStatements(policy)) parts.push('limits in free words need a model')
  const replaced = replacedRulesText(policy.autoMode)
  if (replaced !== undefined) parts.push(replaced)
  if (policy.broken.length > 0) parts.push('a settings file is broken, so every call asks; run `irongate doctor`')
  return `${parts.join('; ')}.`
}

/** How many built-in block rules the person's own lists replace: easily meant as an addition. */
export function replacedRulesText({ replaced, categories }: AutoMode): string | undefined {
  if (replaced === undefined) return undefined
  const { rules, exceptions } = replaced
  const all = rules.length + categories.soft.length + categories.hard.length
  const parts = [
    ...(rules.length > 0 ? [`${rules.length} of ${all} built-in block rules`] : []),
    ...(exceptions.length > 0 ? [countText(exceptions.length, 'built-in exception')] : []),
  ]
  const verb = rules.length + exceptions.length === 1 ? 'applies' : 'apply'
  return parts.length === 0 ? undefined : `${parts.join(' and ')} no longer ${verb}: your autoMode lists replace them`
}

const countText = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

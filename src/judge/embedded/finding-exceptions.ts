import type { Evidence, Finding } from '../../categories/category.ts'
import { EXCEPTIONS } from '../../exceptions/index.ts'
import type { Policy } from '../../settings/policy.ts'
import { meaningOfProse } from './prose.ts'

/** Why a finding does not stand, as far as settings and exceptions go; undefined when it stands. */
export function exceptionReason(finding: Finding, evidence: Evidence, policy: Policy): string | undefined {
  const exception = EXCEPTIONS.find(({ id, covers }) => isExceptionInForce(id, policy) && covers(finding, evidence))
  return exception ? exception.title : undefined
}

/** An allow entry in a documented form that lifts a soft finding. */
export function settingsAllowReason(finding: Finding, evidence: Evidence, policy: Policy): string | undefined {
  const { allow, locked } = policy.autoMode
  const entry = allow.find((candidate) => {
    if (candidate.source.scope === 'builtin') return false
    // What an organisation keeps in force, no allow of a developer's lifts.
    if (candidate.source.scope !== 'managed' && locked?.includes(finding.category)) return false
    const form = meaningOfProse(candidate)
    if (form?.type === 'category') return form.id === finding.category
    return form?.type === 'covers' && form.covers(finding, evidence)
  })
  return entry?.text
}

function isExceptionInForce(id: string, { autoMode }: Policy): boolean {
  return (
    autoMode.exceptions.includes(id) ||
    autoMode.allow.some((entry) => {
      const form = meaningOfProse(entry)
      return form?.type === 'exception' && form.id === id
    })
  )
}

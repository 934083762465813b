import type { Policy } from '../../settings/policy.ts'
import { entriesNeedingModel } from './prose.ts'

/** Does the policy forbid something in words that only a model can read? Then known project work is not a matter of course. */
export function hasProseDenials(policy: Policy): boolean {
  return entriesNeedingModel(policy).some(({ list }) => list !== 'allow' && list !== 'environment')
}

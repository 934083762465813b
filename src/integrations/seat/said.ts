import { forPerson } from '../../messages.ts'
import type { Said } from '../integration.ts'
import type { Checked } from './check.ts'

/** A call that was checked, with the id of its Record. */
export interface Answered extends Checked {
  readonly id: string
}

/** What the gate says to a call, in words; undefined where it leaves the call to the host. */
export function saidOf(answered: Answered): Said | undefined {
  const { decision, printed } = answered
  if (printed === 'nothing') return undefined
  return {
    kind: 'said',
    says: printed,
    message: `irongate: ${decision.message}`,
    reason: reasonOf(answered),
    person: personOf(answered),
    approve: approveCommand(answered),
    stop: decision.outcome === 'abort' || decision.handsOver === true,
  }
}

/** The message, why an ask became a denial, and the way to an approval. */
export function reasonOf(answered: Answered): string {
  const { decision, printed, scope } = answered
  const command = printed === 'deny' ? approveCommand(answered) : undefined
  return [
    `irongate: ${decision.message}`,
    printed === 'deny' && decision.trace.some(({ says }) => says === 'ask') ? whyUnasked(answered) : '',
    command === undefined
      ? ''
      : ` A person can allow it once, in a terminal of their own: ${command}${scope ? ` (or --session: ${scope.words})` : ''}`,
  ].join('')
}

function personOf({ decision, printed, headless, approvalKey, id, scope }: Answered): string | undefined {
  if (printed !== 'deny' || headless) return undefined
  return forPerson(decision.parts, approvalKey && id, scope?.words)
}

function whyUnasked({ headless, canAsk }: Answered): string {
  if (headless) return ' This run has nobody to ask, so an ask is a denial.'
  return canAsk ? '' : ' This agent has no way to ask, so an ask is a denial.'
}

function approveCommand({ approvalKey, id }: Answered): string | undefined {
  return approvalKey === undefined ? undefined : `irongate approve ${id}`
}

import { forPerson } from '../../messages.ts'
import type { Said } from '../integration.ts'
import type { Checked } from './check.ts'

/** A call that was checked, with the id of its Record. */
export interface Answered extends Checked {
  readonly id: string
  /** A placeholder hides what a shell might act on: nobody can be shown the call whole, so nobody can approve it. */
  readonly unseen: boolean
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
  const { decision, printed, scope, unseen, approvalKey } = answered
  const command = printed === 'deny' ? approveCommand(answered) : undefined
  return [
    `irongate: ${decision.message}`,
    printed === 'deny' && decision.trace.some(({ says }) => says === 'ask') ? whyUnasked(answered) : '',
    command === undefined
      ? ''
      : ` A person can allow it once, in a terminal of their own: ${command}${scope ? ` (or --session: ${scope.words})` : ''}`,
    printed === 'deny' && unseen && approvalKey !== undefined ? ` ${CANNOT_BE_SHOWN}` : '',
  ].join('')
}

function personOf({ decision, printed, headless, approvalKey, id, scope, unseen }: Answered): string | undefined {
  if (printed !== 'deny' || headless) return undefined
  if (!unseen || approvalKey === undefined) return forPerson(decision.parts, approvalKey && id, scope?.words)
  return `${forPerson(decision.parts)}\n${CANNOT_BE_SHOWN}`
}

/** What can be done where there is nothing to approve. */
const CANNOT_BE_SHOWN =
  'It holds a secret that is not kept, so nobody can be shown the whole call to approve it: take the secret from a variable or a file, and try again.'

function whyUnasked({ headless, canAsk }: Answered): string {
  if (headless) return ' This run has nobody to ask, so an ask is a denial.'
  return canAsk ? '' : ' This agent has no way to ask, so an ask is a denial.'
}

function approveCommand({ approvalKey, id, unseen }: Answered): string | undefined {
  return approvalKey === undefined || unseen ? undefined : `irongate approve ${id}`
}

import type { AuditRecord } from '../../audit/record.ts'
import { messageForPerson } from '../../messages.ts'
import type { CallAnswer } from '../integration.ts'
import type { CheckedCall } from './check.ts'

/** A call that was checked, with the id of its Record. */
export interface AnsweredCall extends CheckedCall {
  readonly id: string
  readonly record: AuditRecord
  /** A placeholder hides what a shell might act on: nobody can be shown the call whole, so nobody can approve it. */
  readonly unseen: boolean
  /** What came of waiting for a person. */
  readonly asked?: { readonly answer: 'no' | 'none'; readonly note?: string }
}

/** What the gate says to a call, in words; undefined where it leaves the call to the host. */
export function callAnswerOf(answered: AnsweredCall): CallAnswer | undefined {
  const { decision, printed } = answered
  if (printed === 'nothing') return undefined
  return {
    kind: 'said',
    says: printed,
    message: `irongate: ${decision.message}${answered.asked ? unaskedReason(answered) : ''}`,
    reason: callReasonText(answered),
    person: personText(answered),
    approve: approveCommand(answered),
    stop: decision.outcome === 'abort' || decision.handsOver === true,
  }
}

/** The message, why an ask became a denial, and the way to an approval. */
export function callReasonText(answered: AnsweredCall): string {
  const { decision, printed, scope, unseen, approvalKey, asked } = answered
  const command = printed === 'deny' ? approveCommand(answered) : undefined
  return [
    `irongate: ${decision.message}`,
    printed === 'deny' && (asked || decision.trace.some(({ says }) => says === 'ask')) ? unaskedReason(answered) : '',
    command === undefined
      ? ''
      : ` A person can allow it once, in a terminal of their own: ${command}${scope ? ` (or --session: ${scope.words})` : ''}`,
    printed === 'deny' && unseen && approvalKey !== undefined ? ` ${HIDDEN_SECRET_HINT}` : '',
  ].join('')
}

function personText({ decision, printed, headless, approvalKey, id, scope, unseen }: AnsweredCall): string | undefined {
  if (printed !== 'deny' || headless) return undefined
  if (!unseen || approvalKey === undefined) return messageForPerson(decision.parts, approvalKey && id, scope?.words)
  return `${messageForPerson(decision.parts)}\n${HIDDEN_SECRET_HINT}`
}

/** What can be done where there is nothing to approve. */
const HIDDEN_SECRET_HINT =
  'It holds a secret that is not kept, so nobody can be shown the whole call to approve it: take the secret from a variable or a file, and try again.'

function unaskedReason({ headless, canAsk, asked }: AnsweredCall): string {
  if (asked?.answer === 'no') return ` A person was asked and said no${asked.note ? `: ${asked.note}` : '.'}`
  if (asked) return ' A person was asked, and nobody answered in time.'
  if (headless) return ' This run has nobody to ask, so an ask is a denial.'
  return canAsk ? '' : ' This agent has no way to ask, so an ask is a denial.'
}

function approveCommand({ approvalKey, id, unseen, asked }: AnsweredCall): string | undefined {
  return approvalKey === undefined || unseen || asked?.answer === 'no' ? undefined : `irongate approve ${id}`
}

import type { AuditRecord } from '../../audit/record.ts'
import { type ApprovalWays, approvalText, leadSentence, messageForPerson } from '../../messages.ts'
import type { CallAnswer } from '../integration.ts'
import type { CheckedCall } from './check.ts'

/** A call that was checked, with the id of its Record. */
export interface AnsweredCall extends CheckedCall {
  readonly id: string
  readonly record: AuditRecord
  /** A placeholder hides what a shell might act on: nobody can be shown the call whole, so nobody can approve it. */
  readonly unseen: boolean
  /** A reply of the user in the conversation counts. */
  readonly canReply: boolean
  /** The host shows the user what we say of it; absent where there is no host. */
  readonly isShown?: boolean
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
    approve: shortestWay(answered),
    stop: decision.outcome === 'abort' || decision.handsOver === true,
  }
}

/** The message, the way to an approval, and why an ask became a denial. Some hosts show it to the person too: what matters comes first. */
export function callReasonText(answered: AnsweredCall): string {
  const { decision, printed, unseen, approvalKey, asked } = answered
  const isDenied = printed === 'deny'
  const allow = isDenied ? approvalText(decision.parts, waysOf(answered)) : undefined
  const lead = leadSentence(decision.parts)
  const message =
    allow === undefined
      ? decision.message
      : `${lead}\nFor the user: ${allow}.\n${decision.message.slice(lead.length).trim()}`.trimEnd()
  return [
    `irongate: ${message}`,
    isDenied && (asked || decision.trace.some(({ says }) => says === 'ask')) ? unaskedReason(answered) : '',
    isDenied && unseen && approvalKey !== undefined ? ` ${HIDDEN_SECRET_HINT}` : '',
  ].join('')
}

function personText(answered: AnsweredCall): string | undefined {
  const { decision, printed, headless, approvalKey, unseen, isShown } = answered
  if (headless || isShown === false) return undefined
  if (printed === 'allow')
    return decision.parts.approved === undefined ? undefined : `Allowed once: ${decision.parts.approved}`
  if (printed !== 'deny') return undefined
  const text = messageForPerson(decision.parts, waysOf(answered))
  return unseen && approvalKey !== undefined ? `${text}\n${HIDDEN_SECRET_HINT}` : text
}

/** What can be done where there is nothing to approve. */
const HIDDEN_SECRET_HINT =
  'The call holds a secret that Irongate keeps nowhere, so nobody can see it whole and approve it. Take the secret from a variable or a file.'

function unaskedReason({ headless, canAsk, asked }: AnsweredCall): string {
  if (asked?.answer === 'no') return ` The user said no${asked.note ? `: ${asked.note}` : '.'}`
  if (asked) return ' The user was asked, and nobody answered in time.'
  return headless || canAsk ? '' : " This agent can't ask the user, so the call is blocked."
}

function waysOf({ approvalKey, id, unseen, asked, scope, record, canReply }: AnsweredCall): ApprovalWays {
  if (approvalKey === undefined || unseen || asked?.answer === 'no') return {}
  return { id, scope: scope?.words, ...(canReply && record.offer !== undefined && { reply: record.offer }) }
}

/** The way to an approval, for hosts that show little of it. */
function shortestWay(answered: AnsweredCall): string | undefined {
  const { id, reply } = waysOf(answered)
  if (id === undefined || !answered.decision.parts.approve) return undefined
  return reply === undefined ? `irongate approve ${id}` : `reply "allow ${reply}"`
}

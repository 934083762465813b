import { approvalKey, scopeKey } from '../approval.ts'
import type { Decision, Outcome, Reason, TraceEntry } from '../decision.ts'
import type { DenialEffect } from '../denials.ts'
import { limitReached } from '../denials.ts'
import { isApprovable, messageFor, messagePartsFor } from '../messages.ts'
import type { Session } from '../session.ts'
import type { CheckContext, StepAnswer } from './step.ts'

/** The last steps, which every answer goes through: approval, denial limit, nobody to ask. */
export function conclude(check: CheckContext, given: StepAnswer, trace: TraceEntry[]): Decision {
  let current = given
  const step = (name: string, next: StepAnswer | undefined) => {
    if (next) {
      current = next
      trace.push({ step: name, says: next.outcome, note: next.note })
    }
  }
  step('approval', applyApproval(check, current))
  const counted = countAndLimit(check, current)
  step('denial limit', counted)
  step('nobody to ask', denyUnaskable(check, current))
  return buildDecision(
    check,
    { final: current === given ? given : { ...current, ...judgeFields(given) }, given },
    trace,
  )
}

/** What the judge took stays in the Record, whatever becomes of its answer. */
function judgeFields({ spent, model, stages }: StepAnswer): Pick<StepAnswer, 'spent' | 'model' | 'stages'> {
  return { ...(spent && { spent }), ...(model !== undefined && { model }), ...(stages && { stages }) }
}

/** A person's one-shot yes lifts ask, a judge's soft block and unavailability; never a deny rule, never a hard block. */
function applyApproval(check: CheckContext, current: StepAnswer): StepAnswer | undefined {
  if (!isApprovable(current)) return undefined
  const { policy, session } = check
  const id = session.state.claimApproval(approvalKey(check.action, policy, session))
  if (id !== undefined)
    return { outcome: 'allow', reason: { type: 'approval', id }, note: `approved once by a person (${id})` }
  const standing =
    current.scope === undefined ? undefined : session.state.standingApproval(scopeKey(current.scope, policy, session))
  return standing === undefined
    ? undefined
    : {
        outcome: 'allow',
        reason: { type: 'approval', id: standing },
        note: `${current.scope} was approved (${standing})`,
      }
}

/**
 * Counts this answer, then looks at the limits: the block that reaches one is handed to a person. INVARIANT: a hard block
 * stays denied; the person gets the session, never the act.
 */
function countAndLimit(check: CheckContext, current: StepAnswer): StepAnswer | undefined {
  const effect = denialEffect(current)
  const { session, policy } = check
  const denials = session.state.count({ effect, ...(session.agentId !== undefined && { agentId: session.agentId }) })
  if (effect !== 'block' || !limitReached(denials, policy.limits)) return undefined
  const limited: StepAnswer = { ...current, reason: { type: 'denial-limit', ...denials } }
  if (session.headless) return { ...limited, outcome: 'abort', note: 'Agent aborted: too many classifier denials' }
  const note = `${denials.consecutive} blocks in a row, ${denials.total} in this session; last: ${current.note}`
  return current.hard ? { ...limited, handsOver: true, note } : { ...limited, outcome: 'ask', note }
}

/** Only a judge's blocks and unparseable finals count; only an allow resets. */
function denialEffect({ outcome, reason }: StepAnswer): DenialEffect {
  if (reason.type === 'off') return 'neutral'
  if (outcome === 'allow') return 'allow'
  const blocked =
    outcome === 'deny' && reason.type === 'verdict' && (reason.verdict === 'block' || reason.verdict === 'unparseable')
  return blocked ? 'block' : 'neutral'
}

/** dontAsk mode and headless turn every ask into deny. */
function denyUnaskable({ mode, session }: CheckContext, current: StepAnswer): StepAnswer | undefined {
  if (current.outcome !== 'ask' || (mode !== 'dontAsk' && !session.headless)) return undefined
  return { ...current, outcome: 'deny', unasked: true }
}

interface ConcludedAnswers {
  readonly final: StepAnswer
  /** Before a limit was reached or nobody was there to ask. */
  readonly given: StepAnswer
}

function buildDecision(
  { action }: CheckContext,
  { final, given }: ConcludedAnswers,
  trace: readonly TraceEntry[],
): Decision {
  const parts = messagePartsFor(final, action, given)
  return {
    outcome: final.outcome,
    reason: final.reason,
    message: messageFor(parts, final),
    parts,
    trace,
    ...(final.category !== undefined && { category: final.category }),
    ...(final.judge !== undefined && { judge: final.judge }),
    ...(action.grade !== undefined && { grade: action.grade }),
    ...judgeFields(final),
    ...(final.questions && final.outcome === 'ask' && { questions: final.questions }),
    ...(final.statement && { statement: final.statement }),
    ...(final.unasked && { unasked: true as const }),
    ...(final.handsOver && { handsOver: true as const }),
    ...(final.scope !== undefined && final.outcome !== 'allow' && { scope: final.scope }),
  }
}

/** A call that never reached the flow. */
export function refusedDecision(reason: Reason, note: string, session: Pick<Session, 'headless'>): Decision {
  const outcome: Outcome = reason.type === 'bad-input' || session.headless ? 'deny' : 'ask'
  const parts = messagePartsFor({ outcome, reason, note }, undefined)
  return {
    outcome,
    reason,
    message: messageFor(parts, { outcome, reason, note }),
    parts,
    trace: [{ step: 'input', says: outcome, note }],
  }
}

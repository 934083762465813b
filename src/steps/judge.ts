import { unreachable } from '../decision.ts'
import type { Judged, Verdict } from '../judge/judge.ts'
import type { JudgeSettings } from '../settings/policy.ts'
import { liftsLimit } from './stated-limits.ts'
import { answerWith, type CheckContext, type Step, type StepAnswer } from './step.ts'

/** Asks the judge, and reads its Verdict by the table of the design. A throw is a crash, and a crash blocks. */
export const JUDGE_STEP: Step = {
  name: 'judge',
  run: async (check) => {
    const judged = await askJudge(check)
    return answerWith({ ...withSuggestedConsent(check, answerForVerdict(check, judged)), ...spendFields(judged) })
  },
}

/** A floor stands whatever is said; but a ban that the same sentence lifts is none. */
function withSuggestedConsent(check: CheckContext, given: StepAnswer): StepAnswer {
  const { say, clears, ...rest } = given
  if (say === undefined || liftsFloor(check, say)) return given
  return rest
}

function liftsFloor(check: CheckContext, say: string): boolean {
  if (check.floor === undefined) return liftsLimit(say, check)
  const { reason } = check.floor
  return reason.type === 'safety-check' && reason.check === 'boundary' && liftsLimit(say, check)
}

/** What the model calls took and gave, for the Record. */
function spendFields({ usage, cost, model, stages }: Judged): Pick<StepAnswer, 'spent' | 'model' | 'stages'> {
  return {
    ...(usage && { spent: { ...usage, ...(cost !== undefined && { dollars: cost }) } }),
    ...(model !== undefined && { model }),
    ...(stages && stages.length > 0 && { stages }),
  }
}

async function askJudge({ judge, action, session, policy }: CheckContext): Promise<Judged> {
  try {
    return await judge.judge({
      action,
      policy,
      facts: session.facts,
      transcript: session.transcript,
      headless: session.headless,
      fence: session.fence,
      ...(session.model !== undefined && { model: session.model }),
      // Files are read for it, which the embedded judge needs not.
      get claudeMd() {
        return session.claudeMd
      },
      ...(session.signal && { signal: session.signal }),
    })
  } catch (error) {
    return {
      verdict: { type: 'unavailable', cause: 'crashed', reason: `the judge failed: ${String(error)}` },
      judge: judge.name,
    }
  }
}

function answerForVerdict({ policy, session }: CheckContext, { verdict, judge }: Judged): StepAnswer {
  const said = (
    outcome: StepAnswer['outcome'],
    kind: 'allow' | 'block' | 'unclear' | 'unparseable',
    note: string,
  ): StepAnswer => ({
    outcome,
    reason: { type: 'verdict', judge, verdict: kind },
    judge,
    note,
  })
  switch (verdict.type) {
    case 'allow':
      return said('allow', 'allow', verdict.note ?? 'nothing to object')
    case 'block':
      return {
        ...said('deny', 'block', verdict.reason),
        hard: verdict.hard,
        ...(verdict.category !== undefined && { category: verdict.category }),
        ...(verdict.clears !== undefined && { clears: verdict.clears }),
        ...(verdict.say !== undefined && { say: verdict.say }),
        ...(verdict.instead !== undefined && { instead: verdict.instead }),
        ...(verdict.scope !== undefined && { scope: verdict.scope }),
      }
    case 'unclear':
      return {
        ...said('ask', 'unclear', verdict.reason),
        ...(verdict.clears !== undefined && { clears: verdict.clears }),
        ...(verdict.say !== undefined && { say: verdict.say }),
      }
    case 'unparseable':
      return said('deny', 'unparseable', `unparseable - blocking for safety: ${verdict.reason}`)
    case 'unavailable':
      return {
        outcome: unavailableOutcome(verdict, policy.judge),
        reason: { type: 'judge-unavailable', judge, cause: verdict.cause },
        judge,
        note: verdict.reason,
      }
    case 'too-long':
      return {
        outcome: session.headless ? 'abort' : 'ask',
        reason: { type: 'transcript-too-long' },
        judge,
        note: verdict.reason,
      }
    case 'interrupted':
      return { outcome: 'deny', reason: { type: 'interrupted' }, judge, note: 'the check was interrupted' }
    default:
      return unreachable(verdict)
  }
}

/** The iron gate: closed denies, open asks. `fallback` was tried by the chain before it came to this. A budget has its own word. */
function unavailableOutcome(verdict: Extract<Verdict, { type: 'unavailable' }>, judge: JudgeSettings): 'deny' | 'ask' {
  if (verdict.cause === 'budget') return budgetOutcome(judge)
  return judge.ironGate === 'open' ? 'ask' : 'deny'
}

function budgetOutcome({ extra }: JudgeSettings): 'deny' | 'ask' {
  const budget = Object.hasOwn(extra, 'budget') ? extra['budget'] : undefined
  return typeof budget === 'object' && budget !== null && 'outcome' in budget && budget.outcome === 'deny'
    ? 'deny'
    : 'ask'
}

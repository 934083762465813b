import { unreachable } from '../decision.ts'
import type { NearRequest } from '../intent/consent/index.ts'
import { nearRequestTo } from '../judge/embedded/judge.ts'
import type { Judged, JudgeRequest, Verdict } from '../judge/judge.ts'
import type { Session } from '../session.ts'
import type { JudgeSettings } from '../settings/policy.ts'
import { answerWith, type CheckContext, type Step, type StepAnswer } from './step.ts'

/** Asks the judge, and reads its Verdict by the table of the design. A throw is a crash, and a crash blocks. */
export const JUDGE_STEP: Step = {
  name: 'judge',
  run: async (check) => {
    const judged = await askJudge(check)
    return answerWith({ ...answerForVerdict(check, withNearRequest(check, judged)), ...spendFields(judged) })
  },
}

/** A model says what stands against a call; whether the user came near it is read from their words and its effects. */
function withNearRequest(check: CheckContext, judged: Judged): Judged {
  const { verdict, judge } = judged
  if (verdict.type !== 'block' || verdict.hard || verdict.near || judge === 'embedded') return judged
  const near = nearRequestTo(requestFor(check))
  return near ? { ...judged, verdict: { ...verdict, near } } : judged
}

/** What the model calls took and gave, for the Record. */
function spendFields({ usage, cost, model, stages }: Judged): Pick<StepAnswer, 'spent' | 'model' | 'stages'> {
  return {
    ...(usage && { spent: { ...usage, ...(cost !== undefined && { dollars: cost }) } }),
    ...(model !== undefined && { model }),
    ...(stages && stages.length > 0 && { stages }),
  }
}

async function askJudge(check: CheckContext): Promise<Judged> {
  const { judge } = check
  try {
    return await judge.judge(requestFor(check))
  } catch (error) {
    return {
      verdict: { type: 'unavailable', cause: 'crashed', reason: `the judge failed: ${String(error)}` },
      judge: judge.name,
    }
  }
}

function requestFor({ action, session, policy, ledger }: CheckContext): JudgeRequest {
  return {
    action,
    ledger,
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
  }
}

/** After this many in a row nobody is asked on: a user must not be tired into a yes. */
const MAX_NOES = 3

/** The user said no to it since their last turn, or to whatever was asked last. */
function isRefused(near: NearRequest | undefined, { noes }: Session): boolean {
  if (near === undefined || noes === undefined) return false
  return noes.inRow >= MAX_NOES || near.questions.some((question) => noes.held.has(question))
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
      return {
        ...said('allow', 'allow', verdict.note ?? 'no risky effects found'),
        ...(verdict.statement && { statement: verdict.statement }),
      }
    case 'block': {
      // Where nobody can be asked, a block stays one: it counts towards the limit.
      const near = verdict.hard || session.headless || isRefused(verdict.near, session) ? undefined : verdict.near
      return {
        ...said(near ? 'ask' : 'deny', 'block', verdict.reason),
        hard: verdict.hard,
        ...(near?.quote !== undefined && { quote: near.quote }),
        ...(near && { questions: near.questions }),
        ...(verdict.category !== undefined && { category: verdict.category }),
        ...(verdict.why !== undefined && { why: verdict.why }),
        ...(verdict.instead !== undefined && { instead: verdict.instead }),
        ...(verdict.scope !== undefined && { scope: verdict.scope }),
      }
    }
    case 'unclear':
      return { ...said('ask', 'unclear', verdict.reason), ...(verdict.why !== undefined && { why: verdict.why }) }
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

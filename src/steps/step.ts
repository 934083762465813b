import type { Action } from '../analysis/action.ts'
import type { Tool } from '../analysis/tool.ts'
import type { JudgeStage, Mode, ModelSpend, Outcome, Reason, TraceEntry } from '../decision.ts'
import type { FastPathView } from '../fast-paths.ts'
import { mayForbid } from '../intent/consent/index.ts'
import { unreadTranscript } from '../intent/statements/ledger.ts'
import type { Ledger } from '../intent/statements/statement.ts'
import type { Judge } from '../judge/judge.ts'
import type { RuleBook } from '../rules/book.ts'
import type { Session } from '../session.ts'
import type { Policy } from '../settings/policy.ts'

/** Everything a step may look at. */
export interface CheckContext {
  readonly action: Action
  readonly tool: Tool
  readonly policy: Policy
  readonly rules: RuleBook
  readonly session: Session
  readonly mode: Mode
  readonly judge: Judge
  /** An ask rule matched or a limit is crossed: nothing from here on may answer allow. */
  readonly floor: StepAnswer | undefined
  /** What people stated, as far as it is read by now; undefined until that step has run. */
  readonly ledger?: Ledger | undefined
  /** A limit may be crossed, which only a judge can tell: no rule and no fast path allows. */
  readonly toJudge?: boolean
}

/** A step's answer before it becomes the Decision. */
export interface StepAnswer {
  readonly outcome: Outcome
  readonly reason: Reason
  /** What was found, in a few words: a path, a category's finding, a rule. */
  readonly note: string
  readonly category?: string
  readonly judge?: string
  /** A judge's hard block: no approval lifts it. */
  readonly hard?: boolean
  /** The act stays denied, and the session goes to a person: too many blocks, the last one hard. */
  readonly handsOver?: true
  /** It would be asked about, but nobody is there. */
  readonly unasked?: true
  readonly spent?: ModelSpend
  readonly model?: string
  readonly stages?: readonly JudgeStage[]
  /** Why it is harmful, without a period. */
  readonly why?: string
  /** What the user said of this act and this target, or the limit that they set. */
  readonly quote?: string
  /** The statement that decided. */
  readonly statement?: { readonly id: number; readonly sentence: string }
  /** What the user is asked, by keys that a no is remembered by. */
  readonly questions?: readonly string[]
  /** A safer way that itself passes. */
  readonly instead?: string
  /** What a person may allow for the whole session instead of this call alone. */
  readonly scope?: string
}

type LearnedContext = Pick<CheckContext, 'ledger' | 'toJudge'>

export type StepResult =
  | {
      readonly type: 'pass'
      readonly note: string
      /** What the next steps know from here on. */
      readonly learned?: LearnedContext
    }
  | { readonly type: 'floor'; readonly answer: StepAnswer; readonly learned?: LearnedContext }
  | { readonly type: 'answer'; readonly answer: StepAnswer }

/** One step of the flow. `name` stands in the Trace. */
export interface Step {
  readonly name: string
  run(check: CheckContext): StepResult | Promise<StepResult>
}

export function passOn(note: string, learned?: LearnedContext): StepResult {
  return { type: 'pass', note, ...(learned && { learned }) }
}

export function answerWith(given: StepAnswer): StepResult {
  return { type: 'answer', answer: given }
}

export function traceEntryOf(step: string, result: StepResult): TraceEntry {
  switch (result.type) {
    case 'pass':
      return { step, says: 'pass', note: result.note }
    case 'floor':
      return { step, says: 'floor', note: result.answer.note }
    case 'answer':
      return { step, says: result.answer.outcome, note: result.answer.note }
  }
}

/** What fast paths may look at. */
export function fastPathViewOf({ action, tool, policy, session, judge, ledger }: CheckContext): FastPathView {
  return {
    action,
    tool,
    policy,
    facts: session.facts,
    mayForbid: (what) => judge.name !== 'embedded' && mayForbid(unreadTranscript(session.transcript, ledger), what),
  }
}

import type { Action } from '../analysis/action.ts'
import type { Tool } from '../analysis/tool.ts'
import type { JudgeStage, Mode, ModelSpend, Outcome, Reason, TraceEntry } from '../decision.ts'
import type { FastPathView } from '../fast-paths.ts'
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
  /** An ask rule matched: nothing from here on may answer allow. */
  readonly floor: StepAnswer | undefined
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
  /** What the user is asked, by keys that a no is remembered by. */
  readonly questions?: readonly string[]
  /** A safer way that itself passes. */
  readonly instead?: string
  /** What a person may allow for the whole session instead of this call alone. */
  readonly scope?: string
}

export type StepResult =
  | { readonly type: 'pass'; readonly note: string }
  | { readonly type: 'floor'; readonly answer: StepAnswer }
  | { readonly type: 'answer'; readonly answer: StepAnswer }

/** One step of the flow. `name` stands in the Trace. */
export interface Step {
  readonly name: string
  run(check: CheckContext): StepResult | Promise<StepResult>
}

export function passOn(note: string): StepResult {
  return { type: 'pass', note }
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
export function fastPathViewOf({ action, tool, policy, session, judge }: CheckContext): FastPathView {
  return {
    action,
    tool,
    policy,
    facts: session.facts,
    transcript: session.transcript,
    model: judge.name !== 'embedded',
  }
}

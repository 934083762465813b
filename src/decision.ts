import type { RuleMatch } from './rules/rule.ts'

/** The Gate's answers, from loosest to strictest. */
export const OUTCOMES = ['allow', 'ask', 'deny', 'abort'] as const
export type Outcome = (typeof OUTCOMES)[number]

export type Mode = 'default' | 'acceptEdits' | 'plan' | 'auto' | 'dontAsk' | 'bypassPermissions'

export const MODES: readonly Mode[] = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions']

export type UnavailableCause =
  | 'rate-limit'
  | 'server-error'
  | 'network'
  | 'deadline'
  | 'refused'
  | 'refused-key'
  | 'logged-out'
  | 'plan-limit'
  | 'client-missing'
  | 'client-changed'
  | 'truncated'
  | 'misconfigured'
  | 'wrong-model'
  | 'budget'
  | 'crashed'

/** Where an answer came from. Every Decision carries exactly one. */
export type Reason =
  | { readonly type: 'rule'; readonly match: RuleMatch }
  /** `reads`: the call only reads, and a mode that wants a rule for everything stops it all the same. */
  | { readonly type: 'mode'; readonly mode: Mode; readonly headless: boolean; readonly reads?: true }
  | { readonly type: 'tool-check'; readonly check: string }
  | { readonly type: 'safety-check'; readonly check: string; readonly path?: string }
  | { readonly type: 'fast-path'; readonly name: string; readonly number?: number }
  | {
      readonly type: 'verdict'
      readonly judge: string
      readonly verdict: 'allow' | 'block' | 'unclear' | 'unparseable'
    }
  | { readonly type: 'judge-unavailable'; readonly judge: string; readonly cause: UnavailableCause }
  | { readonly type: 'transcript-too-long' }
  | { readonly type: 'denial-limit'; readonly consecutive: number; readonly total: number }
  | { readonly type: 'approval'; readonly id: string }
  /** A person did it to the gate itself, at a terminal. */
  | { readonly type: 'person'; readonly command: string }
  /** A person switched the gate off until then: the call is left to the host. */
  | { readonly type: 'off'; readonly until: number }
  | { readonly type: 'interrupted' }
  | { readonly type: 'bad-input'; readonly problem: string }
  | { readonly type: 'broken-settings'; readonly problem: string }
  | { readonly type: 'broken-state'; readonly problem: string }

/** What one step of the flow saw and said; `explain` prints these and never computes again. */
export interface TraceEntry {
  readonly step: string
  readonly says: Outcome | 'floor' | 'pass'
  readonly note: string
}

export interface Decision {
  readonly outcome: Outcome
  readonly reason: Reason
  /** One line for the agent: what, why, what would clear it. */
  readonly message: string
  /** The same in parts, for hosts that have a channel for the person too. */
  readonly parts: MessageParts
  readonly category?: string
  readonly judge?: string
  readonly grade?: 'proven' | 'expected'
  /** What the judge's model calls took, when there were any. */
  readonly spent?: ModelSpend
  /** The model that answered, and what each call to it gave: for the Record, never for the agent. */
  readonly model?: string
  readonly stages?: readonly JudgeStage[]
  /** What a person may allow for the whole session instead of this call alone, in words for them. */
  readonly scope?: string
  /** What the user is asked, by keys that a no is remembered by. */
  readonly questions?: readonly string[]
  /** The statement of the user that decided, by its number in the session. */
  readonly statement?: { readonly id: number; readonly sentence: string }
  /** An ask that is denied only because nobody is there to answer it. */
  readonly unasked?: true
  /** Denied, and the agent should stop here: too many blocks, and a person decides how the session continues, not this call. */
  readonly handsOver?: true
  readonly trace: readonly TraceEntry[]
}

/** What a message says, part by part. What and why together are short enough for hosts that show little. */
export interface MessageParts {
  /** `Blocked: deletes namespace shop`. */
  readonly headline: string
  /** The headline, uncut, where it had to be shortened. */
  readonly whole?: string
  /** Why it is harmful, without a period. */
  readonly why?: string
  /** What the user said of this act and this target, or the limit that they set. */
  readonly quote?: string
  /** Nothing that the user said comes near it. */
  readonly unrequested?: true
  /** It would be asked about, and nobody is there. */
  readonly unasked?: true
  /** What to do about it, where no approval of this call helps. */
  readonly remedy?: string
  /** A safer way that passes the gate. */
  readonly instead?: string
  /** What a person's approval let pass. */
  readonly approved?: string
  /** Would a person's one-shot approval lift it? */
  readonly approve: boolean
  /** Can the user allow it by its number? */
  readonly offer: boolean
}

/** One call of a judge to its model. */
export interface JudgeStage {
  readonly stage: string
  readonly transport?: string
  readonly outcome: string
  /** Why, where the outcome alone does not say it. */
  readonly detail?: string
  readonly ms: number
  readonly usage?: Omit<ModelSpend, 'dollars'>
  readonly requestId?: string
}

/** Tokens by kind, and dollars where the prices are known. */
export interface ModelSpend {
  readonly inputTokens: number
  readonly cacheWriteTokens: number
  /** Of the tokens written, those that are kept for an hour. */
  readonly cacheHourTokens?: number
  readonly cacheReadTokens: number
  readonly outputTokens: number
  readonly calls: number
  readonly dollars?: number
}

const RANK: Record<Outcome, number> = { allow: 0, ask: 1, deny: 2, abort: 3 }

/** The stricter of two outcomes. */
export function stricter(left: Outcome, right: Outcome): Outcome {
  return RANK[right] > RANK[left] ? right : left
}

export function isStricter(left: Outcome, right: Outcome): boolean {
  return RANK[left] > RANK[right]
}

/** The strictest of many; `allow` for none, so callers must not use it to grant anything on an empty list. */
export function strictest(outcomes: Iterable<Outcome>): Outcome {
  let worst: Outcome = 'allow'
  for (const outcome of outcomes) worst = stricter(worst, outcome)
  return worst
}

/** Closes an exhaustive switch; a surprise at run time throws, and every caller turns a throw into a deny. */
export function unreachable(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`)
}

import type { Action } from '../analysis/action.ts'
import type { Facts } from '../analysis/facts.ts'
import type { Span } from '../analysis/words.ts'
import type { UnavailableCause } from '../decision.ts'
import type { NearRequest } from '../intent/consent/near.ts'
import type { Ledger } from '../intent/statements/statement.ts'
import type { Policy } from '../settings/policy.ts'
import type { Transcript } from '../transcript/entries.ts'

export type StageName = 'fast' | 'thinking'

/** A Judge's answer. A failure is a Verdict with a cause, and can only tighten. */
export type Verdict =
  | {
      readonly type: 'allow'
      readonly stage: StageName
      readonly note?: string
      /** The grant that cleared it. */
      readonly statement?: { readonly id: number; readonly sentence: string }
    }
  | {
      readonly type: 'block'
      readonly stage: StageName
      readonly category: string | undefined
      /** Nothing a user said allows it. */
      readonly hard: boolean
      /** One line for the agent: what and why. */
      readonly reason: string
      /** Why it is harmful, without a period. */
      readonly why?: string
      /** A safer way that itself passes. */
      readonly instead?: string
      readonly span?: Span
      /** What a person may allow for the whole session: only where this one thing stands against the call. */
      readonly scope?: string
      /** The user said something that comes near it: a question where somebody can be asked. */
      readonly near?: NearRequest
    }
  | { readonly type: 'unclear'; readonly reason: string; readonly why?: string }
  | { readonly type: 'unparseable'; readonly reason: string }
  | { readonly type: 'unavailable'; readonly cause: UnavailableCause; readonly reason: string }
  | { readonly type: 'too-long'; readonly reason: string }
  | { readonly type: 'interrupted' }

export interface JudgeRequest {
  readonly action: Action
  readonly transcript: Transcript
  /** What people stated, where a model has read their turns. */
  readonly ledger?: Ledger | undefined
  readonly policy: Policy
  /** The agent's own model, when the host reported it. */
  readonly model?: string
  readonly claudeMd?: string | undefined
  /** What the edge knows of the host; evidence is read from it. */
  readonly facts?: Facts
  /** Random per session, the same for all its checks. */
  readonly fence?: string
  readonly signal?: AbortSignal
  /** What other judges took of the time for this call. */
  readonly spentMs?: number
  readonly headless: boolean
}

/** Contract: never throws, ends within its deadline, honours the signal; same input, same request bytes. */
export interface Judge {
  readonly name: string
  judge(request: JudgeRequest): Promise<Judged>
}

export interface Judged {
  readonly verdict: Verdict
  /** The judge that really answered: inside a chain, not the chain. */
  readonly judge: string
  readonly usage?: TokenUsage
  /** An estimate in US dollars. */
  readonly cost?: number
  readonly model?: string
  /** What each call to a model gave, for the Record; never for the agent. */
  readonly stages?: readonly StageRecord[]
}

export interface StageRecord {
  readonly stage: StageName
  /** How the model was reached. */
  readonly transport?: string
  readonly outcome: 'allow' | 'block' | 'unparseable' | 'refused' | 'too-long' | 'wrong-model' | 'failed'
  /** Why, where the outcome alone does not say it. */
  readonly detail?: string
  readonly ms: number
  readonly usage?: TokenUsage
  readonly requestId?: string
}

export interface TokenUsage {
  readonly inputTokens: number
  readonly cacheWriteTokens: number
  /** Of the tokens written, those that are kept for an hour. */
  readonly cacheHourTokens?: number
  readonly cacheReadTokens: number
  readonly outputTokens: number
  readonly calls: number
}

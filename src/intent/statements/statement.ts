import type { StatedActId } from './stated-acts.ts'

/** One limit or grant that a person stated, as far as code can check it. */
export interface Statement {
  readonly kind: 'limit' | 'grant'
  readonly scope: StatedScope
  readonly condition?: Condition
  /** What the scope doesn't express: `tiny diffs`, `the partner API`. Only a judge can weigh it. */
  readonly rest?: string
  /** A verbatim span of the turn. */
  readonly sentence: string
}

/** Which acts, on what. All aims have to fit; within one aim any value does. */
export interface StatedScope {
  /** Empty: whatever changes something. */
  readonly acts: readonly StatedActId[]
  /** Empty: whatever it is done to. */
  readonly aims: readonly Aim[]
}

/** `detail`: a number, port or option that stands in the call. It names no object: a grant needs another aim beside it. */
export const AIM_KINDS = [
  'path',
  'command',
  'tool',
  'host',
  'environment',
  'resource',
  'branch',
  'package',
  'detail',
] as const

export interface Aim {
  readonly what: (typeof AIM_KINDS)[number]
  /** `only`: everything but these. */
  readonly how: 'named' | 'only'
  readonly values: readonly string[]
  readonly except?: readonly string[]
}

/** `until`: the limit holds until the person lifts it. `when`: a grant that waits for something. */
export type Condition =
  | { readonly type: 'ask-first' }
  | { readonly type: 'until'; readonly event: string }
  | { readonly type: 'when'; readonly event: string }
  | { readonly type: 'today' }

/** A statement with its place in the session. */
export interface StatedStatement extends Statement {
  /** Counted from 1 in its session, never reused. */
  readonly id: number
  /** The turn it comes from: `turnKey`. */
  readonly turn: string
  readonly saidAt: number
  /** Code couldn't check it against the words: a grant is a near request, a limit is left to the judge. */
  readonly unverified?: true
}

/** What people stated in a session, as far as it was read. */
export interface Ledger {
  /** In force, oldest first. */
  readonly statements: readonly StatedStatement[]
  /** Turns that a model has read. */
  readonly read: ReadonlySet<string>
  /** The turn that was read last. */
  readonly latest?: string | undefined
  /** The turns that nobody has read yet: what they say isn't known. */
  readonly unread: readonly string[]
}

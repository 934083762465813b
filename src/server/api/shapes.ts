import * as v from 'valibot'
import { OUTCOMES } from '../../decision.ts'

/**
 * What goes over the wire, in and out: the API checks with these, the OpenAPI description is made of them, and the dashboard's
 * types come from them. Records, overviews and sessions are of the shapes of `store.ts`; they are not checked on the way out.
 */

const text = (most: number) => v.pipe(v.string(), v.maxLength(most))

/** One call to be judged. */
export const CheckRequest = v.strictObject({
  tool: text(200),
  input: v.record(v.string(), v.unknown()),
  cwd: text(4096),
  mode: v.optional(text(40)),
  headless: v.optional(v.boolean()),
  session: v.optional(text(200)),
  /** What the person said, oldest first. */
  said: v.optional(v.pipe(v.array(text(20_000)), v.maxLength(200))),
  /** Who judges what no rule and no fast path answers: as the settings say, or the embedded judge alone, which costs nothing. */
  judge: v.optional(v.picklist(['settings', 'embedded'])),
  /** Write a Record of it, as of a call of an agent; `irongate serve --record` does so for every check. */
  record: v.optional(v.boolean()),
})

export const RecordsQuery = v.strictObject({
  since: v.optional(v.number()),
  until: v.optional(v.number()),
  project: v.optional(text(4096)),
  session: v.optional(text(200)),
  agent: v.optional(text(200)),
  host: v.optional(text(100)),
  machine: v.optional(text(100)),
  category: v.optional(text(100)),
  decisions: v.optional(v.array(v.picklist(OUTCOMES))),
  text: v.optional(text(500)),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
  after: v.optional(text(200)),
})

export const SessionsQuery = v.strictObject({
  since: v.optional(v.number()),
  machine: v.optional(text(100)),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
})

export const OverviewQuery = v.strictObject({
  since: v.optional(v.number()),
  until: v.optional(v.number()),
  machine: v.optional(text(100)),
})

/** What a person answers to a pending ask. `always` proposes a rule; it is written only where `irongate allow` would write it. */
export const AnswerRequest = v.strictObject({
  answer: v.picklist(['yes', 'no', 'session']),
  /** Also for equal asks that wait. */
  equal: v.optional(v.boolean()),
  note: v.optional(text(1000)),
})

/** A call of an agent that waits for a person. */
export const PendingAsk = v.object({
  id: v.string(),
  machine: v.string(),
  host: v.string(),
  sessionId: v.string(),
  agentId: v.optional(v.string()),
  tool: v.string(),
  /** Redacted; `unseen` when it cannot be shown whole, and then only a no is taken. */
  input: v.record(v.string(), v.unknown()),
  unseen: v.optional(v.boolean()),
  cwd: v.string(),
  message: v.string(),
  category: v.optional(v.string()),
  asked: v.number(),
  /** When it is denied for want of an answer. */
  until: v.number(),
  /** The ids of asks for the same call, this one among them. */
  equal: v.array(v.string()),
  /** What "for the session" would cover. */
  scope: v.optional(v.string()),
  /** The narrowest rule that would cover it, and what else that rule would have covered. */
  always: v.optional(v.object({ rule: v.string(), covers: v.array(v.string()) })),
  radius: v.array(
    v.object({
      what: v.picklist(['delete', 'change', 'create', 'send', 'run']),
      target: v.string(),
      files: v.optional(v.number()),
      bytes: v.optional(v.number()),
      /** By git: all, some or none of it is recoverable. */
      tracked: v.optional(v.picklist(['all', 'some', 'none', 'unknown'])),
      changed: v.optional(v.number()),
      /** Not everything was counted. */
      more: v.optional(v.boolean()),
    }),
  ),
})

/** Which statement a person removes: its sentence as it was shown. */
export const RemoveStatementRequest = v.strictObject({ sentence: text(20_000) })

/** The hash of the credential that a machine made for itself. */
export const EnrolRequest = v.strictObject({ credential: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) })

/** A call that waits on another machine, and what a yes to it is bound to. */
export const HandedAsk = v.strictObject({
  ask: v.object({
    ...PendingAsk.entries,
    id: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/)),
    equal: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/))), v.maxLength(1000)),
  }),
  key: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
})

/** All calls of a machine that wait now. */
export const HandOverRequest = v.strictObject({ asks: v.pipe(v.array(HandedAsk), v.maxLength(100)) })

/** How far a file was read, with the Records that were read of it. */
export const PositionQuery = v.strictObject({
  file: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/))),
  offset: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  first: v.optional(text(64)),
})

/** One span of a command: what it does, and whether the answer comes from it. */
export interface CommandNode {
  readonly text: string
  /** Where it stands in the command, in UTF-16 units. */
  readonly start: number
  readonly end: number
  readonly kind: 'command' | 'pipeline' | 'list' | 'group' | 'substitution' | 'redirection' | 'text'
  readonly effects: readonly string[]
  readonly offends: boolean
  readonly children: readonly CommandNode[]
}

/** The answer to a check; `explain` adds the tree and the effects. */
export interface CheckResponse {
  readonly outcome: (typeof OUTCOMES)[number]
  readonly reason: { readonly type: string }
  readonly message: string
  readonly category?: string
  readonly grade?: string
  readonly trace: readonly { readonly step: string; readonly says: string; readonly note: string }[]
  readonly ms: number
  /** The id of its Record: it is written. Absent where none was wanted, or none could be written. */
  readonly record?: string
}

export interface ExplainResponse extends CheckResponse {
  readonly tree?: CommandNode
  readonly effects: readonly { readonly kind: string; readonly words: string; readonly target: string }[]
}

export const WhatIfRequest = v.strictObject({
  /** The text of the user's settings file as it would be. */
  settings: text(500_000),
  days: v.pipe(v.number(), v.minValue(1), v.maxValue(90)),
})

/** The user's settings file, whole. */
export const PolicyRequest = v.strictObject({
  text: text(500_000),
  /** The text that was changed: refused (409) when it is no longer the file's. */
  before: v.optional(text(500_000)),
})

export interface WhatIfResponse {
  readonly replayed: number
  /** Records that no decision can be made of again, by why. */
  readonly skipped: Readonly<Record<string, number>>
  readonly changed: readonly {
    readonly id: string
    readonly machine: string
    readonly call: string
    readonly before: string
    readonly after: string
    readonly why: string
    /** Equal calls that changed alike. */
    readonly count: number
  }[]
}

/** The merged policy as people read it; `origin` is what `originOf` of the command line says. */
export interface PolicyResponse {
  readonly rules: readonly {
    readonly behavior: 'deny' | 'ask' | 'allow'
    readonly text: string
    readonly origin: string
    /** Why it cannot be used. */
    readonly invalid?: string
  }[]
  /** Single values by their full names, such as `judge.kind`; a list as one value. */
  readonly settings: readonly { readonly name: string; readonly value: unknown; readonly origin: string }[]
  readonly files: readonly {
    readonly path: string
    readonly scope: string
    readonly text: string
    /** Only the user's own file. */
    readonly writable: boolean
  }[]
  readonly notices: readonly { readonly level: 'info' | 'warning' | 'error'; readonly text: string }[]
}

/** The 422 of a policy that is not taken. */
export interface PolicyProblem extends Problem {
  readonly problems: readonly string[]
}

export interface DoctorResponse {
  readonly findings: readonly {
    readonly level: 'ok' | 'warning' | 'fault'
    readonly text: string
    readonly hint?: string
  }[]
}

/** A limit or grant that a person stated in a session. */
export interface SessionStatement {
  readonly id: number
  readonly kind: 'limit' | 'grant'
  /** How it was read, in a few words. With `saidAt` and `ended`, unknown where only Records tell of it. */
  readonly reading?: string
  readonly sentence: string
  readonly saidAt?: number
  readonly ended?: { readonly how: 'lifted' | 'removed' | 'task-over' | 'expired' | 'reread'; readonly at?: number }
  readonly unverified?: true
  /** Calls that it decided. */
  readonly stopped: number
  readonly allowed: number
}

export interface StatementsResponse {
  readonly statements: readonly SessionStatement[]
  /** The session is of this machine. */
  readonly removable: boolean
}

/** Lines of the event stream: one JSON object each. A line `{"type":"alive"}` comes every 15 seconds. */
export type StreamEvent =
  | { readonly type: 'record'; readonly machine: string; readonly record: unknown }
  | { readonly type: 'pending'; readonly ask: PendingAsk }
  | { readonly type: 'answered'; readonly id: string; readonly answer: string; readonly by: string }
  /** So many events were dropped, because they were not taken fast enough: whoever keeps a list loads it again. */
  | { readonly type: 'missed'; readonly count: number }
  | { readonly type: 'alive' }

/** Every refusal of the API. */
export interface Problem {
  readonly error: string
  /** What to do about it. */
  readonly hint?: string
}

/** What who asks may do; the dashboard hides what it may not. */
export interface Whoami {
  readonly name: string
  readonly rights: readonly ('read' | 'submit' | 'answer' | 'policy' | 'machine' | 'enrol')[]
  readonly version: string
  readonly store: 'sqlite' | 'postgres'
}

export type CheckRequest = v.InferOutput<typeof CheckRequest>
export type RecordsQuery = v.InferOutput<typeof RecordsQuery>
export type AnswerRequest = v.InferOutput<typeof AnswerRequest>
export type PendingAsk = v.InferOutput<typeof PendingAsk>
export type HandedAsk = v.InferOutput<typeof HandedAsk>
export type PolicyRequest = v.InferOutput<typeof PolicyRequest>
export type WhatIfRequest = v.InferOutput<typeof WhatIfRequest>

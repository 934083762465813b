import type { TextRead, ToolCall } from '../analysis/action.ts'
import { sha256 } from '../analysis/text/sha256.ts'
import type { Decision } from '../decision.ts'
import { OUTCOMES } from '../decision.ts'
import { createRedactor } from '../redaction/redact.ts'

/** One line of the audit store: the same shape for every host and agent. INVARIANT: no text of it holds a secret. */
export interface AuditRecord {
  /** The version of this shape; absent in lines of 0.1. */
  readonly v?: 1
  readonly id: string
  readonly at: number
  readonly host: string
  readonly mode: string
  readonly sessionId: string
  readonly agentId?: string
  readonly callId?: string
  readonly tool: string
  /** With placeholders such as `«secret:password»`. */
  readonly input: Readonly<Record<string, unknown>>
  readonly cwd: string
  readonly outcome: Decision['outcome']
  readonly reason: Decision['reason']
  readonly message: string
  readonly category?: string
  readonly judge?: string
  /** The model that answered, and what each of its calls gave. */
  readonly model?: string
  readonly stages?: Decision['stages']
  readonly grade?: string
  /** Tokens and dollars. */
  readonly spent?: Decision['spent']
  readonly trace: Decision['trace']
  /** Milliseconds of the whole check, and of the judge's model within it. */
  readonly ms?: number
  readonly judgeMs?: number
  /** The hash of the policy that was in force, and the version of this package. */
  readonly policy?: string
  readonly gate?: string
  /** Scripts and recipes that were read to understand the call, by their hashes. */
  readonly reads?: readonly TextRead[]
  /** The name of what it was decided on, which stays on its machine; see `decision-inputs.ts`. Absent where that was too much. */
  readonly facts?: string
  /** What a person's approval would be bound to; absent when none would lift it. */
  readonly approvalKey?: string
  /** The same for all acts of one scope in this session, and the scope in words. */
  readonly scope?: { readonly key: string; readonly words: string }
  /** Its number in the session: the user allows it once by `allow 3`. */
  readonly offer?: number
  /** The user's statement that decided, by its number in the session. */
  readonly statement?: { readonly id: number; readonly sentence: string }
  /** The gate was in shadow mode: this is what it would have decided, and the host decided instead. */
  readonly shadow?: true
  /** The call waited for a person, and this is what became of it: what was recorded when it began to wait no longer stands. */
  readonly after?: {
    readonly id: string
    readonly outcome: Decision['outcome']
    /** The type of its reason. */
    readonly reason: string
    readonly category?: string
  }
  /** A placeholder stands for something that a shell might act on: nobody can be shown the whole call. */
  readonly unseen?: true
  /** The place in the session's chain; absent where the chain could not be had. See `chain.ts`. */
  readonly seq?: number
  readonly prev?: string
  readonly prevAt?: number
  /** Why it stands outside the chain. */
  readonly unchained?: string
  readonly hash?: string
}

export interface DecidedCall {
  readonly payload: ToolCall
  readonly decision: Decision
  readonly host: string
  readonly mode: string
  readonly at: number
  readonly ms?: number | undefined
  readonly policy?: string | undefined
  readonly gate?: string | undefined
  readonly reads?: readonly TextRead[] | undefined
  readonly facts?: string | undefined
  readonly shadow?: true | undefined
  /** What was recorded when it began to wait. */
  readonly waited?: AuditRecord | undefined
  readonly approvalKey?: string | undefined
  readonly scope?: AuditRecord['scope'] | undefined
}

/** The Record of a decision. Its id is short enough to type. */
export function recordOf({ payload, decision, ...decided }: DecidedCall): AuditRecord {
  const { tool, cwd, sessionId, agentId, callId } = payload
  const { outcome, message, category, judge, grade, spent, model, statement } = decision
  const { host, mode, at, ms, policy, gate, reads = [], facts, shadow, waited, approvalKey, scope } = decided
  const redactor = createRedactor()
  // The input first: what it names as a secret is then known in the texts that quote it.
  const input = redactor.value(payload.input) as AuditRecord['input']
  const unseen = redactor.hidesCode
  // Of what is kept alone: a digest of a secret beside its placeholder would confirm whoever guesses it.
  const start = JSON.stringify(input).slice(0, 4096)
  const id = sha256(`${sessionId}\0${callId ?? ''}\0${at}\0${tool}\0${start}`).slice(0, 8)
  const clean = <T>(value: T): T => redactor.value(value) as T
  const judgeMs = decision.stages?.reduce((sum, stage) => sum + stage.ms, 0)
  return {
    v: 1,
    id,
    at,
    host,
    mode,
    sessionId,
    ...(agentId !== undefined && { agentId }),
    ...(callId !== undefined && { callId }),
    tool: redactor.text(tool),
    input,
    cwd: redactor.text(cwd),
    outcome,
    reason: clean(decision.reason),
    message: redactor.text(message),
    ...(category !== undefined && { category }),
    ...(statement && { statement: { id: statement.id, sentence: redactor.text(statement.sentence) } }),
    ...(judge !== undefined && { judge }),
    ...(model !== undefined && { model }),
    ...(decision.stages && decision.stages.length > 0 && { stages: clean(decision.stages) }),
    ...(grade !== undefined && { grade }),
    ...(spent && { spent }),
    trace: decision.trace.map(({ step, says, note }) => ({ note: redactor.text(note), says, step })),
    ...(ms !== undefined && { ms: roundToTenths(ms) }),
    ...(judgeMs !== undefined && { judgeMs: roundToTenths(judgeMs) }),
    ...(policy !== undefined && { policy }),
    ...(gate !== undefined && { gate }),
    ...(reads.length > 0 && { reads: reads.map(({ path, hash }) => ({ path: redactor.text(path), hash })) }),
    ...(facts !== undefined && { facts }),
    ...(approvalKey !== undefined && { approvalKey }),
    ...(scope !== undefined && { scope: { key: scope.key, words: redactor.text(scope.words) } }),
    ...(shadow && { shadow }),
    ...(waited && { after: pendingRecordRef(waited) }),
    ...(unseen && { unseen }),
  }
}

function pendingRecordRef({ id, outcome, reason, category }: AuditRecord): NonNullable<AuditRecord['after']> {
  return { id, outcome, reason: reason.type, ...(category !== undefined && { category }) }
}

function roundToTenths(ms: number): number {
  return Math.round(ms * 10) / 10
}

const KNOWN_OUTCOMES: ReadonlySet<unknown> = new Set(OUTCOMES)

/** A line as a Record, also one of an earlier version; undefined for anything else. Files can be edited: nothing is believed. */
export function readRecord(value: unknown): AuditRecord | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const record = value as Partial<Record<keyof AuditRecord, unknown>>
  const texts = [record.id, record.sessionId, record.tool, record.host, record.cwd, record.message]
  if (texts.some((text) => typeof text !== 'string')) return undefined
  if (typeof record.at !== 'number' || !Number.isFinite(record.at) || Math.abs(record.at) > 8e15) return undefined
  if (!KNOWN_OUTCOMES.has(record.outcome) || typeof record.input !== 'object' || record.input === null) return undefined
  const { reason, trace } = record
  if (typeof (reason as { type?: unknown } | undefined | null)?.type !== 'string') return undefined
  if (!Array.isArray(trace) || !trace.every(isTraceEntry)) return undefined
  for (const key of ['agentId', 'category', 'judge', 'approvalKey', 'policy', 'gate', 'grade', 'facts'] as const)
    if (record[key] !== undefined && typeof record[key] !== 'string') return undefined
  if (record.after !== undefined && !isPendingRecordRef(record.after)) return undefined
  if (record.statement !== undefined && !isStatementRef(record.statement)) return undefined
  return value as AuditRecord
}

function isPendingRecordRef(value: unknown): boolean {
  const { id, outcome, reason, category } = (value ?? {}) as Record<string, unknown>
  const texts = [id, reason, ...(category === undefined ? [] : [category])]
  return KNOWN_OUTCOMES.has(outcome) && texts.every((text) => typeof text === 'string')
}

function isStatementRef(value: unknown): boolean {
  const { id, sentence } = (value ?? {}) as Record<string, unknown>
  return Number.isSafeInteger(id) && typeof sentence === 'string'
}

function isTraceEntry(value: unknown): boolean {
  const { step, says, note } = (value ?? {}) as Record<string, unknown>
  return typeof step === 'string' && typeof says === 'string' && typeof note === 'string'
}

import type { ToolCall } from '../analysis/action.ts'
import { sha256 } from '../analysis/sha256.ts'
import type { Decision } from '../decision.ts'

/** One line of the audit store. */
export interface AuditRecord {
  readonly id: string
  readonly at: number
  readonly host: string
  readonly mode: string
  readonly sessionId: string
  readonly agentId?: string
  readonly callId?: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly cwd: string
  readonly outcome: Decision['outcome']
  readonly reason: Decision['reason']
  readonly message: string
  readonly category?: string
  readonly judge?: string
  readonly grade?: string
  readonly spent?: Decision['spent']
  readonly trace: Decision['trace']
  /** What a person's approval would be bound to; absent when none would lift it. */
  readonly approvalKey?: string
  /** The same for all acts of one scope in this session, and the scope in words. */
  readonly scope?: { readonly key: string; readonly words: string }
}

export interface Decided {
  readonly payload: ToolCall
  readonly decision: Decision
  readonly host: string
  readonly mode: string
  readonly at: number
  readonly approvalKey?: string | undefined
  readonly scope?: AuditRecord['scope'] | undefined
}

/** The Record of a decision. Its id is short enough to type. */
export function recordOf({ payload, decision, host, mode, at, approvalKey, scope }: Decided): AuditRecord {
  const { tool, input, cwd, sessionId, agentId, callId } = payload
  const { outcome, reason, message, category, judge, grade, spent, trace } = decision
  const id = sha256(`${sessionId}\0${callId ?? ''}\0${at}\0${tool}\0${JSON.stringify(input).slice(0, 4096)}`).slice(
    0,
    8,
  )
  return {
    id,
    at,
    host,
    mode,
    sessionId,
    ...(agentId !== undefined && { agentId }),
    ...(callId !== undefined && { callId }),
    tool,
    input,
    cwd,
    outcome,
    reason,
    message,
    ...(category !== undefined && { category }),
    ...(judge !== undefined && { judge }),
    ...(grade !== undefined && { grade }),
    ...(spent && { spent }),
    trace,
    ...(approvalKey !== undefined && { approvalKey }),
    ...(scope !== undefined && { scope }),
  }
}

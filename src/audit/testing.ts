import type { Decision } from '../decision.ts'
import { type AuditRecord, recordOf } from './record.ts'

export interface RecordFixture {
  readonly session?: string
  readonly agent?: string
  readonly host?: string
  readonly at?: number
  readonly tool?: string
  readonly command?: string
  readonly input?: Readonly<Record<string, unknown>>
  readonly cwd?: string
  readonly approvalKey?: string
  readonly shadow?: true
  readonly decision?: Partial<Decision>
}

let recordCount = 0

/** For tests: the Record of a call. */
export function recordFor(given: RecordFixture = {}): AuditRecord {
  const { session = 's', agent, host = 'h', at = Date.now(), tool = 'Bash', cwd = '/p', approvalKey } = given
  return recordOf({
    payload: {
      tool,
      input: given.input ?? { command: given.command ?? `make ${++recordCount}` },
      cwd,
      sessionId: session,
      ...(agent !== undefined && { agentId: agent }),
    },
    decision: {
      outcome: 'deny',
      reason: { type: 'interrupted' },
      message: 'because',
      parts: { headline: 'Blocked: because', approve: true, offer: true },
      trace: [],
      ...given.decision,
    },
    host,
    mode: 'auto',
    at,
    approvalKey,
    shadow: given.shadow,
  })
}

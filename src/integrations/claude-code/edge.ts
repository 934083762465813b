import type { AuditRecord } from '../../audit/record.ts'
import type { HostSigns } from './headless.ts'

/** What a hook event may touch of the world. */
export interface HookEdge {
  /** Which integration asks, for the Record. */
  readonly host: 'claude-code' | 'agent-sdk' | 'mcp'
  readonly home: string
  /** Where this package is installed: an agent does not start it past its name. */
  readonly package?: string | undefined
  readonly now: () => number
  readonly signs: HostSigns
  /** Reports a failed write itself; it changes no decision. */
  readonly audit: (record: AuditRecord) => void
  readonly signal?: AbortSignal
  /** Told at the start of a session and of a turn whether a process should stay for the next events. */
  readonly resident?: (wanted: boolean) => void
}

import type { AuditRecord } from '../../audit/record.ts'
import type { StatementReader } from '../../intent/statements/reader.ts'
import type { Policy } from '../../settings/policy.ts'
import type { GateFiles } from '../../state/gate-fingerprint.ts'
import type { SessionFold } from '../../state/session-log.ts'
import type { Transcript } from '../../transcript/entries.ts'
import type { Integration } from '../integration.ts'
import type { Ancestry } from './ancestry.ts'

/** What is known of a conversation where a call is judged ahead of its host's question. It may be judged once more by the hook. */
export interface EarlyCheck {
  /** What a judge may see of the conversation. */
  readonly entries: (fold: SessionFold) => Transcript
  /** Calls that ran. */
  readonly ran: ReadonlySet<string>
}

export interface ApprovalWait {
  /** When the host began to wait for the answer. */
  readonly since: number
  /** Told until when the answer may take: whoever watches over it gives it that long. */
  readonly extend: (until: number) => void
  /** Asked by the program that runs the agent: no host has a limit there, and an ask goes to nobody else. */
  readonly inProcess?: true
}

/** What an event may touch of the world, and through whom it came. */
export interface HookContext {
  readonly integration: Integration
  /** Who asks, for the Record: the host, or a library that speaks as one. */
  readonly host: string
  readonly home: string
  /** Where this package is installed: an agent does not start it past its name. */
  readonly package?: string | undefined
  /** The files of the installed gate: sessions notice when they change. */
  readonly gate?: () => GateFiles
  /** The agent's own model, where the program around it reports it and the host does not. */
  readonly model?: string | undefined
  readonly now: () => number
  /** The settings in force for a project. */
  readonly readPolicy: (place: { readonly cwd: string; readonly home: string }) => Policy
  /** Reports a failed write itself; it changes no decision. */
  readonly audit: (record: AuditRecord) => void
  readonly signal?: AbortSignal | undefined
  /** Where the host's own limit is known, so that a call may wait for a person; else none waits. */
  readonly waits?: ApprovalWait
  /** A person's yes to exactly one call, given while it waited. */
  readonly yes?: { readonly key: string; readonly id: string }
  /** What was recorded of the call when it began to wait, where it is judged once more after that. */
  readonly waited?: AuditRecord
  /** What the gate says is all that decides: there is nobody to leave a call to. */
  readonly final?: true
  /** Set where calls are judged before their host asks about them. */
  readonly ahead?: EarlyCheck
  /**
   * Who started the hook that was handed the event, asked where a person's word came with it. It must be the process that was handed the
   * event that looks: where another one answers, it is absent, and no such event may come here.
   */
  readonly ancestry?: () => Promise<Ancestry>
  /** Told at the start of a session and of a turn whether a process should stay for the next events. */
  readonly daemon?: (wanted: boolean) => void
  /** Told after a person's words that a process that stays should read them. */
  readonly readAhead?: (session: { readonly sessionId: string; readonly cwd: string }) => void
  /** Who reads people's words, in place of the model of the settings. */
  readonly statementReader?: (policy: Policy) => StatementReader | undefined
}

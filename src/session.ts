import type { Facts } from './analysis/facts.ts'
import type { Mode } from './decision.ts'
import { type DenialEvent, type Denials, denialCounter } from './denials.ts'
import type { Ledger } from './intent/statements/statement.ts'
import type { Transcript } from './transcript/entries.ts'

/** What the gate needs to know of the conversation a call belongs to. The edge builds one per call or per session. */
export interface Session {
  readonly id: string
  readonly agentId?: string
  readonly mode: Mode
  /** Nobody is there to answer a question. */
  readonly headless: boolean
  readonly transcript: Transcript
  readonly facts: Facts
  /** The agent's own model, when the host reported it. */
  readonly model?: string
  /** Instructions to the agent; may be read only when a judge is asked. */
  readonly claudeMd?: string | undefined
  /** Random per session, the same for all its checks: fences what a judge reads. */
  readonly fence: string
  readonly signal?: AbortSignal | undefined
  /** How the user answered what they were asked in this conversation; undefined where nobody can tell. */
  readonly noes?: Noes
  /** What people stated, where it is kept; without it the phrases read the transcript. */
  readonly statements?: StatementSource
  /** An agent's own session, whose agent must not reach the gate; undefined where a call is only looked at. */
  readonly own?: SessionIntegrity
  readonly state: SessionState
}

/** The limits and grants of a conversation, as far as they were read. */
export interface StatementSource {
  readonly ledger: Ledger
  /** Waits for turns that are being read, no longer than its deadline. Never throws. */
  settle?(): Promise<Ledger>
}

/** Questions that a user answered with no. */
export interface Noes {
  /** What was asked about, by its key, since the user's last turn. */
  readonly held: ReadonlySet<string>
  /** How many there were in a row, to the last one. */
  readonly inRow: number
}

/** What the gate's word rests on in an agent that it guards, beside what `Facts.own` lists. */
export interface SessionIntegrity {
  /** The host's record of this conversation: queued prompts are read from it. */
  readonly transcript: string | undefined
  /** What of the gate's own files changed since the session began, until a person has looked. */
  readonly changed?: string | undefined
}

/** The part of a session that changes. A method that throws closes the call (`broken-state`). */
export interface SessionState {
  /** Appends this event first, then folds: right under parallel processes. */
  count(event: DenialEvent): Denials
  /** Takes a one-shot approval of exactly this Action, if there is one; a second taker gets nothing. */
  claimApproval(key: string): string | undefined
  /** A person's yes to all acts of one kind on one thing in this session, if there is one; it is not used up. */
  standingApproval(key: string): string | undefined
  /** Until when a person switched the gate off; undefined when it is on. Never throws. */
  offUntil?(): number | undefined
}

/** State that lives as long as the process: for libraries, batch runs and tests. */
export function memoryState(): SessionState & {
  approve(key: string, id: string): void
  approveStanding(key: string, id: string): void
} {
  const count = denialCounter()
  const approvals = new Map<string, string>()
  const standing = new Map<string, string>()
  return {
    count,
    claimApproval: (key) => {
      const id = approvals.get(key)
      approvals.delete(key)
      return id
    },
    standingApproval: (key) => standing.get(key),
    approveStanding: (key, id) => {
      standing.set(key, id)
    },
    approve: (key, id) => {
      approvals.set(key, id)
    },
  }
}

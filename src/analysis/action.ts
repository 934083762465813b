import type { Effect } from './effects.ts'
import type { SavedShellState } from './facts.ts'
import type { PathUse } from './paths/paths.ts'
import type { Command } from './words.ts'

/** What the host sent. Everything in it is hostile. */
export interface ToolCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly cwd: string
  readonly sessionId: string
  readonly agentId?: string
  readonly callId?: string
}

/** `proven`: changes, sends and runs nothing. `expected`: known project work, its recipe read and free of findings. */
export type Grade = 'proven' | 'expected'

export type UnknownKind =
  | 'failed'
  /** A bound was reached: too long, too deep, too many. What comes after it was not read. */
  | 'unread'
  | 'unread-code'
  | 'unread-file'
  | 'syntax'
  /** A quote or bracket that is open at the end, or closes nothing: such text never runs. */
  | 'unclosed'
  /** Another shell or a terminal would read it otherwise. */
  | 'ambiguous'
  /** Nobody but a person may let it pass: what is shown is not what runs. */
  | 'person'
  | 'unknown'

/** Something the prove reading did not understand, and why. Any of these rules out both grades. */
export interface Unknown {
  readonly kind: UnknownKind
  readonly why: string
  readonly span: { readonly start: number; readonly end: number }
}

/** A script or recipe that was read to understand the call; its hash binds approvals. */
export interface TextRead {
  readonly path: string
  readonly hash: string
}

export interface ShellReading {
  readonly commands: readonly Command[]
  /** Commands that the words of others spell, and that may run as well. */
  readonly possible?: readonly Command[]
  readonly effects: readonly Effect[]
  readonly unknowns: readonly Unknown[]
  readonly reads: readonly TextRead[]
  readonly grade: Grade | undefined
  readonly leaves?: SavedShellState
}

/** The ToolCall understood, once; frozen. No later step parses again. */
export interface Action {
  readonly call: ToolCall
  readonly tool: string
  /** The text a judge sees; `''` only for tools registered as irrelevant. */
  readonly judgeText: string
  readonly commands: readonly Command[]
  readonly possible?: readonly Command[]
  readonly effects: readonly Effect[]
  readonly paths: readonly PathUse[]
  readonly unknowns: readonly Unknown[]
  readonly reads: readonly TextRead[]
  readonly grade: Grade | undefined
  readonly leaves?: SavedShellState
}

import type { Grade, ShellReading, ToolCall } from './action.ts'
import type { Facts } from './facts.ts'

export type ToolInput = Readonly<Record<string, unknown>>

export interface ToolReading extends Omit<ShellReading, 'grade'> {
  readonly grade: Grade | undefined
}

export type ToolCheck =
  | { readonly type: 'pass' }
  | { readonly type: 'deny'; readonly check: string; readonly message: string }
  | { readonly type: 'needs-person'; readonly check: string; readonly message: string }

/** `irrelevant`: encodes to `''` and skips the judge (fast path 1). `safe`: on the safe list (fast path 6). */
export interface Tool {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly relevance: 'irrelevant' | 'safe' | 'judged'
  readonly kind: 'shell' | 'powershell' | 'edit' | 'read' | 'web' | 'agent' | 'plain'
  /** The text a judge sees. Total: any input gives a text. */
  encode(input: ToolInput): string
  read?(call: ToolCall, facts: Facts, options: ReadOptions): ToolReading
  check?(call: ToolCall): ToolCheck
  /** A question to the person (`requiresUserInteraction`): nobody may answer it for them, and headless it is denied. */
  readonly asksPerson?: true
  /** Is this the input that the tool of this name has? Where it is not, the name is somebody else's. */
  fits?(input: ToolInput): boolean
  own?(call: ToolCall): ToolCall
}

export interface ReadOptions {
  readonly wrappers: readonly string[]
}

/** Finds the tool of a name; names come from a model and are hostile. */
export interface ToolLookup {
  find(name: string, input?: ToolInput): Tool
}

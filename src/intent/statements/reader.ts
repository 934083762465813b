import type { StatedStatement, Statement } from './statement.ts'

/** A turn of a person, with what its words may refer to. Everything but the turn is context. */
export interface TurnToRead {
  readonly sessionId: string
  readonly text: string
  /** Proven to be typed by a person. Other turns may limit, and neither grant nor lift. */
  readonly vouched: boolean
  /** The question of the agent that it answers with no. */
  readonly refused?: string
  /** What people said before, oldest first. */
  readonly earlier: readonly string[]
  readonly inForce: readonly StatedStatement[]
  /** What the agent did last, oldest first. */
  readonly calls: readonly { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }[]
  /** The agent's own model, when the host told it. */
  readonly model?: string
}

/** What a reader found in a turn, before code has checked it. */
export interface Reading {
  readonly added: readonly Statement[]
  readonly lifted: readonly Lift[]
  /** Ids of grants whose task the turn goes on with. */
  readonly kept: readonly number[]
}

/** The person takes a statement back, in these words. */
export interface Lift {
  readonly id: number
  readonly sentence: string
}

export const NOTHING_STATED: Reading = { added: [], lifted: [], kept: [] }

export type ReadingResult =
  | { readonly kind: 'read'; readonly reading: Reading; readonly model?: string }
  /** Nobody knows what the turn says: its calls go to the judge with the raw words. */
  | { readonly kind: 'unread'; readonly why: string }

/** Contract: never throws, ends by its deadline, and whatever isn't understood is `unread`. */
export interface StatementReader {
  read(turn: TurnToRead, signal?: AbortSignal): Promise<ReadingResult>
}

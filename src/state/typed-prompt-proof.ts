/**
 * The two proofs that a person said something, as the session's log keeps them: the event that reported it came from the host itself, and
 * the host's own record of the conversation marks the turn as typed. The record is often written after the event, so a claim waits for it.
 */

/** What an event reported of a person's word, and who handed it to the hook. */
export interface PromptClaim {
  /** Names it in this session's log. */
  readonly key: string
  /** The whole text of the event. */
  readonly text: string
  /** The host's id of the turn or of the call that asked, where its record has the same. */
  readonly turn?: string
  /** Did the host itself start the hook, and no agent the host? Without it nothing is ever proved. */
  readonly fits: boolean
  /** The word of the host's command line that the text begins with. */
  readonly argument?: string
  /** The host has a terminal. */
  readonly terminal: boolean
  readonly at: number
}

/** One turn as the host's own record has it. */
export interface RecordedTurn {
  /** The host's id of it, the same as in the event. */
  readonly id?: string
  readonly mark: TurnMark
  /** What was typed, and nothing that the host put in its place or beside it. */
  readonly text: string
}

/**
 * Whose turn it is by the host's own mark. `typed`: a person's, at its keyboard. `passed`: handed over with its start, by a person or a
 * script. `other`: marked as somebody else's. `unmarked`: the record does not tell.
 */
export type TurnMark = 'typed' | 'passed' | 'other' | 'unmarked'

/** What became of a claim. */
export type AttestationResult =
  /** A person typed exactly this, which may be less than the event reported. */
  | { readonly kind: 'typed'; readonly text: string }
  /** The record says that it was somebody else. */
  | { readonly kind: 'not-typed'; readonly why: string }
  /** Nothing proves it, and nothing will: it may limit, and grants nothing. */
  | { readonly kind: 'unproven'; readonly why: string }

/** The record may still have to be written. */
export type Attestation = AttestationResult | { readonly kind: 'pending' }

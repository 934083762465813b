/** One thing a judge may see of the conversation. Assistant prose, tool results and images never become entries. */
export type Entry =
  /** A human turn. `trusted` is false when the host could not vouch that a person typed it. */
  | { readonly kind: 'user'; readonly text: string; readonly trusted: boolean }
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly input: Readonly<Record<string, unknown>>
      readonly denied?: boolean
      /**
       * A judge was asked about it (true) or a fast path answered (false). Tells where an earlier request ended, so that
       * the next one shares its whole prefix; undefined is right too, only less well cached.
       */
      readonly judged?: boolean
      /** Nobody confirmed it: only the host's record tells of it, from before the gate, or it failed. It shows what was tried, and allows nothing. */
      readonly unconfirmed?: true
    }
  /** A person answered a tool that asked them. */
  | PersonAnswer
  /** Compaction summaries, sub-agent prompts, scheduled turns: context, never consent. */
  | { readonly kind: 'harness'; readonly text: string }
  /** Here the host's record could not be read: what people said before may be missing, limits too. */
  | { readonly kind: 'gap' }

/**
 * INVARIANT: a judge is shown which tool asked, and what the person typed, or which options they chose; never the agent's words, which
 * would otherwise speak for the person.
 */
export interface PersonAnswer {
  readonly kind: 'consent'
  /** The tool that asked. */
  readonly tool: string
  readonly answer:
    | { readonly kind: 'typed'; readonly text: string }
    /** Options that the agent offered, by their numbers. */
    | { readonly kind: 'chosen'; readonly options: readonly number[] }
    /** The agent's plan. */
    | { readonly kind: 'approved' }
  /** The agent's words that were answered: what the person said no to, or chose. They may limit, and grant nothing. */
  readonly about?: { readonly question: string; readonly label?: string }
}

export type Transcript = readonly Entry[]

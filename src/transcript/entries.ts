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
      /** Nobody confirmed it: only the host's record tells of it, from before the gate, or it failed. It shows what was tried, and clears nothing. */
      readonly unconfirmed?: true
    }
  /** An answer a person gave to the agent's question, a plan approval, a stated boundary. */
  | { readonly kind: 'consent'; readonly question: string; readonly answer: string }
  /** Compaction summaries, sub-agent prompts, scheduled turns: context, never consent. */
  | { readonly kind: 'harness'; readonly text: string }

export type Transcript = readonly Entry[]

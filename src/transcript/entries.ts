/** One thing a judge may see of the conversation. Assistant prose, tool results and images never become entries. */
export type Entry =
  /** A human turn. `trusted` is false when the host could not vouch that a person typed it. */
  | { readonly kind: 'user'; readonly text: string; readonly trusted: boolean }
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly input: Readonly<Record<string, unknown>>
      readonly denied?: boolean
    }
  /** An answer a person gave to the agent's question, a plan approval, a stated boundary. */
  | { readonly kind: 'consent'; readonly question: string; readonly answer: string }
  /** Compaction summaries, sub-agent prompts, scheduled turns: context, never consent. */
  | { readonly kind: 'harness'; readonly text: string }

export type Transcript = readonly Entry[]

import { fingerprint } from './refused-key-latch.ts'

/** What a model counted for a request that we had estimated. */
export interface TokenCount {
  readonly estimated: number
  readonly counted: number
}

/** Keeps the last count of each conversation with a model. The edge may keep it on disk; losing it costs accuracy, nothing else. */
export interface TokenCounts {
  get(conversation: string): TokenCount | undefined
  set(conversation: string, counted: TokenCount): void
}

/** Conversations whose count is kept; the oldest go first. */
export const MOST_COUNTS = 64

export function memoryCounts(): TokenCounts {
  const known = new Map<string, TokenCount>()
  return {
    get: (conversation) => known.get(conversation),
    set: (conversation, counted) => {
      known.delete(conversation)
      known.set(conversation, counted)
      const [oldest] = known.keys()
      if (known.size > MOST_COUNTS && oldest !== undefined) known.delete(oldest)
    },
  }
}

export function conversationKey(model: string, session: string, agent: string | undefined): string {
  return fingerprint([model, session, agent ?? '']).slice(0, 16)
}

/** No tokenizer is further off than this; a server that says so is not believed. */
const MAX_CORRECTION = 3

/**
 * An estimate, corrected by the last count of the same conversation: what was counted then is known, and only what came since is estimated,
 * by our own law or by a model's that counts more. INVARIANT: a count never makes the estimate of new text lower.
 */
export function correctEstimate(estimate: number, last: TokenCount | undefined): number {
  if (last === undefined || !isSound(last)) return estimate
  const ratio = last.counted / last.estimated
  const since = estimate - last.estimated
  // The conversation became shorter: it is another text, of which only a heavier tokenizer is known.
  return Math.ceil(since < 0 ? estimate * Math.max(1, ratio) : last.counted + since * Math.max(1, ratio))
}

function isSound({ estimated, counted }: TokenCount): boolean {
  const ratio = counted / estimated
  return Number.isFinite(ratio) && ratio >= 1 / MAX_CORRECTION && ratio <= MAX_CORRECTION
}

/** From here on the estimate could be wrong about what matters, and the server is asked. */
const NEAR_LIMIT_SHARE = 0.9

export type ContextFit = 'fits' | 'too-long' | 'near'

/** Is there room for it? `near` where only a count can tell. */
export function fitOf(tokens: number, room: number): ContextFit {
  if (tokens <= room * NEAR_LIMIT_SHARE) return 'fits'
  return tokens > room * MAX_CORRECTION ? 'too-long' : 'near'
}

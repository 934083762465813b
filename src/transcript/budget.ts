/** How many characters of each kind of entry a judge sees. What is not listed is never cut. */
export interface Budgets {
  /** Calls that no judge was asked about; a judged call stays whole, as it was when it was judged. */
  readonly call: number
  /** User turns that were neither the first nor, at any check, the latest. */
  readonly user: number
  /** The agent's question or plan that a person answered; the answer itself is never cut. */
  readonly question: number
  readonly harness: number
  /** The repository's instructions. */
  readonly claudeMd: number
}

export const BUDGETS: Budgets = { call: 8_000, user: 16_000, question: 16_000, harness: 8_000, claudeMd: 60_000 }

/** Our own count, on the high side: a token is rarely shorter than three bytes. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3)
}

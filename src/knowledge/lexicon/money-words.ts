/** The everyday words for moving money, by what they do. Whoever means these takes them from here, with words of his own beside them. */
export const MONEY_VERBS = {
  buy: ['buy', 'purchase'],
  pay: ['pay', 'refund', 'payout', 'transfer'],
} as const satisfies Record<string, readonly string[]>

/** `payout`, `payouts`. */
export const withPlurals = (words: readonly string[]): readonly string[] => words.flatMap((word) => [word, `${word}s`])

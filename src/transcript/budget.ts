/** How many characters of each kind of entry a judge sees. What is not listed is never cut. */
export interface EntryBudgets {
  /** Calls of which nobody said whether a judge was asked; a judged call stays whole, as it was when it was judged. */
  readonly call: number
  /** Calls that a fast path settled: ordinary work, mostly the text of edits. What is run later is shown as evidence then. */
  readonly settled: number
  /** User turns that were neither the first nor, at any check, the latest. */
  readonly user: number
  readonly harness: number
  /** The repository's instructions. */
  readonly claudeMd: number
}

export const ENTRY_BUDGETS: EntryBudgets = {
  call: 8_000,
  settled: 600,
  user: 16_000,
  harness: 8_000,
  claudeMd: 60_000,
}

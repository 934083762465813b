/** Commands of one family of tools, with what the gate must say about each. */
export interface Sweep {
  readonly family: string
  /** Must not pass; by the category that is named. */
  readonly stopped: Readonly<Record<string, readonly string[]>>
  /** Must pass without a question. */
  readonly allowed: readonly string[]
  /** Must pass or stop after these human turns. */
  readonly asked?: readonly Asked[]
}

export interface Asked {
  readonly user: string
  readonly command: string
  readonly passes: boolean
}

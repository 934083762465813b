/** Calls of one class: earlier calls of the session come first, parted by ` => `; the last one is decided. */
export interface FalseStops {
  /** Harmless: must pass. */
  readonly harmless: readonly string[]
  /** They look alike, and must be stopped. */
  readonly harmful: readonly string[]
}

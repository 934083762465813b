/** Bounds that keep the reading linear; what lies beyond them is `unknown`, never skipped silently. */
export const LIMITS = {
  /** Characters of one shell text. */
  text: 256 * 1024,
  /** Wrappers and substitutions inside each other. */
  depth: 32,
  /** Open brackets in the source; the parser slows down and gives up beyond this. */
  brackets: 200,
  /** Simple commands of one analysis, before loops and functions are no longer repeated. */
  commands: 5_000,
  /** Commands after which nothing is read any more. */
  allCommands: 60_000,
  /** Words of a loop that are tried one by one. */
  loop: 32,
  /** Words that one brace expression may become. */
  braces: 256,
  /** Texts a variable may have before it is simply not known. */
  alternatives: 8,
  /** Sources kept per value. */
  sources: 24,
  /** Subject and pattern of `${x#p}` and its kin. */
  pattern: 4_096,
  /** Scripts and recipes read per call. */
  scripts: 8,
} as const

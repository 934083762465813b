/** Bounds that keep the reading linear; what lies beyond them is `unknown`, never skipped silently. */
export const LIMITS = {
  text: 256 * 1024,
  /** Wrappers and substitutions inside each other. */
  depth: 32,
  /** Open brackets in the source; the parser slows down and gives up beyond this. */
  brackets: 200,
  /** Characters of one text, each counted as often as brackets are open around it. */
  nested: 2_000_000,
  /** Characters of all texts of one analysis, each layer counted. */
  allText: 640 * 1024,
  /** Simple commands of one analysis; beyond these only names that were rarely met are read. */
  commands: 300,
  /** How often a name is still read beyond that. */
  repeats: 20,
  /** Commands after which nothing is read any more. */
  allCommands: 440,
  /** Commands in the source of one text; of what lies beyond the parser sees only names that were rarely met. */
  separators: 1_200,
  /** Work of one analysis, roughly in microseconds; once it is spent nothing more is read. */
  work: 22_000,
  /** Characters of written files that are searched for commands, beside what each file costs. */
  searched: 96 * 1024,
  /** Commands, effects and unknowns that are kept. */
  kept: 20_000,
  words: 100_000,
  arguments: 1_600,
  redirects: 200,
  /** Words of a loop that are tried one by one. */
  loop: 32,
  /** Lines that `while read` goes through. */
  lines: 200,
  /** Words that one brace expression may become. */
  braces: 256,
  braceGroups: 64,
  /** Texts a variable may have before it is simply not known. */
  alternatives: 8,
  sources: 24,
  /** Subject and pattern of `${x#p}` and its kin. */
  pattern: 4_096,
  /** Scripts and recipes read per call. */
  scripts: 8,
} as const

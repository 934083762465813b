/** Options by which a program says what it would do, and does nothing: for every command, whoever reads it. A new one is a word here. */
export const DRY_RUN_OPTIONS: readonly string[] = [
  '--dry-run',
  '--dryrun',
  '--diff-run',
  '--noop',
  '--no-act',
  '--pretend',
  '--simulate',
  '--what-if',
  '--why-run',
]

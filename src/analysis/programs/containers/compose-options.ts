import type { OptionGrammar } from '../options.ts'

/** Options of compose before its verb. */
export const COMPOSE_GLOBAL: OptionGrammar = {
  flags: ['verbose', 'v', 'version', 'help', 'h', 'compatibility', 'no-ansi', 'dry-run', 'all-resources'],
  values: 'f file p project-name profile env-file project-directory ansi progress parallel c context H host'.split(' '),
  stopAtOperand: true,
}

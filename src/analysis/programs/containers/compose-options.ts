import type { Grammar } from '../options.ts'

/** Options of compose before its verb. */
export const COMPOSE_GLOBAL: Grammar = {
  flags: '-vh verbose version help compatibility no-ansi dry-run all-resources',
  values: 'f file p project-name profile env-file project-directory ansi progress parallel c context H host',
  stopAtOperand: true,
}

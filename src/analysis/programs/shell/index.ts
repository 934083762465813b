import { specProgram } from '../form/interpret.ts'
import type { Program } from '../program.ts'
import { ENV } from './env.ts'
import { PLAIN } from './plain.ts'
import { ECHO, PRINTF } from './printf.ts'
import { RUNNERS } from './running.ts'
import { SHELLS } from './shells.ts'
import { PKEXEC, SU, SUDO_LIKE } from './sudo.ts'
import { WRAPPERS } from './wrappers.ts'
import { PARALLEL, XARGS } from './xargs.ts'

export const SHELL: readonly Program[] = [
  ECHO,
  PRINTF,
  ENV,
  SHELLS,
  SUDO_LIKE,
  SU,
  PKEXEC,
  XARGS,
  PARALLEL,
  ...PLAIN,
  ...RUNNERS,
  ...WRAPPERS.map(specProgram),
]

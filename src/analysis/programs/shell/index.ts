import { createSpecProgram } from '../form/interpret.ts'
import type { Program } from '../program.ts'
import { ENV } from './env.ts'
import { SIMPLE_BUILTINS } from './plain.ts'
import { ECHO, PRINTF } from './printf.ts'
import { COMMAND_RUNNERS } from './running.ts'
import { SHELL_PROGRAM } from './shells.ts'
import { PKEXEC, SU, SUDO_AND_DOAS } from './sudo.ts'
import { WRAPPER_SPECS } from './wrappers.ts'
import { PARALLEL, XARGS } from './xargs.ts'

export const SHELL_PROGRAMS: readonly Program[] = [
  ECHO,
  PRINTF,
  ENV,
  SHELL_PROGRAM,
  SUDO_AND_DOAS,
  SU,
  PKEXEC,
  XARGS,
  PARALLEL,
  ...SIMPLE_BUILTINS,
  ...COMMAND_RUNNERS,
  ...WRAPPER_SPECS.map(createSpecProgram),
]

import { ECHO, PRINTF } from '../../../analysis/interpret/printf.ts'
import type { Program } from '../../../analysis/interpret/program.ts'
import { createSpecProgram } from '../../../analysis/interpret/spec-interpreter.ts'
import { WRAPPER_SPECS } from '../../../analysis/interpret/wrapper-specs.ts'
import { COMMAND_RUNNERS } from './command-runners.ts'
import { ENV } from './env.ts'
import { SHELL_PROGRAM } from './shells.ts'
import { SIMPLE_BUILTINS } from './simple-builtins.ts'
import { PKEXEC, SU, SUDO_AND_DOAS } from './sudo.ts'
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

import type { Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec } from '../../../analysis/interpret/spec.ts'
import { createSpecProgram } from '../../../analysis/interpret/spec-interpreter.ts'
import { ATTACHED } from './attached.ts'
import { DENO_PROGRAM } from './deno.ts'
import { FRAMEWORK_PROGRAMS } from './framework-commands.ts'
import { JAVA_PROGRAM } from './java.ts'
import { M4_PROGRAM } from './m4.ts'
import { NODE_PROGRAM } from './node.ts'
import { PYTHON_PROGRAM } from './python.ts'
import { SCRIPTING_LANGUAGE_SPECS } from './scripting-languages.ts'
import { WINDOWS_SHELLS } from './windows.ts'

export const INTERPRETER_SPECS: readonly ProgramSpec[] = SCRIPTING_LANGUAGE_SPECS

export const INTERPRETER_PROGRAMS: readonly Program[] = [
  PYTHON_PROGRAM,
  ...FRAMEWORK_PROGRAMS,
  NODE_PROGRAM,
  ATTACHED,
  DENO_PROGRAM,
  JAVA_PROGRAM,
  M4_PROGRAM,
  ...INTERPRETER_SPECS.map(createSpecProgram),
  ...WINDOWS_SHELLS,
]

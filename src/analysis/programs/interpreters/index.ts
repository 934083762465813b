import type { ProgramSpec } from '../form/form.ts'
import { createSpecProgram } from '../form/interpret.ts'
import type { Program } from '../program.ts'
import { ATTACHED } from './attached.ts'
import { DENO_PROGRAM } from './deno.ts'
import { JAVA_PROGRAM } from './java.ts'
import { M4_PROGRAM } from './macros.ts'
import { FRAMEWORK_PROGRAMS } from './manage.ts'
import { NODE_PROGRAM } from './node.ts'
import { PYTHON_PROGRAM } from './python.ts'
import { SCRIPTING_LANGUAGE_SPECS } from './scripted.ts'
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

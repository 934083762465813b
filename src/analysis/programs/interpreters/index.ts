import type { Spec } from '../form/form.ts'
import { specProgram } from '../form/interpret.ts'
import type { Program } from '../program.ts'
import { ATTACHED } from './attached.ts'
import { DENO } from './deno.ts'
import { JAVA } from './java.ts'
import { MACROS } from './macros.ts'
import { MANAGERS } from './manage.ts'
import { NODE } from './node.ts'
import { PYTHON } from './python.ts'
import { SCRIPTED } from './scripted.ts'
import { WINDOWS } from './windows.ts'

export const INTERPRETER_SPECS: readonly Spec[] = SCRIPTED

export const INTERPRETERS: readonly Program[] = [
  PYTHON,
  ...MANAGERS,
  NODE,
  ATTACHED,
  DENO,
  JAVA,
  MACROS,
  ...INTERPRETER_SPECS.map(specProgram),
  ...WINDOWS,
]

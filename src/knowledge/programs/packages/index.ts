import type { Program } from '../../../analysis/interpret/program.ts'
import { createSpecProgram } from '../../../analysis/interpret/spec-interpreter.ts'
import { SCRIPT_WRAPPERS } from '../../recipes/node-scripts.ts'
import { MANAGER_SPECS } from './managers.ts'
import { NODE_MANAGERS } from './node.ts'
import { PACKAGE_RUNNERS } from './package-runners.ts'
import { PYTHON_MANAGERS } from './python.ts'

export const PACKAGE_PROGRAMS: readonly Program[] = [
  ...NODE_MANAGERS,
  ...PACKAGE_RUNNERS,
  ...PYTHON_MANAGERS,
  ...MANAGER_SPECS.map(createSpecProgram),
  ...SCRIPT_WRAPPERS,
]

import type { ProgramSpec } from '../form/form.ts'
import { createSpecProgram } from '../form/interpret.ts'
import type { Program } from '../program.ts'
import { CARGO_SPEC, DOTNET_SPECS, GO_SPEC } from './languages.ts'
import { MAKE_PROGRAM } from './make.ts'
import { LOAD_TESTERS, SCRIPT_RUNNER_PROGRAMS } from './runners.ts'
import { BUILD_TOOL_SPECS } from './tables.ts'
import { TASK_RUNNER_PROGRAMS } from './tasks.ts'

export const BUILD_SPECS: readonly ProgramSpec[] = [GO_SPEC, CARGO_SPEC, ...DOTNET_SPECS, ...BUILD_TOOL_SPECS]

export const BUILD_PROGRAMS: readonly Program[] = [
  MAKE_PROGRAM,
  ...TASK_RUNNER_PROGRAMS,
  ...SCRIPT_RUNNER_PROGRAMS,
  LOAD_TESTERS,
  ...BUILD_SPECS.map(createSpecProgram),
]

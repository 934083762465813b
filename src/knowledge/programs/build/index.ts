import type { Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec } from '../../../analysis/interpret/spec.ts'
import { createSpecProgram } from '../../../analysis/interpret/spec-interpreter.ts'
import { LOAD_TESTERS, SCRIPT_RUNNER_PROGRAMS } from '../../recipes/script-runners.ts'
import { TASK_RUNNER_PROGRAMS } from '../../recipes/task-runners.ts'
import { CARGO_SPEC, DOTNET_SPECS, GO_SPEC } from './language-toolchains.ts'
import { MAKE_PROGRAM } from './make.ts'
import { BUILD_TOOL_SPECS } from './tool-specs.ts'

export const BUILD_SPECS: readonly ProgramSpec[] = [GO_SPEC, CARGO_SPEC, ...DOTNET_SPECS, ...BUILD_TOOL_SPECS]

export const BUILD_PROGRAMS: readonly Program[] = [
  MAKE_PROGRAM,
  ...TASK_RUNNER_PROGRAMS,
  ...SCRIPT_RUNNER_PROGRAMS,
  LOAD_TESTERS,
  ...BUILD_SPECS.map(createSpecProgram),
]

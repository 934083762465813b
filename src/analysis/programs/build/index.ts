import type { Program } from '../program.ts'
import { CARGO } from './cargo.ts'
import { DOTNET, NUGET } from './dotnet.ts'
import { GO } from './go.ts'
import { LOAD } from './load.ts'
import { MAKE } from './make.ts'
import { withRakefile } from './rake.ts'
import { RUNNERS } from './runners.ts'
import { TOOLS } from './tables.ts'
import { TASKS } from './tasks.ts'
import { toolProgram } from './tool.ts'

export const BUILD: readonly Program[] = [
  MAKE,
  ...TASKS,
  ...RUNNERS,
  LOAD,
  ...[GO, CARGO, DOTNET, NUGET, ...TOOLS].map(toolProgram).map(withRakefile),
]

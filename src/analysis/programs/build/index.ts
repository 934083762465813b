import type { Spec } from '../form/form.ts'
import { specProgram } from '../form/interpret.ts'
import type { Program } from '../program.ts'
import { CARGO, DOTNET, GO } from './languages.ts'
import { MAKE } from './make.ts'
import { LOAD, RUNNERS } from './runners.ts'
import { TOOLS } from './tables.ts'
import { TASKS } from './tasks.ts'

export const BUILD_SPECS: readonly Spec[] = [GO, CARGO, ...DOTNET, ...TOOLS]

export const BUILD: readonly Program[] = [MAKE, ...TASKS, ...RUNNERS, LOAD, ...BUILD_SPECS.map(specProgram)]

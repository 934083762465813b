import type { Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec } from '../../../analysis/interpret/spec.ts'
import { createSpecProgram } from '../../../analysis/interpret/spec-interpreter.ts'
import { GITHUB } from './github.ts'
import { GITEA, GITLAB, HUB } from './gitlab.ts'

export const HOSTING_SPECS: readonly ProgramSpec[] = [GITHUB, GITLAB, GITEA, HUB]

export const HOSTING_PROGRAMS: readonly Program[] = HOSTING_SPECS.map(createSpecProgram)

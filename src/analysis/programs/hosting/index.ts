import type { ProgramSpec } from '../form/form.ts'
import { createSpecProgram } from '../form/interpret.ts'
import type { Program } from '../program.ts'
import { GITHUB } from './github.ts'
import { GITEA, GITLAB, HUB } from './gitlab.ts'

export const HOSTING_SPECS: readonly ProgramSpec[] = [GITHUB, GITLAB, GITEA, HUB]

export const HOSTING_PROGRAMS: readonly Program[] = HOSTING_SPECS.map(createSpecProgram)

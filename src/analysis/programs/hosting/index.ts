import type { Spec } from '../form/form.ts'
import { specProgram } from '../form/interpret.ts'
import type { Program } from '../program.ts'
import { GITHUB } from './github.ts'
import { GITEA, GITLAB, HUB } from './gitlab.ts'

export const HOSTING_SPECS: readonly Spec[] = [GITHUB, GITLAB, GITEA, HUB]

export const HOSTING: readonly Program[] = HOSTING_SPECS.map(specProgram)

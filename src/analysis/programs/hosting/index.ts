import type { Program } from '../program.ts'
import { GITHUB } from './github.ts'
import { GITEA, GITLAB } from './gitlab.ts'
import { hostingProgram } from './hosting.ts'
import { HUB } from './hub.ts'

export const HOSTING: readonly Program[] = [...[GITHUB, GITLAB, GITEA].map(hostingProgram), HUB]

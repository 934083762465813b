import type { Program } from '../program.ts'
import { COMPOSE } from './compose.ts'
import { CREDENTIAL_HELPERS, ENGINE } from './engine.ts'
import { IMAGE_TOOLS } from './image-tools.ts'

export const CONTAINERS: readonly Program[] = [ENGINE, COMPOSE, CREDENTIAL_HELPERS, ...IMAGE_TOOLS]

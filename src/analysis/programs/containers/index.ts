import type { Program } from '../program.ts'
import { COMPOSE } from './compose.ts'
import { ENGINE } from './engine.ts'
import { IMAGE_TOOLS } from './image-tools.ts'

export const CONTAINERS: readonly Program[] = [ENGINE, COMPOSE, ...IMAGE_TOOLS]

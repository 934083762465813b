import type { Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec } from '../../../analysis/interpret/spec.ts'
import { COMPOSE_PROGRAM } from './compose.ts'
import { CREDENTIAL_HELPERS, ENGINE_PROGRAM, ENGINE_SPEC } from './engine.ts'
import { IMAGE_SPECS, IMAGE_TOOLS } from './image-tools.ts'

export const CONTAINER_PROGRAMS: readonly Program[] = [
  ENGINE_PROGRAM,
  COMPOSE_PROGRAM,
  CREDENTIAL_HELPERS,
  ...IMAGE_TOOLS,
]

export const CONTAINER_SPECS: readonly ProgramSpec[] = [ENGINE_SPEC, ...IMAGE_SPECS]

import type { Spec } from '../form/form.ts'
import type { Program } from '../program.ts'
import { COMPOSE } from './compose.ts'
import { CREDENTIAL_HELPERS, ENGINE, ENGINE_SPEC } from './engine.ts'
import { IMAGE_SPECS, IMAGE_TOOLS } from './image-tools.ts'

export const CONTAINERS: readonly Program[] = [ENGINE, COMPOSE, CREDENTIAL_HELPERS, ...IMAGE_TOOLS]

export const CONTAINER_SPECS: readonly Spec[] = [ENGINE_SPEC, ...IMAGE_SPECS]

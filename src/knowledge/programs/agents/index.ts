import type { Program } from '../../../analysis/interpret/program.ts'
import { AGENT_PROGRAMS } from './agents.ts'
import { IRONGATE } from './irongate.ts'

export const AGENT_FAMILY_PROGRAMS: readonly Program[] = [...AGENT_PROGRAMS, IRONGATE]

import type { Program } from '../program.ts'
import { AGENT_PROGRAMS } from './agents.ts'
import { IRONGATE } from './irongate.ts'

export const AGENTS: readonly Program[] = [...AGENT_PROGRAMS, IRONGATE]

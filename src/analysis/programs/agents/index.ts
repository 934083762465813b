import type { Program } from '../program.ts'

export const AGENTS: readonly Program[] = []

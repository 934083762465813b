import type { Program } from '../program.ts'

export const SYSTEM: readonly Program[] = []

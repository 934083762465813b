import type { Program } from '../program.ts'

export const HOSTING: readonly Program[] = []

import type { Program } from '../program.ts'

export const GIT: readonly Program[] = []

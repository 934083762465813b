import type { Program } from '../program.ts'

export const DESKTOP: readonly Program[] = []

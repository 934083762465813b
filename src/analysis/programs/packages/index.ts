import type { Program } from '../program.ts'

export const PACKAGES: readonly Program[] = []

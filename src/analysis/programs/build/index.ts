import type { Program } from '../program.ts'

export const BUILD: readonly Program[] = []

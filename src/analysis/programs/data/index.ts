import type { Program } from '../program.ts'

export const DATA: readonly Program[] = []

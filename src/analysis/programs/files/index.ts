import type { Program } from '../program.ts'

export const FILES: readonly Program[] = []

import type { Program } from '../program.ts'

export const INTERPRETERS: readonly Program[] = []

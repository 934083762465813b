import type { Program } from '../program.ts'

export const CLOUD: readonly Program[] = []

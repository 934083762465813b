import type { Program } from '../program.ts'

export const CONTAINERS: readonly Program[] = []

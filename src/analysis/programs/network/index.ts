import type { Program } from '../program.ts'

export const NETWORK: readonly Program[] = []

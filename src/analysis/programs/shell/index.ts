import type { Program } from '../program.ts'
import { ECHO } from './echo.ts'

export const SHELL: readonly Program[] = [ECHO]

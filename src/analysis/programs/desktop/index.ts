import type { Program } from '../program.ts'
import { CLIPBOARD } from './clipboard.ts'
import { DRIVING } from './driving.ts'
import { SESSION } from './session.ts'
import { WATCHING } from './watching.ts'

export const DESKTOP: readonly Program[] = [...CLIPBOARD, ...WATCHING, ...DRIVING, ...SESSION]

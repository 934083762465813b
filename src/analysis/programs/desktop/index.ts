import type { Spec } from '../form/form.ts'
import type { Program } from '../program.ts'
import { CLIPBOARD } from './clipboard.ts'
import { DRIVING, TERMINALS } from './driving.ts'
import { SESSION, SESSION_SPECS } from './session.ts'
import { WATCHERS, WATCHING } from './watching.ts'

export const DESKTOP_SPECS: readonly Spec[] = [...WATCHERS, TERMINALS, ...SESSION_SPECS]

export const DESKTOP: readonly Program[] = [...CLIPBOARD, ...WATCHING, ...DRIVING, ...SESSION]

import type { ProgramSpec } from '../form/form.ts'
import type { Program } from '../program.ts'
import { CLIPBOARD_PROGRAMS } from './clipboard.ts'
import { AUTOMATION_PROGRAMS, X_TERMINALS } from './driving.ts'
import { DESKTOP_SESSION_PROGRAMS, DESKTOP_SESSION_SPECS } from './session.ts'
import { CAPTURE_PROGRAMS, CAPTURE_SPECS } from './watching.ts'

export const DESKTOP_SPECS: readonly ProgramSpec[] = [...CAPTURE_SPECS, X_TERMINALS, ...DESKTOP_SESSION_SPECS]

export const DESKTOP_PROGRAMS: readonly Program[] = [
  ...CLIPBOARD_PROGRAMS,
  ...CAPTURE_PROGRAMS,
  ...AUTOMATION_PROGRAMS,
  ...DESKTOP_SESSION_PROGRAMS,
]

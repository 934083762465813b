import type { Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec } from '../../../analysis/interpret/spec.ts'
import { CLIPBOARD_PROGRAMS } from './clipboard.ts'
import { DESKTOP_SESSION_PROGRAMS, DESKTOP_SESSION_SPECS } from './desktop-session.ts'
import { AUTOMATION_PROGRAMS, X_TERMINALS } from './input-automation.ts'
import { CAPTURE_PROGRAMS, CAPTURE_SPECS } from './screen-capture.ts'

export const DESKTOP_SPECS: readonly ProgramSpec[] = [...CAPTURE_SPECS, X_TERMINALS, ...DESKTOP_SESSION_SPECS]

export const DESKTOP_PROGRAMS: readonly Program[] = [
  ...CLIPBOARD_PROGRAMS,
  ...CAPTURE_PROGRAMS,
  ...AUTOMATION_PROGRAMS,
  ...DESKTOP_SESSION_PROGRAMS,
]

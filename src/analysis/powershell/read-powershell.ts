import type { ShellReading } from '../action.ts'
import type { Facts } from '../facts.ts'

/** Not read yet: nothing is known of it. */
export function readPowerShell(text: string, _facts: Facts): ShellReading {
  return { commands: [], effects: [], reads: [], grade: undefined, unknowns: [{ why: 'PowerShell is not read yet', span: { start: 0, end: text.length } }] }
}

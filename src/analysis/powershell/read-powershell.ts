import type { ShellReading } from '../action.ts'
import type { Facts } from '../facts.ts'
import { toolNotes } from '../tool-scribe.ts'
import { statePowerShell } from './state-powershell.ts'

/** Reads a PowerShell text: what would run, and what that would do. Never throws. */
export function readPowerShell(text: string, facts: Facts): ShellReading {
  const notes = toolNotes('PowerShell', facts)
  const shell = statePowerShell(text, notes.scribe)
  const reading = notes.reading()
  const { standing } = shell.run
  const graded =
    reading.unknowns.length === 0 && (standing === 'proven' || standing === 'expected') ? standing : undefined
  return { ...reading, commands: [...shell.commands, ...reading.commands], grade: graded }
}

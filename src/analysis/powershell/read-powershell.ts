import type { ShellReading, Unknown } from '../action.ts'
import type { Facts } from '../facts.ts'
import { hiddenInText, hostileName } from '../hidden-signs.ts'
import { toolNotes } from '../tool-scribe.ts'
import type { Command } from '../words.ts'
import { statePowerShell } from './state-powershell.ts'

export function readPowerShell(text: string, facts: Facts): ShellReading {
  const notes = toolNotes('PowerShell', facts)
  const shell = statePowerShell(text, notes.scribe)
  const reading = notes.reading()
  const { standing } = shell.run
  const graded =
    reading.unknowns.length === 0 && (standing === 'proven' || standing === 'expected') ? standing : undefined
  const commands = [...shell.commands, ...reading.commands]
  const unknowns = [...reading.unknowns, ...hidden(text, shell.commands)]
  return { ...reading, unknowns, commands, grade: unknowns.length === 0 ? graded : undefined }
}

function hidden(text: string, commands: readonly Command[]): readonly Unknown[] {
  const names = commands.map(({ name = '' }) => hostileName(name))
  const why = hiddenInText(text) ?? names.find((found) => found !== undefined)
  return why === undefined ? [] : [{ kind: 'person', why, span: { start: 0, end: text.length } }]
}

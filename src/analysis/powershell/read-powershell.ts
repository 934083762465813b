import type { ShellReading, Unknown } from '../action.ts'
import type { Facts } from '../facts.ts'
import { createToolRecorder } from '../interpret/tool-recorder.ts'
import { describeHiddenCharacter, describeHostileName } from '../text/hidden-characters.ts'
import type { Command } from '../words.ts'
import { recordPowerShell } from './record-powershell.ts'

export function readPowerShell(text: string, facts: Facts): ShellReading {
  const notes = createToolRecorder('PowerShell', facts)
  const shell = recordPowerShell(text, notes.recorder)
  const reading = notes.reading()
  const { grade } = shell.run
  const graded = reading.unknowns.length === 0 && (grade === 'proven' || grade === 'expected') ? grade : undefined
  const commands = [...shell.commands, ...reading.commands]
  const unknowns = [...reading.unknowns, ...hiddenCharacterUnknowns(text, shell.commands)]
  return { ...reading, unknowns, commands, grade: unknowns.length === 0 ? graded : undefined }
}

function hiddenCharacterUnknowns(text: string, commands: readonly Command[]): readonly Unknown[] {
  const names = commands.map(({ name = '' }) => describeHostileName(name))
  const why = describeHiddenCharacter(text) ?? names.find((found) => found !== undefined)
  return why === undefined ? [] : [{ kind: 'person', why, span: { start: 0, end: text.length } }]
}

import type { ShellReading, Unknown } from '../action.ts'
import type { Effect } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { withRebuiltFolders } from '../flow/rebuilt-folders.ts'
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
  const effects = withRebuiltFolders(reading.effects.map(withDeletionSpan(shell.commands)), { text, commands, facts })
  return { ...reading, effects, unknowns, commands, grade: unknowns.length === 0 ? graded : undefined }
}

const DELETING_COMMAND = /^(?:remove-item|rm|ri|del|erase|rd|rmdir)$/i

/** Cmdlets say no places in the text: a deletion happens at the last command that deletes. */
function withDeletionSpan(commands: readonly Command[]): (effect: Effect) => Effect {
  const span = commands.findLast(({ name = '' }) => DELETING_COMMAND.test(name))?.span
  return (effect) => (effect.kind === 'delete-path' && span !== undefined ? { ...effect, span } : effect)
}

function hiddenCharacterUnknowns(text: string, commands: readonly Command[]): readonly Unknown[] {
  const names = commands.map(({ name = '' }) => describeHostileName(name))
  const why = describeHiddenCharacter(text) ?? names.find((found) => found !== undefined)
  return why === undefined ? [] : [{ kind: 'person', why, span: { start: 0, end: text.length } }]
}

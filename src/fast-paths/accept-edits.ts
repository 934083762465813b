import type { Action } from '../analysis/action.ts'
import type { Effect } from '../analysis/effects.ts'
import { isBare } from '../analysis/forms/forms.ts'
import { isActing, type PathUse } from '../analysis/paths.ts'
import { mightForbid } from '../judge/consent/index.ts'
import type { FastPath } from './fast-path.ts'

/** The shell commands that acceptEdits mode runs without asking, and nothing beside them. */
const FILE_COMMANDS = new Set(['mkdir', 'touch', 'rm', 'rmdir', 'mv', 'cp', 'sed'])

function isOrdinary(path: PathUse): boolean {
  return (
    path.zone === 'project' &&
    !path.dynamic &&
    !path.glob &&
    path.real !== undefined &&
    !isActing(path) &&
    !path.tags.includes('lock-file')
  )
}

/** Would acceptEdits let this one effect through? Deletions only when nothing is lost. */
function passes(effect: Effect): boolean {
  switch (effect.kind) {
    case 'read-path':
      return effect.path.zone === 'project' && !effect.path.tags.includes('secret')
    case 'write-path':
      return isOrdinary(effect.path)
    case 'delete-path':
      return isOrdinary(effect.path) && effect.path.recoverable() === 'yes' && !effect.wipe
    default:
      return false
  }
}

function isFileCommand(action: Action): boolean {
  return (
    action.commands.length > 0 &&
    action.unknowns.length === 0 &&
    action.commands.every((command) => command.name !== undefined && FILE_COMMANDS.has(command.name) && isBare(command))
  )
}

/** Page 5: what acceptEdits mode would let through. Agent and REPL tools are not edits and never get here. */
export const ACCEPT_EDITS: FastPath = {
  name: 'accept-edits',
  number: 5,
  answers: 'allow',
  applies: ({ tool, action, transcript, model }) => {
    const edits = tool.kind === 'edit' ? action.unknowns.length === 0 : tool.kind === 'shell' && isFileCommand(action)
    if (!edits || action.effects.length === 0 || !action.effects.every(passes)) return undefined
    if (model && mightForbid(transcript, 'change')) return undefined
    return 'an ordinary edit inside the project'
  },
}

import { isReadOnlyGateCommand } from '../../../analysis/gate/gate-verbs.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { Command } from '../../../analysis/words.ts'

/** The gate's own command line: an agent may look, never loosen. */
export const IRONGATE: Program = { names: ['irongate', 'irongate.js'], read: readIrongate }

function readIrongate(command: Command, recorder: EffectRecorder): CommandGrade {
  const words = command.args.map((word) => word.known)
  const [verb = '', action = ''] = words.filter((word) => !word.startsWith('-'))
  if (isReadOnlyGateCommand(words) && !command.args.some((word) => word.dynamic && word.known.startsWith('\0')))
    return 'proven'
  recorder.effect({
    kind: 'weaken',
    area: 'gate',
    feature: `irongate ${[verb, action].filter(Boolean).join(' ').replaceAll('\0', '…')}`,
  })
  return 'plain'
}

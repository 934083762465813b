import { onlyShows } from '../../own-verbs.ts'
import type { Command } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'

/** The gate's own command line: an agent may look, never loosen. */
export const IRONGATE: Program = { names: ['irongate', 'irongate.js'], read: readIrongate }

function readIrongate(command: Command, scribe: Scribe): Standing {
  const words = command.args.map((word) => word.known)
  const [verb = '', action = ''] = words.filter((word) => !word.startsWith('-'))
  if (onlyShows(words) && !command.args.some((word) => word.dynamic && word.known.startsWith('\0'))) return 'proven'
  scribe.effect({
    kind: 'weaken',
    area: 'gate',
    feature: `irongate ${[verb, action].filter(Boolean).join(' ').replaceAll('\0', '…')}`,
  })
  return 'plain'
}

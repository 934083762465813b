import type { Command } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'

/** Sub-commands that only show. */
const SHOWS = new Set([
  'check',
  'explain',
  'analyze',
  'categories',
  'rules',
  'denied',
  'prompt',
  'help',
  'version',
  'doctor',
  'settings',
  'log',
  'demo',
  'bench',
  '',
])
/** Words after `settings` that change them. */
const CHANGES = new Set(['set', 'add', 'remove', 'unset', 'edit', 'import', 'reset', 'allow', 'write'])

/** The gate's own command line: an agent may look, never loosen. */
export const IRONGATE: Program = { names: ['irongate'], read: readIrongate }

function readIrongate(command: Command, scribe: Scribe): Standing {
  const words = command.args.map((word) => word.known)
  const [verb = '', action = ''] = words.filter((word) => !word.startsWith('-'))
  const help = words.includes('--help') || words.includes('-h') || words.includes('--version')
  const writes = (verb === 'settings' && CHANGES.has(action)) || (verb === 'doctor' && words.includes('--fix'))
  if (help || (SHOWS.has(verb) && !writes && !command.args.some((word) => word.dynamic && word.known.startsWith('\0'))))
    return 'proven'
  scribe.effect({
    kind: 'weaken',
    area: 'gate',
    feature: `irongate ${[verb, action].filter(Boolean).join(' ').replaceAll('\0', '…')}`,
  })
  return 'plain'
}

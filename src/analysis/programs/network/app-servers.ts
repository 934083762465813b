import { programName } from '../../base-name.ts'
import type { Command } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { stateBinding } from './binding.ts'

const HELP = /^(?:-h|--help|help|--version|version|-V)$/

/** Servers that people run while they develop, and what is said to them beyond the address: that is read for every program. */
function read(command: Command, scribe: Scribe): Standing {
  const words = command.args.map((word) => word.known)
  if (words.length === 1 && HELP.test(words[0] ?? '')) return 'proven'
  const name = programName(command.name ?? '')
  stateBinding(command.args, name, scribe)
  const told = command.assignments.filter((item) => /^(?:HOST|FLASK_RUN_HOST|OLLAMA_HOST)$/.test(item.name))
  stateBinding(
    told.map((item) => item.value),
    name,
    scribe,
  )
  // The migrations of a Flask application are alembic's.
  const [database, ...rest] = command.args
  if (name === 'flask' && database?.text === 'shell' && command.stdin.kind === 'value')
    return scribe.runsCode('python', command.stdin.value, 'flask shell')
  if (name === 'flask' && database?.text === 'db')
    return scribe.runs([{ ...database, known: 'alembic', text: 'alembic' }, ...rest], 'flask db')
  if (name === 'redis-server' && /--protected-mode no(?: |$)/.test(words.join(' ')))
    scribe.effect({ kind: 'weaken', area: 'authentication', feature: `${name} protected mode` })
  if (name === 'jupyter' && words.some((word) => /\.(?:token|password)=(?:''|"")?$/.test(word)))
    scribe.effect({ kind: 'weaken', area: 'authentication', feature: 'jupyter token' })
  return 'plain'
}

export const APP_SERVERS: Program = {
  names: ['flask', 'gunicorn', 'uvicorn', 'jupyter', 'redis-server', 'mongod', 'dockerd', 'ollama'],
  read,
}

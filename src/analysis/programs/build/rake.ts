import type { Command } from '../../words.ts'
import type { Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { rakeTask } from './hook-recipes.ts'
import { readUpwards } from './tasks.ts'

/** What the tasks of the project's own Rakefile do. */
export function readRakefile(command: Command, scribe: Scribe): Standing {
  if (command.args.some((word) => /^(?:-n|--dry-run|-T|--tasks|-P)$/.test(word.known))) return 'proven'
  const found = readUpwards(command, scribe, ['Rakefile', 'rakefile', 'Rakefile.rb'])
  if (!found) return 'proven'
  const goals = command.args.filter((word) => word.text !== undefined && !/^-|^\w+=/.test(word.text))
  const names = goals.length === 0 ? ['default'] : goals.map((word) => word.text ?? '')
  const bodies = names
    .map((name) => rakeTask(found.text, name))
    .filter((body) => body !== undefined && body.trim() !== '')
  return weakest('proven', ...bodies.map((text) => scribe.runsCode('ruby', { text, sources: [] }, 'rake')))
}

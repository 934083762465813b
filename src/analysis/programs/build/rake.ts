import type { Program } from '../program.ts'
import { weakest } from '../standing.ts'
import { rakeTask } from './hook-recipes.ts'
import { readUpwards } from './tasks.ts'

/** Adds to a reader of rake what the tasks of the project's own Rakefile do. */
export function withRakefile(program: Program): Program {
  if (!program.names.includes('rake')) return program
  return {
    ...program,
    read: (command, scribe) => {
      const standing = program.read(command, scribe)
      const found = readUpwards(command, scribe, ['Rakefile', 'rakefile', 'Rakefile.rb'])
      if (
        !found ||
        standing === 'proven' ||
        command.args.some((word) => /^(?:-n|--dry-run|-T|--tasks|-P)$/.test(word.known))
      )
        return standing
      const goals = command.args.filter((word) => word.text !== undefined && !/^-|^\w+=/.test(word.text))
      const names = goals.length === 0 ? ['default'] : goals.map((word) => word.text ?? '')
      const bodies = names
        .map((name) => rakeTask(found.text, name))
        .filter((body) => body !== undefined && body.trim() !== '')
      return weakest(standing, ...bodies.map((text) => scribe.runsCode('ruby', { text, sources: [] }, 'rake')))
    },
  }
}

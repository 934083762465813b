import type { Command } from '../../words.ts'
import type { Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { rakeTask } from './hook-recipes.ts'
import { readUpwards } from './tasks.ts'

/** What the tasks of the project's own Rakefile do. */
export function readRakefile(command: Command, scribe: Scribe): Standing {
  if (command.args.some((word) => /^(?:-n|--dry-run|-T|--tasks|-P)$/.test(word.known))) return 'proven'
  const found = readUpwards(command, scribe, ['Rakefile', 'rakefile', 'Rakefile.rb'])
  const goals = command.args.filter((word) => word.text !== undefined && !/^-|^\w+=/.test(word.text))
  const names = goals.length === 0 ? ['default'] : goals.map((word) => word.text ?? '')
  const texts = [...(found ? [found.text] : []), ...writtenTasks(scribe)]
  const bodies = texts
    .flatMap((text) =>
      names.map((name) => rakeTask(text, name) ?? rakeTask(text, name.slice(name.lastIndexOf(':') + 1))),
    )
    .filter((body) => body !== undefined && body.trim() !== '')
  return weakest('proven', ...bodies.map((text) => scribe.runsCode('ruby', { text, sources: [] }, 'rake')))
}

/** Files of tasks that this session wrote; a Rakefile of a framework takes all of them in. */
function writtenTasks(scribe: Scribe): readonly string[] {
  return [...scribe.facts.session.written].flatMap(([path, text]) =>
    path.endsWith('.rake') && text !== undefined ? [text] : [],
  )
}

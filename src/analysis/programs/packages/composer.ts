import { composerScript } from '../build/json-recipes.ts'
import { verdictOf } from '../build/names.ts'
import { readUpwards, runTask, type TaskRunner } from '../build/tasks.ts'
import type { BuildCall, BuildReader } from '../build/tool.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'

const COMPOSER: TaskRunner = { name: 'composer run', files: ['composer.json'], lines: composerScript }

/** `composer run-script x`: the script stands in composer.json. */
export const composerScripts: BuildReader = (call) => {
  const name = call.args.find((word) => !word.known.startsWith('-'))
  if (!name) return 'proven'
  return name.text === undefined ? 'unknown' : runTask(name.text, COMPOSER, call.command, call.scribe)
}

/** `composer x`: a script of that name. */
export const composerBare: BuildReader = (call) => {
  const name = call.args.find((word) => !word.known.startsWith('-'))
  const known =
    name?.text !== undefined && (verdictOf(name.text) !== 'unfamiliar' || hasComposerScript(name.text, call))
  return known ? composerScripts(call) : 'plain'
}

function hasComposerScript(name: string, { command, scribe }: BuildCall): boolean {
  const found = readUpwards(command, scribe, COMPOSER.files)
  return found !== undefined && composerScript(found.text, name) !== undefined
}

const EVENTS = ['install', 'update', 'autoload'].flatMap((event) => [
  `pre-${event}-cmd`,
  `post-${event}-cmd`,
  `post-${event}-dump`,
])

/** What the project's own scripts do around installing and updating. */
export function composerEvents(call: BuildCall): Standing {
  if (call.args.some((word) => word.known === '--no-scripts' || word.known === '--dry-run')) return 'proven'
  const events = EVENTS.filter((event) => hasComposerScript(event, call))
  return weakest('proven', ...events.map((event) => runTask(event, COMPOSER, call.command, call.scribe)))
}

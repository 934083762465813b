import { verdictOf } from '../build/names.ts'
import { composerScript } from '../build/recipes.ts'
import { readUpwards, runTask, type TaskRunner } from '../build/tasks.ts'
import type { BuildCall, BuildReader } from '../build/tool.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'

const COMPOSER: TaskRunner = { name: 'composer run', files: ['composer.json'], lines: composerScript }

export const composerScripts: BuildReader = (call) => {
  const name = call.args.find((word) => !word.known.startsWith('-'))
  if (!name) return 'proven'
  return name.text === undefined ? 'unknown' : runTask(name.text, COMPOSER, call.command, call.scribe)
}

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

export function composerEvents(call: BuildCall): Standing {
  if (call.args.some((word) => /^--(?:no-scripts|dry-run)$/.test(word.known))) return 'proven'
  const events = EVENTS.filter((event) => hasComposerScript(event, call))
  return weakest(...events.map((event) => runTask(event, COMPOSER, call.command, call.scribe)))
}

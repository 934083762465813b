import { baseName } from '../base-name.ts'
import { doerOf } from '../doer.ts'
import { asksOnly } from '../verbs.ts'
import type { Command } from '../words.ts'
import { isChanged } from './changed-files.ts'
import { type Frame, noteEffect } from './frame.ts'
import { fileText, isPending, isUnpacked } from './overlay.ts'
import { needsRecipe, recipesOf } from './recipe-files.ts'

const MANAGERS = /^(?:npm|pnpm|yarn|bun)$/
const RUNS_SCRIPTS = /^(?:run|run-script|test|tst|t|start|stop|restart|exec|x)$/

/** A runner takes its orders from a file that this very text changed in a way that cannot be followed. */
export function stateChangedRecipe(command: Command, frame: Frame): void {
  const { overlay } = frame.analysis
  const { cwd, args } = command
  const { written } = frame.facts.session
  const changes = overlay.files.size + overlay.changes.length + overlay.unpacked.size + written.size
  if (cwd === undefined || changes === 0) return
  const name = baseName(command.name ?? '')
  const verb = args.find((word) => !word.known.startsWith('-'))?.known ?? ''
  if (asksOnly(command) || (MANAGERS.test(name) && !RUNS_SCRIPTS.test(verb))) return
  const recipes = recipesOf(name, verb).map((file) => `${cwd}/${file}`)
  const [first] = recipes
  const unpacked = needsRecipe(name) && first !== undefined && isUnpacked(overlay, first)
  // It does nothing without one, and there was none: the archive brought it.
  const unread =
    unpacked && !recipes.some((path) => lies(path, frame))
      ? first
      : recipes.find((path) => {
          const here = overlay.files.get(path)
          const other = isChanged(overlay, path) || isUnpacked(overlay, path) || isPending(frame.facts, path)
          const touched = here ? here.from === undefined : other
          return touched && fileText(overlay, frame.facts, path).text === undefined && lies(path, frame)
        })
  if (unread === undefined) return
  noteEffect(frame, {
    kind: 'run-code',
    language: 'other',
    origin: 'session-file',
    read: false,
    host: undefined,
    span: command.span,
    via: command.via,
    through: command.through,
    doer: doerOf(name),
    certainty: 'certain',
    by: `${name} ${unread.slice(unread.lastIndexOf('/') + 1)}`,
  })
}

/** A file that an archive may or may not have brought counts only where one of that name is known. */
function lies(path: string, { analysis, facts }: Frame): boolean {
  return analysis.overlay.files.has(path) || facts.text(path).kind === 'text'
}

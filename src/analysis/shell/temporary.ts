import { baseName } from '../base-name.ts'
import type { Command, Value } from '../words.ts'
import type { Frame } from './frame.ts'

/** `mktemp` makes a path of its own: one that nobody else has, so it can stand for a name that is never met. */
export function temporaryPath(command: Command, frame: Frame): Value | undefined {
  if (!/^g?mktemp$/.test(baseName(command.name ?? '')) || frame.place !== 'here') return undefined
  const { overlay } = frame.analysis
  let directory = frame.facts.temporaryDirectories[0] ?? '/tmp'
  let template = 'tmp.XXXXXXXXXX'
  let placed = false
  for (let at = 0; at < command.args.length; at++) {
    const text = command.args[at]?.text
    if (text === undefined) return undefined
    if (text === '-p' || text === '--tmpdir') {
      directory = command.args[++at]?.text ?? directory
      placed = true
    } else if (text.startsWith('--tmpdir=')) {
      directory = text.slice('--tmpdir='.length)
      placed = true
    } else if (text === '--suffix') at++
    else if (text === '-t') placed = true
    else if (!text.startsWith('-')) template = text
  }
  const named = template.includes('/')
    ? template
    : placed || template.startsWith('tmp.')
      ? `${directory}/${template}`
      : `${frame.scope.cwd ?? directory}/${template}`
  const count = ++overlay.temporary
  const path = `${named}.${count}`
  overlay.directories.add(path)
  return { text: `${path}\n`, sources: [] }
}

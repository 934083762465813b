import type { PathUse } from '../paths.ts'
import type { Call } from './dispatch.ts'
import { getVariable } from './scope.ts'
import type { CoreScribe } from './scribe.ts'

/** The file a plain name stands for when this text, or an earlier one, set PATH to a place where the session put one of that name. */
export function foundOnPath({ command, frame }: Call, scribe: CoreScribe): PathUse | undefined {
  const assigned =
    command.assignments.findLast(({ name }) => name === 'PATH')?.value.known ??
    getVariable(frame.scope, 'PATH')?.word.known ??
    frame.facts.session.shell?.variables.get('PATH')
  if (assigned === undefined || command.name === undefined) return undefined
  for (const entry of assigned.split(':')) {
    if (entry === '' || entry.includes('\0')) continue
    const use = scribe.pathOf(`${entry}/${command.name}`)
    if (use.real === undefined) continue
    const { overlay } = frame.analysis
    if (use.sessionMade || overlay.files.has(use.real) || frame.facts.session.written.has(use.real)) return use
  }
  return undefined
}

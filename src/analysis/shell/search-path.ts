import type { PathUse } from '../paths.ts'
import type { Call } from './dispatch.ts'
import { getVariable } from './scope.ts'
import type { CoreScribe } from './scribe.ts'

/** The file a plain name stands for when this text set PATH to a place where the session put one of that name. */
export function foundOnPath({ command, frame }: Call, scribe: CoreScribe): PathUse | undefined {
  const assigned =
    command.assignments.findLast(({ name }) => name === 'PATH')?.value ?? getVariable(frame.scope, 'PATH')?.word
  if (!assigned || command.name === undefined) return undefined
  for (const entry of assigned.known.split(':')) {
    if (entry === '' || entry.includes('\0')) continue
    const use = scribe.pathOf(`${entry}/${command.name}`)
    if (use.real === undefined) continue
    const { overlay } = frame.analysis
    if (use.sessionMade || overlay.files.has(use.real) || frame.facts.session.written.has(use.real)) return use
  }
  return undefined
}

import type { PathUse } from '../../paths.ts'
import type { Command } from '../../words.ts'
import type { Scribe } from '../program.ts'

/** The file that standard output is redirected to, if any. */
export function redirectedTo(command: Command, scribe: Scribe): PathUse | undefined {
  const redirect = command.redirects.findLast(
    (item) => item.descriptor === 1 && (item.kind === 'write' || item.kind === 'append'),
  )
  if (!redirect) return undefined
  const path = scribe.path(redirect.target)
  return path.tags.includes('null-device') ? undefined : path
}

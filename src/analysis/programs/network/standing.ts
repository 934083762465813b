import type { PathUse } from '../../paths.ts'
import type { Command } from '../../words.ts'
import type { Scribe, Standing } from '../program.ts'

const ORDER: readonly Standing[] = ['proven', 'expected', 'plain', 'unknown']

/** The least assuring of several standings. */
export function weakest(standings: readonly Standing[]): Standing {
  return standings.reduce((left, right) => (ORDER.indexOf(right) > ORDER.indexOf(left) ? right : left), 'proven')
}

/** The file that standard output is redirected to, if any. */
export function redirectedTo(command: Command, scribe: Scribe): PathUse | undefined {
  const redirect = command.redirects.findLast(
    (item) => item.descriptor === 1 && (item.kind === 'write' || item.kind === 'append'),
  )
  if (!redirect) return undefined
  const path = scribe.path(redirect.target)
  return path.tags.includes('null-device') ? undefined : path
}

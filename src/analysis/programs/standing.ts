import type { Standing } from './program.ts'

const ORDER: readonly Standing[] = ['proven', 'expected', 'plain', 'unknown']

/** The weakest of several standings; `proven` when there are none. What does not apply says nothing. */
export function weakest(...standings: readonly (Standing | false | undefined)[]): Standing {
  let found = 0
  for (const standing of standings) if (standing) found = Math.max(found, ORDER.indexOf(standing))
  return ORDER[found] ?? 'unknown'
}

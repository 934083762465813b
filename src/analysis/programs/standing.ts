import type { Standing } from './program.ts'

const ORDER: readonly Standing[] = ['proven', 'expected', 'plain', 'unknown']

/** The weakest of several standings; `proven` when there are none. */
export function weakest(...standings: readonly Standing[]): Standing {
  let found = 0
  for (const standing of standings) found = Math.max(found, ORDER.indexOf(standing))
  return ORDER[found] ?? 'unknown'
}

import type { Standing } from './program.ts'

const ORDER: readonly Standing[] = ['proven', 'expected', 'plain', 'unknown']

/** The weakest of several standings; `proven` when there are none. */
export function weakest(...standings: readonly Standing[]): Standing {
  return standings.reduce((left, right) => (ORDER.indexOf(right) > ORDER.indexOf(left) ? right : left), 'proven')
}

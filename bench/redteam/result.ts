import type { Answer } from '../data/answer.ts'
import type { Miss } from '../frame/section.ts'
import { groupBy } from '../frame/statistics.ts'

/** One chain's outcome: what stopped it, if anything did. */
export interface Held {
  readonly id: string
  readonly area: string
  readonly label: 'block' | 'allow'
  readonly stoppedBy: Answer | undefined
  readonly message: string
}

export interface RedteamResult {
  readonly chains: readonly Held[]
}

export function isWrong({ label, stoppedBy }: Held): boolean {
  return (stoppedBy !== undefined) !== (label === 'block')
}

/** Areas that were written after seeing answers of the gate. */
export function isAdaptive({ area }: Pick<Held, 'area'>): boolean {
  return area.startsWith('adaptive')
}

export function missesOf({ chains }: RedteamResult): Miss[] {
  return [...groupBy(chains, ({ area, label }) => `${area}, to be ${label === 'block' ? 'stopped' : 'allowed'}`)].map(
    ([name, group]) => ({
      suite: 'redteam',
      class: name,
      count: group.filter(isWrong).length,
      of: group.length,
      says: group[0]?.label === 'block' ? 'an attack that ran to its end' : 'harmless, stopped',
    }),
  )
}

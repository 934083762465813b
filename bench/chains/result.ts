import type { Answer } from '../data/answer.ts'
import type { Miss, Section } from '../frame/section.ts'
import { groupBy } from '../frame/statistics.ts'

export interface ChainOutcome {
  readonly id: string
  readonly class: string
  /** The decision of the call that was stopped, if one was. */
  readonly stoppedBy: Answer | undefined
  readonly message: string
}

export interface ChainsResult {
  /** Harmless chains have to run to their end; all others have to be stopped. */
  readonly harmless: boolean
  readonly chains: readonly ChainOutcome[]
}

/** A class that needs the package installed in the home; it is counted apart. */
export const INSTALLED = 'installed hook'

export function isWrong({ stoppedBy }: ChainOutcome, harmless: boolean): boolean {
  return (stoppedBy !== undefined) === harmless
}

export function missesOf({ chains, harmless }: ChainsResult): Miss[] {
  return [...groupBy(chains, (chain) => chain.class)].map(([name, group]) => ({
    suite: 'chains',
    class: name,
    count: group.filter((chain) => isWrong(chain, harmless)).length,
    of: group.length,
    says: harmless ? 'harmless, stopped' : 'an attack that ran to its end',
  }))
}

export function show({ chains, harmless }: ChainsResult): Section[] {
  const groups = [...groupBy(chains, (chain) => chain.class)].toSorted(([left], [right]) => left.localeCompare(right))
  const counts = (group: readonly ChainOutcome[]) => {
    const stopped = group.filter(({ stoppedBy }) => stoppedBy !== undefined).length
    return [String(stopped), String(group.length - stopped), String(group.length)]
  }
  const apart = chains.filter((chain) => chain.class.includes(INSTALLED))
  const rest = chains.filter((chain) => !apart.includes(chain))
  const wrong = chains.filter((chain) => isWrong(chain, harmless))
  return [
    {
      title: harmless ? 'Chains: harmless' : 'Chains: attacks',
      notes: [harmless ? 'Every call has to be allowed.' : 'A chain is held when any of its calls is stopped.'],
      tables: [
        {
          head: ['class', 'held', 'passed', 'chains'],
          rows: [
            ...groups.map(([name, group]) => [name, ...counts(group)]),
            ...(apart.length > 0 ? [[`all without "${INSTALLED}"`, ...counts(rest)]] : []),
            ['all', ...counts(chains)],
          ],
        },
        {
          caption: harmless ? 'Stopped' : 'Passed',
          head: ['row', 'class', 'stopped by', 'message'],
          rows: wrong.map(({ id, class: name, stoppedBy, message }) => [
            id,
            name,
            stoppedBy === undefined ? '' : `${stoppedBy.outcome} ${stoppedBy.category ?? stoppedBy.path}`,
            message.slice(0, 160),
          ]),
        },
      ],
    },
  ]
}

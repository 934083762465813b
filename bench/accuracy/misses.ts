import { isOwn } from '../data/sample.ts'
import type { Miss } from '../frame/section.ts'
import { groupBy } from '../frame/statistics.ts'
import type { AccuracyResult, Judgement } from './result.ts'

/** What was let through although it should not, and what was stopped although it should not, by class. */
export function missesOf({ judgements }: AccuracyResult): Miss[] {
  return [...missed(judgements), ...falseStops(judgements)].toSorted((left, right) => right.count - left.count)
}

/** Rows of our own are named by their class alone. */
function classOf({ source, category }: Judgement): string {
  return isOwn({ source }) ? source : `${category} (${source})`
}

function missed(judgements: readonly Judgement[]): Miss[] {
  const dangerous = judgements.filter(({ label }) => label === 'block')
  return [...groupBy(dangerous, classOf)].flatMap(([name, group]) => {
    const through = group.filter(({ answer }) => answer.outcome === 'allow').length
    return through === 0
      ? []
      : [{ suite: 'accuracy', class: name, count: through, of: group.length, says: 'dangerous, let through' }]
  })
}

function falseStops(judgements: readonly Judgement[]): Miss[] {
  const benign = judgements.filter(({ label }) => label === 'allow')
  return [...groupBy(benign, ({ source }) => source)].flatMap(([name, group]) => {
    const stopped = group.filter(({ answer }) => answer.outcome !== 'allow').length
    return stopped === 0
      ? []
      : [
          {
            suite: 'accuracy',
            class: `harmless work (${name})`,
            count: stopped,
            of: group.length,
            says: 'harmless, stopped',
          },
        ]
  })
}

import { OUTCOMES } from '../../../decision.ts'
import type { Bucket, Overview } from '../../store/store.ts'
import { shownCount } from './format.ts'
import { pathWords } from './words.ts'

interface Series {
  readonly label: string
  readonly colour: string
  readonly values: readonly number[]
}

export interface Plots {
  readonly times: readonly number[]
  readonly outcomes: readonly Series[]
  readonly paths: readonly Series[]
  readonly latency: readonly Series[]
  readonly cost: readonly Series[]
  readonly outages: readonly Series[]
}

/** As many as there are colours to tell apart; what is rarer is one series. */
const MOST_PATHS = 5

export function plotsOf({ buckets, paths }: Overview): Plots {
  const values = (of: (bucket: Bucket) => number) => buckets.map(of)
  const names = Object.entries(paths)
    .filter(([, count]) => count > 0)
    .sort(([, left], [, right]) => right - left)
    .map(([name]) => name)
  const shown = names.slice(0, MOST_PATHS)
  const rest = names.slice(MOST_PATHS)
  return {
    times: values(({ at }) => at),
    outcomes: OUTCOMES.map((outcome) => ({
      label: outcome,
      colour: `plot-${outcome}`,
      values: values((bucket) => bucket.outcomes[outcome] ?? 0),
    })),
    paths: [
      ...shown.map((name, index) => ({
        label: pathWords(name),
        colour: `series-${index + 1}`,
        values: values((bucket) => bucket.paths[name] ?? 0),
      })),
      ...(rest.length === 0
        ? []
        : [
            {
              label: 'Others',
              colour: 'quiet',
              values: values((bucket) => rest.reduce((sum, name) => sum + (bucket.paths[name] ?? 0), 0)),
            },
          ]),
    ],
    latency: [
      { label: 'half within', colour: 'series-1', values: values(({ p50 }) => p50) },
      { label: '95 % within', colour: 'series-3', values: values(({ p95 }) => p95) },
    ],
    cost: [{ label: 'dollars', colour: 'series-1', values: values(({ dollars }) => dollars) }],
    outages: [{ label: 'calls without a judge', colour: 'plot-deny', values: values(({ outages }) => outages) }],
  }
}

export function stoppedOf({ deny, abort }: Overview['outcomes']): number {
  return deny + abort
}

/** Beside what was stopped: what was asked, and what would have been stopped or asked where the gate only looked on. */
export function stoppedMore(asked: number, { ask, deny, abort }: Overview['shadow']): string {
  const noted = ask + deny + abort
  return `${shownCount(asked)} asked${noted === 0 ? '' : `, ${shownCount(noted)} only noted`}`
}

/** When most calls came. */
export function busiest({ buckets, bucketMs }: Overview): string {
  const sum = ({ outcomes }: Bucket) => Object.values(outcomes).reduce((all, count) => all + count, 0)
  const [most] = buckets.toSorted((left, right) => sum(right) - sum(left))
  if (most === undefined || sum(most) === 0) return ''
  const hours = bucketMs < 20 * 60 * 60 * 1000
  const shown = new Date(most.at).toLocaleString(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(hours && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  })
  return `Most from ${shown}: ${sum(most).toLocaleString()}.`
}

/** The part of the tokens sent that came from the cache, and all of them. */
export function shareOfCache({ inputTokens, cachedTokens }: Overview['spent']): [number, number] {
  return [cachedTokens, Math.max(inputTokens, cachedTokens)]
}

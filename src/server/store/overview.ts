import type { Outcome } from '../../decision.ts'
import { percentiles, quantile } from './histogram.ts'
import type { Bucket, Overview, Range, SpentTotal } from './store.ts'
import { clampTime, HOUR_MS, type Hours, NANO_DOLLARS, type Tally } from './tally.ts'

const DAY_HOURS = 24
/** Widths of buckets in hours, and how long a stretch may be for each. */
const BUCKET_WIDTHS = [
  { hours: 1, upTo: 14 * DAY_HOURS },
  { hours: DAY_HOURS, upTo: 800 * DAY_HOURS },
]
const MAX_BUCKET_HOURS = 28 * DAY_HOURS

/** The stretch as a store can order it. */
export function toStorableRange({ since, until, machine }: Range): Range {
  const from = clampTime(since)
  return { since: from, until: Math.max(from, clampTime(until)), ...(machine !== undefined && { machine }) }
}

/** Hours, or days, from the first to the last, both by their first hour. */
export interface TimeSpan {
  readonly width: 1 | typeof DAY_HOURS
  readonly first: number
  readonly last: number
}

/**
 * A stretch in parts: hours, and days where buckets are as long, that lie within it whole, whose tallies are kept; and what is left at
 * its ends, where Records are counted.
 */
export function rangePartsOf(range: Range): {
  readonly spans: readonly TimeSpan[]
  readonly ends: readonly (readonly [from: number, to: number])[]
} {
  const { since, until } = range
  const first = Math.ceil(since / HOUR_MS)
  const last = Math.floor((until + 1) / HOUR_MS) - 1
  if (last < first) return { spans: [], ends: [[since, until]] }
  const before = [since, first * HOUR_MS - 1] as const
  const after = [(last + 1) * HOUR_MS, until] as const
  const spans = widthFor(range) === 1 ? [{ width: 1 as const, first, last }] : splitIntoDays(first, last)
  return { spans, ends: [before, after].filter(([from, to]) => from <= to) }
}

function splitIntoDays(first: number, last: number): readonly TimeSpan[] {
  const firstDay = Math.ceil(first / DAY_HOURS) * DAY_HOURS
  const afterDays = Math.max(firstDay, Math.floor((last + 1) / DAY_HOURS) * DAY_HOURS)
  const spans: readonly TimeSpan[] = [
    { width: 1, first, last: Math.min(last, firstDay - 1) },
    { width: DAY_HOURS, first: firstDay, last: afterDays - DAY_HOURS },
    { width: 1, first: Math.max(first, afterDays), last },
  ]
  return spans.filter((span) => span.first <= span.last)
}

/** The hour, and the first hour of the day, that counts of an hour are kept under. */
export function tallyKeysOf(hour: number): readonly (readonly [width: number, first: number])[] {
  return [
    [1, hour],
    [DAY_HOURS, Math.floor(hour / DAY_HOURS) * DAY_HOURS],
  ]
}

/** The figures of a stretch out of its tallies, hour by hour. */
export function overviewOf(range: Range, hours: Hours): Overview {
  const all: Tally = new Map()
  for (const tally of hours.values()) addTo(all, tally)
  const width = widthFor(range)
  const outcomes = outcomesOf(all)
  return {
    ...range,
    total: Object.values(outcomes).reduce((sum, value) => sum + value, 0),
    outcomes,
    shadow: outcomesOf(all, 'shadow'),
    paths: countsWithPrefix(all, 'path:'),
    categories: countsWithPrefix(all, 'category:'),
    hosts: countsWithPrefix(all, 'host:'),
    rules: countsWithPrefix(all, 'rule:'),
    latency: { alone: percentiles(stepsOf(all, ['alone:'])), judged: percentiles(stepsOf(all, ['with:'])) },
    spent: spentOf(all),
    buckets: bucketsOf(range, hours, width),
    bucketMs: width * HOUR_MS,
  }
}

/** How many hours a bucket is wide. */
export function widthFor({ since, until }: Range): number {
  const hours = (until - since) / HOUR_MS
  return BUCKET_WIDTHS.find(({ upTo }) => hours <= upTo)?.hours ?? MAX_BUCKET_HOURS
}

function bucketsOf({ since, until }: Range, hours: Hours, width: number): readonly Bucket[] {
  const tallies = new Map<number, Tally>()
  const start = (hour: number) => Math.floor(hour / width) * width
  for (let hour = start(Math.floor(since / HOUR_MS)); hour * HOUR_MS <= until; hour += width)
    tallies.set(hour, new Map())
  for (const [hour, tally] of hours) {
    const bucket = tallies.get(start(hour))
    if (bucket !== undefined) addTo(bucket, tally)
  }
  return [...tallies].map(([hour, tally]) => bucketOf(hour * HOUR_MS, tally))
}

function bucketOf(at: number, tally: Tally): Bucket {
  const steps = stepsOf(tally, ['alone:', 'with:'])
  return {
    at,
    outcomes: outcomesOf(tally),
    paths: countsWithPrefix(tally, 'path:'),
    p50: quantile(steps, 0.5),
    p95: quantile(steps, 0.95),
    dollars: (tally.get('nano') ?? 0) / NANO_DOLLARS,
    judged: tally.get('judged') ?? 0,
    outages: tally.get('path:judge-unavailable') ?? 0,
  }
}

function addTo(sum: Tally, tally: Tally): void {
  for (const [name, value] of tally) sum.set(name, (sum.get(name) ?? 0) + value)
}

export function outcomesOf(
  tally: ReadonlyMap<string, number>,
  kind: 'outcome' | 'shadow' = 'outcome',
): Record<Outcome, number> {
  // A call that began to wait in the hour before is subtracted in this one.
  const of = (outcome: Outcome) => Math.max(0, tally.get(`${kind}:${outcome}`) ?? 0)
  return { allow: of('allow'), ask: of('ask'), deny: of('deny'), abort: of('abort') }
}

/** The counts whose names begin so, the greatest first. */
function countsWithPrefix(tally: Tally, prefix: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...tally]
      .filter(([name, value]) => name.startsWith(prefix) && value > 0)
      .map(([name, value]) => [name.slice(prefix.length), value] as const)
      .sort(([left, most], [right, more]) => more - most || (left < right ? -1 : 1)),
  )
}

function stepsOf(tally: Tally, prefixes: readonly string[]): ReadonlyMap<number, number> {
  const steps = new Map<number, number>()
  for (const [name, value] of tally) {
    const prefix = prefixes.find((start) => name.startsWith(start))
    if (prefix === undefined || value === 0) continue
    const step = Number(name.slice(prefix.length))
    steps.set(step, (steps.get(step) ?? 0) + value)
  }
  return steps
}

function spentOf(tally: Tally): SpentTotal {
  const of = (name: string) => tally.get(name) ?? 0
  return {
    calls: of('calls'),
    dollars: of('nano') / NANO_DOLLARS,
    inputTokens: of('input'),
    outputTokens: of('output'),
    cachedTokens: of('cached'),
  }
}

import { expect, it } from 'vitest'
import { matchesQuery } from '../../audit/query.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { recordFor } from '../../audit/testing.ts'
import type { Outcome, Reason } from '../../decision.ts'
import type { StoreUnderTest } from './contract.ts'
import { overviewOf, toStorableRange } from './overview.ts'
import type { Range } from './store.ts'
import { countInto, HOUR_MS, type Hours } from './tally.ts'

const NOON = Date.UTC(2026, 10, 1, 12)
const MIXED_OUTCOMES: readonly Outcome[] = ['allow', 'allow', 'allow', 'ask', 'deny', 'abort']

/** Calls of some days, of which none is like another. */
function sampleRecords(count: number): readonly AuditRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const outcome = MIXED_OUTCOMES[index % MIXED_OUTCOMES.length] ?? 'deny'
    const judged = index % 4 === 0
    const record = recordFor({
      at: NOON + index * 1_234_567,
      session: index % 17 === 0 ? 'doctor-1' : `s${index % 5}`,
      host: index % 3 === 0 ? 'one' : 'two',
      decision: {
        outcome,
        reason: reasonFor(index),
        ...(index % 2 === 0 && { category: `c${index % 5}` }),
        ...(judged && { spent: sampleSpend(index), stages: [{ stage: 'fast', outcome: 'allow', ms: index }] }),
      },
    })
    return { ...record, ms: index * 1.7, ...(index % 8 === 3 && { shadow: true as const }) }
  })
}

function reasonFor(index: number): Reason {
  if (index % 11 === 0) return { type: 'person', command: 'answer 3f9a01c2 no' }
  return index % 7 === 0 ? { type: 'judge-unavailable', judge: 'j', cause: 'network' } : { type: 'interrupted' }
}

function sampleSpend(index: number) {
  const dollars = index * 0.000_123
  return { inputTokens: index, cacheWriteTokens: 3, cacheReadTokens: 2 * index, outputTokens: 5, calls: 1, dollars }
}

const NO_OUTCOMES = { allow: 0, ask: 0, deny: 0, abort: 0 }

/** Counted one by one, with nothing of the code that is tested but the histogram. */
function countDirectly(records: readonly AuditRecord[]) {
  const by = (key: (record: AuditRecord) => string | undefined) => {
    const counts: Record<string, number> = {}
    for (const record of records) {
      const name = key(record)
      if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1
    }
    return counts
  }
  const sum = (value: (record: AuditRecord) => number | undefined) =>
    records.reduce((total, record) => total + (value(record) ?? 0), 0)
  return {
    total: records.length,
    outcomes: { ...NO_OUTCOMES, ...by(({ outcome, shadow }) => (shadow ? 'allow' : outcome)) },
    shadow: { ...NO_OUTCOMES, ...by(({ outcome, shadow }) => (shadow ? outcome : undefined)) },
    paths: by(({ reason }) => reason.type),
    hosts: by(({ host }) => host),
    categories: by(({ outcome, category, shadow }) => (outcome === 'allow' || shadow ? undefined : category)),
    calls: sum((record) => record.spent?.calls),
    dollars: sum((record) => record.spent?.dollars),
    cached: sum((record) => record.spent?.cacheReadTokens),
    alone: records.filter(({ judgeMs }) => judgeMs === undefined).length,
  }
}

export function describeCounting({ store }: StoreUnderTest): void {
  const ranges: readonly (readonly [string, Range])[] = [
    ['all', { since: 0, until: NOON + 1000 * HOUR_MS }],
    ['whole hours', { since: NOON + HOUR_MS, until: NOON + 9 * HOUR_MS - 1 }],
    ['hours that are cut', { since: NOON + HOUR_MS / 3, until: NOON + 20.5 * HOUR_MS }],
    ['a part of an hour', { since: NOON + 1000, until: NOON + HOUR_MS - 1000 }],
    ['one machine', { since: NOON, until: NOON + 30 * HOUR_MS, machine: 'b' }],
    ['a machine that is not there', { since: NOON, until: NOON + 30 * HOUR_MS, machine: 'c' }],
    ['nothing', { since: NOON - 2 * HOUR_MS, until: NOON - 1 }],
    ['backwards', { since: NOON + HOUR_MS, until: NOON }],
  ]
  it.each(ranges)('the overview of %s is what counting the Records gives', async (_name, range) => {
    const records = sampleRecords(150)
    const parts = { a: records.filter((_, at) => at % 3 !== 0), b: records.filter((_, at) => at % 3 === 0) }
    for (const machine of ['a', 'b'] as const) await store().append({ machine, records: parts[machine] })
    // Once more: what is known is not counted again.
    await store().append({ machine: 'a', records: parts.a })
    const of = range.machine === undefined ? records : range.machine === 'b' ? parts.b : []
    const asked = of.filter((record) => matchesQuery(record, range))
    const called = asked.filter(({ reason }) => reason.type !== 'person')
    const found = await store().overview(range)
    const { calls, dollars, cached, alone, ...counts } = countDirectly(called)
    expect(found).toMatchObject(counts)
    expect(found.categories).toEqual(counts.categories)
    expect(Object.keys(found.paths)).toHaveLength(Object.keys(counts.paths).length)
    expect(found.spent).toMatchObject({ calls, cachedTokens: cached })
    expect(found.spent.dollars).toBeCloseTo(dollars, 6)
    expect(found.latency.alone.count).toBe(alone)
    const hours: Hours = new Map()
    for (const record of asked) countInto(hours, record)
    expect(found).toEqual(overviewOf(toStorableRange(range), hours))
  })

  it('a call that waited, also past the hour, is one call as it ended', async () => {
    const began = recordFor({ at: NOON + HOUR_MS - 5, decision: { category: 'c' } })
    const after = { id: began.id, outcome: began.outcome, reason: began.reason.type, category: 'c' }
    const ended = { ...recordFor({ at: NOON + HOUR_MS + 5, decision: { outcome: 'allow' } }), after }
    await store().append({ machine: 'a', records: [began] })
    await store().append({ machine: 'a', records: [ended] })
    const range = { since: NOON, until: NOON + 2 * HOUR_MS - 1 }
    expect(await store().overview(range)).toMatchObject({
      ...{ total: 1, outcomes: { ...NO_OUTCOMES, allow: 1 }, hosts: { h: 1 }, paths: { interrupted: 1 } },
    })
    expect((await store().overview(range)).categories).toEqual({})
    // Of the hour in which it ended alone nothing is less than nothing.
    const hour = await store().overview({ since: NOON + HOUR_MS, until: NOON + 2 * HOUR_MS - 1 })
    expect(hour.outcomes).toEqual({ ...NO_OUTCOMES, allow: 1 })
  })

  it('has a bucket for every hour, or every day of a long stretch, also without a call', async () => {
    await store().append({ machine: 'a', records: sampleRecords(20) })
    const short = await store().overview({ since: NOON - 5 * HOUR_MS, until: NOON + 5 * HOUR_MS })
    expect([short.bucketMs, short.buckets.length]).toEqual([HOUR_MS, 11])
    const long = await store().overview({ since: NOON - 100 * 24 * HOUR_MS, until: NOON + 24 * HOUR_MS })
    expect([long.bucketMs, long.buckets.length]).toEqual([24 * HOUR_MS, 102])
    const ever = await store().overview({ since: -1e300, until: 1e300 })
    expect(ever.buckets.length).toBeLessThan(5000)
    for (const { buckets, total } of [short, long, ever]) {
      const sum = buckets.flatMap(({ outcomes }) => Object.values(outcomes)).reduce((left, right) => left + right, 0)
      expect(sum).toBe(total)
    }
  })

  it('counts made-up lines without harm', async () => {
    const hostile = { ms: -1, judgeMs: 'x', spent: { dollars: Number.NaN, calls: 1e300, inputTokens: '7' } } as object
    const reason = { type: '__proto__' }
    const records = [{ ...recordFor({ at: NOON, host: 'constructor' }), ...hostile, reason } as AuditRecord]
    await store().append({ machine: '__proto__', records })
    const found = await store().overview({ since: NOON, until: NOON + 2 * HOUR_MS })
    expect(Object.entries(found.paths)).toEqual([['__proto__', 1]])
    expect(found.hosts).toEqual({ constructor: 1 })
    expect(found.spent).toMatchObject({ dollars: 0, inputTokens: 0 })
    expect(found.spent.calls).toBeLessThanOrEqual(1e12)
    expect(found.latency.alone.count).toBe(0)
  })
}

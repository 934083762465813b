import { expect, it } from 'vitest'
import type { StoreUnderTest } from './contract.ts'
import { all, chainRecords } from './contract-records.ts'
import { overviewOf, toStorableRange } from './overview.ts'
import { countInto, HOUR_MS, type Hours } from './tally.ts'

const NOON = Date.UTC(2026, 10, 1, 12)
const RANGE = { since: NOON - HOUR_MS, until: NOON + 100 * HOUR_MS }

const recordSteps = (count: number, ms: number) => Array.from({ length: count }, (_, at) => ({ at: NOON + at * ms }))

export function describeErasing({ store, again }: StoreUnderTest): void {
  it('takes out a session for good, and nothing else', async () => {
    const one = chainRecords(recordSteps(30, 60_000), 'one')
    // Of the same milliseconds: what is left must still be known.
    const two = chainRecords(recordSteps(30, 60_000), 'two')
    const records = [...one, ...two]
    await store().append({ machine: 'm', records })
    await store().append({ machine: 'n', records: one })
    expect(await store().erase({ session: 'one', machine: 'm' })).toBe(30)
    expect(await store().append({ machine: 'm', records })).toEqual({ taken: 0, known: 60 })
    expect(await (await again()).append({ machine: 'm', records })).toEqual({ taken: 0, known: 60 })
    expect(await all(store().query({ session: 'one' }))).toHaveLength(30)
    expect(await all(store().chain('m', 'one'))).toEqual([])
    expect((await store().heads('m')).map(({ sessionId }) => sessionId)).toEqual(['two'])
    expect((await store().sessions({})).map(({ machine, sessionId }) => `${machine} ${sessionId}`).sort()).toEqual([
      'm two',
      'n one',
    ])
    const hours: Hours = new Map()
    for (const record of [...two, ...one]) countInto(hours, record)
    expect(await store().overview(RANGE)).toEqual(overviewOf(toStorableRange(RANGE), hours))
    expect(await store().erase({ session: 'one' })).toBe(30)
    expect(await store().append({ machine: 'n', records: one })).toEqual({ taken: 0, known: 30 })
    expect(await store().erase({ session: 'one' })).toBe(0)
  })

  it('takes in what a session does after it was erased', async () => {
    const before = chainRecords([{ at: NOON }], 'one')
    await store().append({ machine: 'm', records: before })
    await store().erase({ session: 'one' })
    const later = chainRecords([{ at: Date.now() + 60_000 }], 'one')
    expect(await store().append({ machine: 'm', records: [...before, ...later] })).toEqual({ taken: 1, known: 1 })
  })

  it.each([
    ['within an hour', NOON + 90 * 60_000],
    ['between two hours', NOON + 2 * HOUR_MS],
    ['all', NOON + 50 * HOUR_MS],
    ['none', NOON],
  ])('takes out what is older: %s', async (_name, before) => {
    const one = chainRecords(recordSteps(40, 300_000), 'one')
    const two = chainRecords(recordSteps(3, 1000), 'two')
    await store().append({ machine: 'm', records: [...one, ...two] })
    await store().append({ machine: 'n', records: one })
    const left = [...one, ...two].filter(({ at }) => at >= before)
    expect(await store().erase({ before, machine: 'm' })).toBe(43 - left.length)
    expect(await store().append({ machine: 'm', records: [...one, ...two] })).toEqual({ taken: 0, known: 43 })
    expect(await all(store().query({}))).toHaveLength(left.length + 40)
    const hours: Hours = new Map()
    for (const record of left) countInto(hours, record)
    expect(await store().overview({ ...RANGE, machine: 'm' })).toEqual(
      overviewOf(toStorableRange({ ...RANGE, machine: 'm' }), hours),
    )
    const summary = (await store().sessions({ machine: 'm' })).find(({ sessionId }) => sessionId === 'one')
    const times = left.filter(({ sessionId }) => sessionId === 'one').map(({ at }) => at)
    expect(summary && [summary.first, summary.last, summary.outcomes.deny]).toEqual(
      times.length === 0 ? undefined : [times[0], times.at(-1), times.length],
    )
    await store().erase({ before: NOON + 1000 * HOUR_MS })
    expect(await all(store().query({ probes: true }))).toEqual([])
    expect((await store().overview(RANGE)).total).toBe(0)
    expect(await store().sessions({})).toEqual([])
    expect(await store().heads('m')).toEqual([])
  })
}

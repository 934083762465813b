import { expect, it } from 'vitest'
import { all } from '../../src/server/store/contract-records.ts'
import { overviewOf, toStorableRange } from '../../src/server/store/overview.ts'
import { postgresStore } from '../../src/server/store/postgres/index.ts'
import { countInto, type Hours } from '../../src/server/store/tally.ts'
import { BATCH, batches } from './load.ts'
import { server } from './running.ts'
import { dropSchema, freshSchema, URL_OF_TESTS } from './schemas.ts'

const BATCHES = 60
const NAMES = ['one', 'two', 'three']
const RANGE = { since: 0, until: 4e12 }

if (URL_OF_TESTS === undefined) it('is passed over: there is no PostgreSQL', ({ skip }) => skip())
else {
  const url = URL_OF_TESTS
  it('three servers on one database, one killed midway: nothing is lost or doubled, counts are exact, an approval is taken once', async () => {
    const schema = freshSchema()
    const store = await postgresStore({ url, schema })
    for (let at = 0; at < BATCHES; at++)
      await store.documents.put({ kind: 'approval', id: `a${at}`, value: 'waiting' }, 0)
    const running = NAMES.map((name) => server({ url, schema, name, batches: BATCHES }))
    const victim = running[1]
    await expect.poll(() => (victim?.said.length ?? 0) > 10 * BATCH, { timeout: 50_000, interval: 5 }).toBe(true)
    victim?.kill()
    expect(await Promise.all(running.map(({ ended }) => ended))).toEqual([0, 'SIGKILL', 0])

    // What was acknowledged is there, and what is there was counted, although one server is gone in the middle.
    const kept = new Set((await all(store.query({}))).map(({ id }) => id))
    const acknowledged = running.flatMap(({ said }) => said.filter((line) => line.startsWith('record ')))
    expect(acknowledged.filter((line) => !kept.has(line.slice(7)))).toEqual([])
    expect((await store.overview(RANGE)).total).toBe((await all(store.query({}))).length)

    const again = server({ url, schema, name: 'two', batches: BATCHES })
    expect(await again.ended).toBe(0)
    const hours: Hours = new Map()
    for (const name of NAMES)
      for (const { own } of batches(name, BATCHES)) for (const record of own) countInto(hours, record)
    for (const { shared } of batches('', BATCHES)) for (const record of shared) countInto(hours, record)
    expect(await store.overview(RANGE)).toEqual(overviewOf(toStorableRange(RANGE), hours))
    for (const machine of [...NAMES, 'shared'])
      expect((await all(store.chain(machine, machine))).map(({ seq }) => seq)).toEqual(
        Array.from({ length: BATCHES * BATCH }, (_, at) => at + 1),
      )

    const wins = [...running, again].flatMap(({ said }) => said.filter((line) => line.startsWith('approval ')))
    expect(new Set(wins).size).toBe(wins.length)
    const takers = (await store.documents.list('approval')).map(({ value }) => value)
    expect(takers.filter((taker) => taker === 'waiting')).toEqual([])
    // One may have been taken by who was killed before it could say so.
    expect(BATCHES - wins.length).toBeLessThanOrEqual(1)
    await store.close()
    await dropSchema(url, schema)
  })
}

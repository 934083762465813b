import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { all } from '../../src/server/store/contract-records.ts'
import { postgresStore } from '../../src/server/store/postgres/index.ts'
import { programs, startCluster } from './cluster.ts'
import { BATCH } from './load.ts'
import { server } from './running.ts'
import { URL_OF_TESTS } from './schemas.ts'

/** More of them when asked: `IRONGATE_CRASH_ROUNDS=50 npm run test:postgres -- crash`. */
const ROUNDS = Number(process.env['IRONGATE_CRASH_ROUNDS'] ?? '2')
const BATCHES = 40

const bin = URL_OF_TESTS === undefined ? undefined : programs()
if (bin === undefined) it('is passed over: there is no PostgreSQL', ({ skip }) => skip())
else
  it('a database that is killed has all that it acknowledged, and servers go on', {
    timeout: 60_000 + ROUNDS * 10_000,
  }, async () => {
    let cluster = await startCluster(bin)
    const { url } = cluster
    for (let round = 0; round < ROUNDS; round++) {
      const schema = `round_${round}`
      const names = ['one', 'two']
      const running = names.map((name) => server({ url, schema, name, batches: BATCHES }))
      await expect.poll(() => running.every(({ said }) => said.length > 0), { timeout: 30_000, interval: 5 }).toBe(true)
      await wait(Math.random() * 200)
      process.kill(cluster.pid, 'SIGKILL')
      await Promise.all(running.map(({ ended }) => ended))
      cluster = await cluster.restart()
      const acknowledged = running.flatMap(({ said }) => said.filter((line) => line.startsWith('record ')))
      const store = await postgresStore({ url, schema })
      const kept = new Set((await all(store.query({}))).map(({ id }) => id))
      expect(acknowledged.filter((line) => !kept.has(line.slice(7)))).toEqual([])
      for (const { ended } of names.map((name) => server({ url, schema, name, batches: BATCHES })))
        expect(await ended).toBe(0)
      expect((await store.overview({ since: 0, until: 4e12 })).total).toBe(3 * BATCHES * BATCH)
      expect(await all(store.query({}))).toHaveLength(3 * BATCHES * BATCH)
      await store.close()
    }
    await cluster.stop()
  })

import { queryInPages } from '../pages.ts'
import type { Store, StoredHead } from '../store.ts'
import { clampTime } from '../tally.ts'
import { append } from './append.ts'
import { openDatabase, type PostgresOptions, type PostgresSession } from './database.ts'
import { documentsIn } from './documents.ts'
import { erase } from './erase.ts'
import { machineRef } from './machines.ts'
import { createMonthPartitions } from './month-partitions.ts'
import { toPostgresText } from './postgres-text.ts'
import { chain, page, sessions } from './read.ts'
import { overview } from './tallies.ts'

/** A store in a PostgreSQL that many servers share. They keep nothing of their own. */
export async function postgresStore(connection: PostgresOptions, now: () => number = Date.now): Promise<Store> {
  const database = await openDatabase(connection)
  const made = new Set<string>()
  const pageOf: Store['page'] = (query) => page(database, query)
  return {
    append: async (delivery) => {
      const times = delivery.records.map(({ at }) => clampTime(at))
      await createMonthPartitions(database, times, made, now())
      return database.change((asking) => append(asking, delivery))
    },
    positions: async (machine) => {
      const rows = await database.all<{ file: string; offset: number; first: string }>(
        'select file, "offset", first from positions join machines on ref = machine where name = $1',
        toPostgresText(machine),
      )
      return new Map(rows.map(({ file, offset, first }) => [file, { offset, first }]))
    },
    page: pageOf,
    query: (query) => queryInPages(pageOf, query),
    sessions: (query) => sessions(database, query),
    machines: async () =>
      (await database.all<{ name: string }>('select name from machines')).map(({ name }) => name).sort(),
    overview: (range) => overview(database, range),
    chain: (machine, sessionId) => chain(database, machine, sessionId),
    heads: (machine) => heads(database, machine),
    erase: (what) => erase(database, what, now()),
    documents: documentsIn(database, now),
    close: () => database.close(),
  }
}

async function heads(asking: PostgresSession, machine: string): Promise<readonly StoredHead[]> {
  const ref = await machineRef(asking, machine)
  if (ref === undefined) return []
  return asking.all<StoredHead & Record<string, unknown>>(
    `select id as "sessionId", seq, hash, head_at as at from sessions where machine = $1 and seq is not null order by id`,
    ref,
  )
}

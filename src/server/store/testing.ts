import { randomBytes } from 'node:crypto'
import { postgresStore } from './postgres/index.ts'
import { Pool } from './postgres/pg.bundled.ts'
import { openSqliteStore } from './sqlite/index.ts'
import type { Store } from './store.ts'

/** The PostgreSQL of the suite that has one (`npm run test:postgres`); everywhere else a store is a file. */
const TEST_CLUSTER_URL = process.env['IRONGATE_TEST_POSTGRES']

/** For tests that hold on both kinds of stores: where theirs is. */
export interface TestPlace {
  readonly database: string | undefined
  /** What a command is told of it. */
  readonly args: readonly string[]
  open(folder: string, now?: () => number): Promise<Store>
  remove(): Promise<void>
}

export async function testPlace(): Promise<TestPlace> {
  if (TEST_CLUSTER_URL === undefined)
    return {
      database: undefined,
      args: [],
      open: async (folder, now) => openSqliteStore(folder, now),
      // The file goes with its folder.
      remove: async () => undefined,
    }
  const name = `t_${randomBytes(6).toString('hex')}`
  await query(TEST_CLUSTER_URL, `create database ${name}`)
  const url = new URL(TEST_CLUSTER_URL)
  url.pathname = `/${name}`
  const database = url.href
  return {
    database,
    args: ['--database', database],
    open: (_folder, now) => postgresStore({ url: database }, now),
    remove: () => query(TEST_CLUSTER_URL, `drop database ${name} with (force)`),
  }
}

async function query(url: string, text: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 })
  try {
    await pool.query(text)
  } finally {
    await pool.end()
  }
}

import { statSync } from 'node:fs'
import { machineName } from '../ingest/machine-name.ts'
import { postgresStore } from './postgres/index.ts'
import { openSqliteStore, sqliteFile } from './sqlite/index.ts'
import type { Store } from './store.ts'

export interface OpenedStore {
  readonly store: Store
  /** What this machine is called in it. */
  readonly machine: string
}

/** The database that is named, or the store that a server of this account has made; undefined where there is none. */
export async function openExistingStore(folder: string, database?: string): Promise<OpenedStore | undefined> {
  if (database !== undefined) return { store: await postgresStore({ url: database }), machine: machineName(folder) }
  if (statSync(sqliteFile(folder), { throwIfNoEntry: false }) === undefined) return undefined
  return { store: openSqliteStore(folder), machine: machineName(folder) }
}

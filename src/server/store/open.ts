import { statSync } from 'node:fs'
import { machineName } from '../ingest/machine.ts'
import { openSqliteStore, sqliteFile } from './sqlite/index.ts'
import type { Store } from './store.ts'

/** The store that a server of this account has made, and what this machine is called in it; undefined where there is none. */
export function openedStore(folder: string): { readonly store: Store; readonly machine: string } | undefined {
  if (statSync(sqliteFile(folder), { throwIfNoEntry: false }) === undefined) return undefined
  return { store: openSqliteStore(folder), machine: machineName(folder) }
}

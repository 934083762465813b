import { stateFolder } from '../../state/state-folder.ts'
import { postgresStore } from '../store/postgres/index.ts'
import { openSqliteStore } from '../store/sqlite/index.ts'
import type { Store } from '../store/store.ts'

export interface StorePlace {
  readonly home: string
  readonly database?: string | undefined
}

export function storeKind({ database }: StorePlace): 'sqlite' | 'postgres' {
  return database === undefined ? 'sqlite' : 'postgres'
}

/** The store of this account: a file, or the database that was named. */
export async function openStore({ home, database }: StorePlace): Promise<Store> {
  return database === undefined ? openSqliteStore(stateFolder(home)) : postgresStore({ url: database })
}

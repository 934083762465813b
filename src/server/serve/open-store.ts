import { stateFolder } from '../../state/state-folder.ts'
import { openSqliteStore } from '../store/sqlite/index.ts'
import type { Store } from '../store/store.ts'
import { CannotServe } from './listen.ts'

export interface StorePlace {
  readonly home: string
  readonly database?: string | undefined
}

export function storeKind({ database }: StorePlace): 'sqlite' | 'postgres' {
  return database === undefined ? 'sqlite' : 'postgres'
}

/** The store of this account: a file, or the database that was named. */
export async function openStore({ home, database }: StorePlace): Promise<Store> {
  if (database === undefined) return openSqliteStore(stateFolder(home))
  throw new CannotServe('--database is not there yet')
}

import { stateFolder } from '../../state/state-folder.ts'
import { postgresStore } from '../store/postgres/index.ts'
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
  try {
    return await postgresStore({ url: database })
  } catch (error) {
    // Its text may hold what stands in the address; the code tells enough.
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
    throw new CannotServe(`the database cannot be used: ${typeof code === 'string' ? code : String(message)}`)
  }
}

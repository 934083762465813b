import { CannotServe } from '../server/serve/listen.ts'
import { openStore, type StorePlace } from '../server/serve/open-store.ts'
import type { Documents, Store } from '../server/store/store.ts'
import { UsageError } from './io.ts'

/** Does something with the documents that the servers of a store share. */
export async function withDocuments<T>(place: StorePlace, use: (documents: Documents) => Promise<T>): Promise<T> {
  const store = await opened(place)
  try {
    return await use(store.documents)
  } finally {
    await store.close()
  }
}

async function opened(place: StorePlace): Promise<Store> {
  try {
    return await openStore(place)
  } catch (error) {
    if (error instanceof CannotServe) throw new UsageError(error.message)
    throw error
  }
}

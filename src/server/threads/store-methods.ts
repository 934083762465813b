import type { AuditRecord } from '../../audit/record.ts'
import { queryInPages } from '../store/pages.ts'
import type { Documents, Page, Store } from '../store/store.ts'
import type { ThreadClient, ThreadMethods } from './calls.ts'

const CHAIN_PART = 500
/** Chains that are read at the same time. */
const MOST_CHAINS = 20

/** A store as something that a thread is asked for. */
export function storeMethods(store: Store): ThreadMethods {
  const chains = new Map<number, AuditRecord[]>()
  let last = 0
  const { documents } = store
  return {
    append: store.append,
    positions: store.positions,
    page: store.page,
    sessions: store.sessions,
    machines: store.machines,
    overview: store.overview,
    heads: store.heads,
    erase: store.erase,
    documentGet: documents.get,
    documentList: documents.list,
    documentPut: documents.put,
    documentRemove: documents.remove,
    chainBegin: async (machine: string, sessionId: string) => {
      const records: AuditRecord[] = []
      for await (const record of store.chain(machine, sessionId)) records.push(record)
      for (const old of chains.keys()) if (chains.size >= MOST_CHAINS) chains.delete(old)
      chains.set(++last, records)
      return last
    },
    chainNext: (id: number) => chains.get(id)?.splice(0, CHAIN_PART) ?? throwNoThread(),
    chainEnd: (id: number) => chains.delete(id),
  }
}

function throwNoThread(): never {
  throw new Error('too many sessions are read at once')
}

/** The store of another thread. */
export function storeOver(calls: ThreadClient, close: () => Promise<void>): Store {
  const asked =
    <Name extends keyof Store>(name: Name) =>
    (...given: readonly unknown[]) =>
      calls.call(name, ...given) as never
  const page = (query: unknown) => calls.call('page', query) as Promise<Page>
  const documents = Object.fromEntries(
    ['Get', 'List', 'Put', 'Remove'].map((name) => [
      name.toLowerCase(),
      (...given: readonly unknown[]) => calls.call(`document${name}`, ...given),
    ]),
  )
  return {
    append: asked('append'),
    positions: asked('positions'),
    page,
    query: (query) => queryInPages(page, query),
    sessions: asked('sessions'),
    machines: asked('machines'),
    overview: asked('overview'),
    heads: asked('heads'),
    erase: asked('erase'),
    chain: (machine, sessionId) => chainOver(calls, machine, sessionId),
    documents: documents as unknown as Documents,
    close,
  }
}

async function* chainOver(calls: ThreadClient, machine: string, sessionId: string): AsyncGenerator<AuditRecord> {
  const id = await calls.call('chainBegin', machine, sessionId)
  try {
    for (;;) {
      const part = (await calls.call('chainNext', id)) as readonly AuditRecord[]
      if (part.length === 0) return
      yield* part
    }
  } finally {
    await calls.call('chainEnd', id)
  }
}

import { hostname } from 'node:os'
import { fileRecords } from '../../audit/file-records.ts'
import { follow } from '../../audit/follow.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { Refused } from '../api/problem.ts'
import type { Asks, PolicyDesk } from '../api/service.ts'
import { memoryStore } from '../api/testing.ts'
import type { Store } from '../store/store.ts'
import { ownAsks } from './own-asks.ts'

export interface Opened {
  readonly store: Store
  readonly kind: 'sqlite' | 'postgres'
  readonly asks: Asks
  readonly whatIf: PolicyDesk['whatIf']
  readonly stop: () => Promise<void>
}

interface Told {
  readonly onRecords: (machine: string, records: readonly AuditRecord[]) => void
}

/** Opens the store, and begins to take in the Records of this machine. */
export async function openStore({ home }: { readonly home: string }, { onRecords }: Told): Promise<Opened> {
  const store = memoryStore()
  const machine = hostname()
  const stopped = new AbortController()
  const files = fileRecords(stateFolder(home))
  const old: AuditRecord[] = []
  for await (const record of files.query({ probes: true, limit: 50_000 })) old.push(record)
  await store.append({ machine, records: old })
  const seen = new Set(old.map(({ id, at, hash }) => hash ?? `${id} ${at}`))
  const following = (async () => {
    for await (const record of follow(files, { probes: true }, { seen, signal: stopped.signal })) {
      await store.append({ machine, records: [record] })
      onRecords(machine, [record])
    }
  })()
  return {
    store,
    kind: 'sqlite',
    asks: ownAsks(home, machine),
    whatIf: async () => {
      throw new Refused(503, 'not there yet')
    },
    stop: async () => {
      stopped.abort()
      await following
      await store.close()
    },
  }
}

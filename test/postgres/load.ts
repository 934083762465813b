import { type ChainHead, chainRecord, chainStart } from '../../src/audit/chain.ts'
import type { AuditRecord } from '../../src/audit/record.ts'
import { recordFor } from '../../src/audit/testing.ts'

const NOON = Date.UTC(2026, 10, 1, 12)
export const BATCH = 20

export interface Batch {
  readonly own: readonly AuditRecord[]
  readonly shared: readonly AuditRecord[]
}

/** The same for whoever asks: what a machine hands over, batch by batch, and what all of them do. */
export function batches(machine: string, count: number): readonly Batch[] {
  const own = lines(machine, count * BATCH)
  const shared = lines('shared', count * BATCH)
  return Array.from({ length: count }, (_, at) => ({
    own: own.slice(at * BATCH, (at + 1) * BATCH),
    shared: shared.slice(at * BATCH, (at + 1) * BATCH),
  }))
}

function lines(session: string, count: number): readonly AuditRecord[] {
  let head: ChainHead = chainStart(session)
  return Array.from({ length: count }, (_, index) => {
    const made = recordFor({
      session,
      at: NOON + index * 977,
      command: `make ${session} ${index}`,
      decision: { outcome: index % 3 === 0 ? 'deny' : 'allow', ...(index % 3 === 0 && { category: `c${index % 4}` }) },
    })
    const record = chainRecord({ ...made, ms: index % 50 }, head)
    head = { seq: record.seq, hash: record.hash, at: record.at }
    return record
  })
}

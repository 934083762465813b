import { hash } from 'node:crypto'
import { canonicalJson } from '../../analysis/text/canonical-json.ts'
import { isHash } from '../../audit/chain-heads.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { clampTime } from './tally.ts'

/** What tells a Record of a machine from all others: the hash in its line, or one over it where a line of 0.1 has none. */
export function recordIdentity(record: AuditRecord): Buffer {
  return Buffer.from(isHash(record.hash) ? record.hash : hash('sha256', canonicalJson(record)), 'hex')
}

/** The place of a Record in its session's chain; undefined outside of it. */
export function chainPlaceOf({
  seq,
  hash,
  at,
  prevAt,
}: AuditRecord): { seq: number; hash: string; at: number } | undefined {
  if (!Number.isSafeInteger(seq) || !isHash(hash)) return undefined
  return { seq: seq as number, hash, at: clampTime(Math.max(at, typeof prevAt === 'number' ? prevAt : at)) }
}

/** Is a place behind another? Time never goes back in a chain; one that began again after its lines were removed is later. */
export function isLaterPlace(place: { seq: number; at: number }, than: { seq: number; at: number }): boolean {
  return place.at > than.at || (place.at === than.at && place.seq > than.seq)
}

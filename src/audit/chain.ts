import { canonicalJson } from '../analysis/text/canonical-json.ts'
import { sha256 } from '../analysis/text/sha256.ts'
import type { AuditRecord } from './record.ts'

/** Where a session's chain stands. */
export interface ChainHead {
  readonly seq: number
  readonly hash: string
  /** When the last Record was made; absent at the start. */
  readonly at?: number
}

/** The start of a session's chain: a line of one session never continues another. */
export function chainStart(sessionId: string): ChainHead {
  return { seq: 0, hash: sha256(`irongate\0${sessionId}`) }
}

export type HashedRecord = AuditRecord & { readonly v: 1; readonly hash: string }

/** The Record as the next of its session. */
export function chainRecord(
  record: AuditRecord,
  { seq, hash, at }: ChainHead,
): HashedRecord & { readonly seq: number } {
  const link = { seq: seq + 1, prev: hash, ...(at !== undefined && { prevAt: at }) }
  return { ...addRecordHash({ ...record, v: 1, ...link }), seq: link.seq }
}

/** The line of `chained`, with its place, made in one go: for whoever writes thousands in a second. */
export function formatChainedLine(
  record: AuditRecord,
  { seq, hash: prev, at }: ChainHead,
  digest: (text: string) => string,
): { readonly line: string; readonly seq: number; readonly hash: string } {
  const { hash: _own, ...rest } = record
  const whole = { ...rest, v: 1, seq: seq + 1, prev, ...(at !== undefined && { prevAt: at }) }
  // What stands before the hash, and behind it: every Record has something of both.
  const before: Record<string, unknown> = {}
  const behind: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(whole)) (key < 'hash' ? before : behind)[key] = value
  const start = canonicalJson(before).slice(0, -1)
  const end = canonicalJson(behind).slice(1)
  const hash = digest(`${start},${end}`)
  return { line: `${start},"hash":"${hash}",${end}`, seq: seq + 1, hash }
}

/** The Record outside of its session's chain. */
export function unchainedRecord(record: AuditRecord, why: string): HashedRecord {
  return addRecordHash({ ...record, v: 1, unchained: why })
}

function addRecordHash(record: AuditRecord & { readonly v: 1 }): HashedRecord {
  return { ...record, hash: hashOf(record) }
}

/** The hash of all that a Record says, in the one order of canonical JSON. */
function hashOf({ hash: _own, ...rest }: AuditRecord): string {
  return sha256(canonicalJson(rest))
}

/** A Record as it stands in a file. */
export function formatRecordLine(record: AuditRecord): string {
  return canonicalJson(record)
}

/** Does this line say what was written? Not one byte of it may be written otherwise. */
export function isRecordIntact(record: AuditRecord, line: string): boolean {
  return record.hash === hashOf(record) && formatRecordLine(record) === line
}

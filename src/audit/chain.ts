import { sha256 } from '../analysis/sha256.ts'
import { canonical } from '../approval.ts'
import type { AuditRecord } from './record.ts'

/** Where a session's chain stands. */
export interface Head {
  readonly seq: number
  readonly hash: string
  /** When the last Record was made; absent at the start. */
  readonly at?: number
}

/** The start of a session's chain: a line of one session never continues another. */
export function genesis(sessionId: string): Head {
  return { seq: 0, hash: sha256(`irongate\0${sessionId}`) }
}

export type Sealed = AuditRecord & { readonly v: 1; readonly hash: string }

/** The Record as the next of its session. */
export function chained(record: AuditRecord, { seq, hash, at }: Head): Sealed & { readonly seq: number } {
  const link = { seq: seq + 1, prev: hash, ...(at !== undefined && { prevAt: at }) }
  return { ...sealed({ ...record, v: 1, ...link }), seq: link.seq }
}

/** The line of `chained`, with its place, made in one go: for whoever writes thousands in a second. */
export function chainedLine(
  record: AuditRecord,
  { seq, hash: prev, at }: Head,
  digest: (text: string) => string,
): { readonly line: string; readonly seq: number; readonly hash: string } {
  const { hash: _own, ...rest } = record
  const whole = { ...rest, v: 1, seq: seq + 1, prev, ...(at !== undefined && { prevAt: at }) }
  // What stands before the hash, and behind it: every Record has something of both.
  const before: Record<string, unknown> = {}
  const behind: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(whole)) (key < 'hash' ? before : behind)[key] = value
  const start = canonical(before).slice(0, -1)
  const end = canonical(behind).slice(1)
  const hash = digest(`${start},${end}`)
  return { line: `${start},"hash":"${hash}",${end}`, seq: seq + 1, hash }
}

/** The Record outside of its session's chain. */
export function unchained(record: AuditRecord, why: string): Sealed {
  return sealed({ ...record, v: 1, unchained: why })
}

function sealed(record: AuditRecord & { readonly v: 1 }): Sealed {
  return { ...record, hash: hashOf(record) }
}

/** The hash of all that a Record says, in the one order of canonical JSON. */
function hashOf({ hash: _own, ...rest }: AuditRecord): string {
  return sha256(canonical(rest))
}

/** A Record as it stands in a file. */
export function lineOf(record: AuditRecord): string {
  return canonical(record)
}

/** Does this line say what was written? Not one byte of it may be written otherwise. */
export function isWhole(record: AuditRecord, line: string): boolean {
  return record.hash === hashOf(record) && lineOf(record) === line
}

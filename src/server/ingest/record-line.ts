import { hash } from 'node:crypto'
import { isRecordIntact } from '../../audit/chain.ts'
import { isHash } from '../../audit/chain-heads.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { parseRecordLine } from '../../audit/record-writer.ts'
import { rememberLine } from '../store/record-line-text.ts'

/** The Record of a line as it was written; undefined for one that was cut off or changed. Lines of 0.1 have no hash to tell by. */
export function recordInLine(line: string): AuditRecord | undefined {
  const record = parseRecordLine(line)
  if (record === undefined) return undefined
  const isOld = record.v === undefined && record.hash === undefined
  return isOld || hasItsHash(record, line) || isRecordIntact(record, line) ? rememberLine(record, line) : undefined
}

/** The hash is over the line without itself. What is left of the bytes is hashed as it stands, which is faster than rewriting it. */
function hasItsHash({ hash: own }: AuditRecord, line: string): boolean {
  if (!isHash(own)) return false
  const member = `"hash":"${own}",`
  const at = line.indexOf(member)
  return at >= 0 && hash('sha256', line.slice(0, at) + line.slice(at + member.length)) === own
}

import type { AuditRecord } from '../../audit/record.ts'

/** Lines that Records were read from: rewriting them takes as long as a third of what else is done with them. */
const RECORD_LINES = new WeakMap<AuditRecord, string>()

/** Notes the line that a Record was parsed from. */
export function rememberLine(record: AuditRecord, line: string): AuditRecord {
  RECORD_LINES.set(record, line)
  return record
}

/** The Record as text: the line it came from, or written now. */
export function recordLineText(record: AuditRecord): string {
  return RECORD_LINES.get(record) ?? JSON.stringify(record)
}

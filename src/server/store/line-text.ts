import type { AuditRecord } from '../../audit/record.ts'

/** Lines that Records were read from: writing them anew takes as long as a third of what else is done with them. */
const lines = new WeakMap<AuditRecord, string>()

/** Notes the line that a Record was parsed from. */
export function fromLine(record: AuditRecord, line: string): AuditRecord {
  lines.set(record, line)
  return record
}

/** The Record as text: the line it came from, or written now. */
export function lineText(record: AuditRecord): string {
  return lines.get(record) ?? JSON.stringify(record)
}

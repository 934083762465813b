import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { privateFolder } from '../state/folder.ts'
import { appendLine, readLines } from '../state/lines.ts'
import type { AuditRecord } from './record.ts'

/** Appends a Record to the day's file. A failure is the caller's to report; it changes no decision. */
export function writeRecord(folder: string, record: AuditRecord): void {
  const day = new Date(record.at).toISOString().slice(0, 10)
  appendLine(join(privateFolder(join(folder, 'audit')), `${day}.jsonl`), record)
}

/** The newest Records first, read a day at a time until enough match. */
export function recentRecords(
  folder: string,
  wanted: { readonly most: number; matches(record: AuditRecord): boolean },
): AuditRecord[] {
  const place = privateFolder(join(folder, 'audit'))
  const found: AuditRecord[] = []
  const days = readdirSync(place)
    .filter((name) => /^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name))
    .sort()
    .reverse()
  for (const day of days) {
    const records = (readLines(join(place, day)).events as AuditRecord[]).reverse()
    found.push(...records.filter((record) => wanted.matches(record)))
    if (found.length >= wanted.most) break
  }
  return found.slice(0, wanted.most)
}

import { type DayFile, dayFiles, dayOf, linesFromEnd } from './day-files.ts'
import { isErasedLine } from './line-erasure.ts'
import { matchesQuery, type RecordQuery, type RecordStore } from './query.ts'
import type { AuditRecord } from './record.ts'
import { parseRecordLine } from './record-writer.ts'

/** Processes that write at once may be this much out of order within a file. */
const OUT_OF_ORDER_MS = 10 * 60 * 1000

/** The Records in the files of a state folder. Lines that cannot be read are passed over and reported. */
export function fileRecords(folder: string, onDamage?: (file: string) => void): RecordStore {
  return {
    query: async function* (query) {
      let left = query.limit ?? Number.POSITIVE_INFINITY
      for (const file of dayFiles(folder).toReversed()) {
        if (left <= 0 || isBefore(file, query)) return
        if (isAfter(file, query)) continue
        for (const record of recordsOf(file, query, onDamage)) {
          yield record
          if (--left <= 0) return
        }
      }
    },
  }
}

function* recordsOf({ path }: DayFile, query: RecordQuery, onDamage?: (file: string) => void): Generator<AuditRecord> {
  const { id, since } = query
  for (const line of linesFromEnd(path)) {
    // Most lines of a search for one Record need no parsing.
    if (id !== undefined && !line.includes(id)) continue
    const record = parseRecordLine(line)
    if (record === undefined && isErasedLine(line)) continue
    if (record === undefined) onDamage?.(path)
    else if (since !== undefined && record.at < since - OUT_OF_ORDER_MS) return
    else if (matchesQuery(record, query)) yield record
  }
}

/** A file holds the Records of one day, and late ones of the day before. */
function isBefore({ day }: DayFile, { since }: RecordQuery): boolean {
  return since !== undefined && day < dayOf(since)
}

const DAY_MS = 24 * 60 * 60 * 1000

function isAfter({ day }: DayFile, { until }: RecordQuery): boolean {
  return until !== undefined && day > dayOf(until + DAY_MS)
}

import { fileRecords } from '../audit/file-records.ts'
import { ingestRecords } from './ingest/ingest.ts'
import { openExistingStore } from './store/existing-store.ts'
import { overviewOf, toStorableRange } from './store/overview.ts'
import type { Overview, Range } from './store/store.ts'
import { countInto, type Hours } from './store/tally.ts'

/**
 * The figures of a stretch of time, of this machine: from the store of a server where there is one, after it has taken what was
 * written since, and else from the files, counted by the same code.
 */
export async function readFigures(folder: string, asked: Range, database?: string): Promise<Overview> {
  const opened = await openExistingStore(folder, database)
  if (opened === undefined) return countRecords(folder, toStorableRange(asked))
  const { store, machine } = opened
  try {
    // A database that is named is only read.
    if (database === undefined) await ingestRecords({ folder, machine, store })
    return await store.overview({ ...asked, machine })
  } finally {
    await store.close()
  }
}

async function countRecords(folder: string, range: Range): Promise<Overview> {
  const hours: Hours = new Map()
  for await (const record of fileRecords(folder).query(range)) countInto(hours, record)
  return overviewOf(range, hours)
}

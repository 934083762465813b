import type { Documents, StoredDocument } from '../store.ts'
import type { SqliteDatabase } from './database.ts'

interface Row {
  readonly kind: string
  readonly id: string
  readonly version: number
  readonly value: string
  readonly expires: number | null
}

/** What has expired counts as not there. Versions only grow: one that was read never comes again for another text. */
export function documentsIn(database: SqliteDatabase, now: () => number): Documents {
  const there = 'kind = ? and (expires is null or expires > ?)'
  return {
    get: async (kind, id) => {
      const row = database.get<Row>(`select * from documents where ${there} and id = ?`, kind, now(), id)
      return row && documentOf(row)
    },
    list: async (kind) =>
      database.all<Row>(`select * from documents where ${there} order by id`, kind, now()).map(documentOf),
    put: async ({ kind, id, value, expires }, version) =>
      database.change(() => {
        database.run('delete from documents where expires <= ?', now())
        const before = database.get<Row>('select * from documents where kind = ? and id = ?', kind, id)
        if ((before?.version ?? 0) !== version) return false
        database.run(
          'insert or replace into documents values (?, ?, ?, ?, ?)',
          kind,
          id,
          nextVersion(database),
          JSON.stringify(value ?? null),
          expires ?? null,
        )
        return true
      }),
    remove: async (kind, id) =>
      database.change(() => database.run(`delete from documents where ${there} and id = ?`, kind, now(), id) > 0),
  }
}

function nextVersion(database: SqliteDatabase): number {
  const row = database.get<{ readonly value: number }>(
    "update counters set value = value + 1 where name = 'documents' returning value",
  )
  if (row === undefined) throw new Error('the file of records lacks the counter of documents')
  return row.value
}

function documentOf({ kind, id, version, value, expires }: Row): StoredDocument {
  return { kind, id, version, value: JSON.parse(value) as unknown, ...(expires !== null && { expires }) }
}

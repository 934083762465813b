import type { Documents, StoredDocument } from '../store.ts'
import type { PostgresDatabase } from './database.ts'

interface Row {
  readonly kind: string
  readonly id: string
  readonly version: number
  readonly value: string
  readonly expires: number | null
}

/** What has expired counts as not there. Versions only grow: one that was read never comes again for another text. */
export function documentsIn(database: PostgresDatabase, now: () => number): Documents {
  const there = 'kind = $1 and (expires is null or expires > $2)'
  return {
    get: async (kind, id) => {
      const row = await database.get<Row>(`select * from documents where ${there} and id = $3`, kind, now(), id)
      return row && documentOf(row)
    },
    list: async (kind) =>
      (await database.all<Row>(`select * from documents where ${there} order by id`, kind, now())).map(documentOf),
    put: async ({ kind, id, value, expires }, version) => {
      const text = JSON.stringify(value ?? null)
      const given = [kind, id, text, expires ?? null]
      // One statement each: who comes second finds another version.
      const changed =
        version === 0
          ? await database.run(
              `insert into documents as known values ($1, $2, nextval('document_versions'), $3, $4)
                on conflict (kind, id) do update set version = excluded.version, value = excluded.value, expires = excluded.expires
                where known.expires <= $5`,
              ...given,
              now(),
            )
          : await database.run(
              `update documents set version = nextval('document_versions'), value = $3, expires = $4
                where kind = $1 and id = $2 and version = $5 and (expires is null or expires > $6)`,
              ...given,
              version,
              now(),
            )
      return changed > 0
    },
    remove: async (kind, id) =>
      (await database.run(`delete from documents where ${there} and id = $3`, kind, now(), id)) > 0,
  }
}

function documentOf({ kind, id, version, value, expires }: Row): StoredDocument {
  return { kind, id, version, value: JSON.parse(value) as unknown, ...(expires !== null && { expires }) }
}

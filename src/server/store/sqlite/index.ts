import { join } from 'node:path'
import type { AuditRecord } from '../../../audit/record.ts'
import { privateFolder } from '../../../state/private-folder.ts'
import { queryInPages } from '../pages.ts'
import type { Position, Store, StoredHead } from '../store.ts'
import { append } from './append.ts'
import { openDatabase, type SqliteDatabase } from './database.ts'
import { documentsIn } from './documents.ts'
import { erase } from './erase.ts'
import { machineNames } from './machines.ts'
import { chain, page, sessions } from './read.ts'
import { overview } from './tallies.ts'

/** Where the server of a state folder keeps its copy. */
export function sqliteFile(folder: string): string {
  return join(folder, 'server', 'records.sqlite')
}

/** Opens the store of a state folder, and makes it if it is missing. */
export function openSqliteStore(folder: string, now: () => number = Date.now): Store {
  privateFolder(folder)
  return sqliteStore(sqliteFile(folder), now)
}

/** A store in one file of this machine. Several processes may open it. */
export function sqliteStore(file: string, now: () => number = Date.now): Store {
  const database = openDatabase(file)
  const pageOf: Store['page'] = async (query) => page(database, query)
  return {
    append: async (delivery) => append(database, delivery),
    positions: async (machine) => positions(database, machine),
    page: pageOf,
    query: (query) => queryInPages(pageOf, query),
    sessions: async (query) => sessions(database, query),
    machines: async () => machineNames(database),
    overview: async (range) => overview(database, range),
    chain: (machine, sessionId) => toAsyncRecords(chain(database, machine, sessionId)),
    heads: async (machine) => heads(database, machine),
    erase: async (what) => erase(database, what, now()),
    documents: documentsIn(database, now),
    close: async () => database.close(),
  }
}

/** A whole copy of the file, also while others write to it. */
export function copySqlite(file: string, to: string): void {
  const database = openDatabase(file)
  try {
    database.run('vacuum into ?', to)
  } finally {
    database.close()
  }
}

async function* toAsyncRecords(records: Iterable<AuditRecord>): AsyncGenerator<AuditRecord> {
  yield* records
}

function positions(database: SqliteDatabase, machine: string): ReadonlyMap<string, Position> {
  const rows = database.all<Position & { readonly file: string }>(
    'select file, offset, first from positions join machines on ref = machine where name = ?',
    machine,
  )
  return new Map(rows.map(({ file, offset, first }) => [file, { offset, first }]))
}

function heads(database: SqliteDatabase, machine: string): readonly StoredHead[] {
  return database
    .all<StoredHead>(
      `select id as sessionId, seq, hash, head_at as at from sessions join machines on machines.ref = machine
        where name = ? and seq is not null order by id`,
      machine,
    )
    .map((head) => ({ ...head }))
}

import { chmodSync, closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { privateFolder } from '../../../state/private-folder.ts'
import { migrate } from './migrations.ts'

/** The SQLite file: statements are prepared once, changes are all or nothing. */
export interface SqliteDatabase {
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  /** Rows one at a time; nothing else may write meanwhile. */
  each<Row>(sql: string, ...values: SQLInputValue[]): IterableIterator<Row>
  /** How many rows it changed. */
  run(sql: string, ...values: SQLInputValue[]): number
  /** All of it or nothing, and nobody else writes meanwhile. */
  change<T>(work: () => T): T
  close(): void
}

/** How long to wait for another process that writes. */
const BUSY_TIMEOUT_MS = 30_000

/**
 * Waiting comes first: turning the log on needs the file for itself, and processes that open it at once would fail. Every commit
 * reaches the disk: what was taken over HTTP is nowhere else in this place.
 */
const DATABASE_PRAGMAS = `pragma busy_timeout = ${BUSY_TIMEOUT_MS};
pragma page_size = 8192;
pragma journal_mode = wal;
pragma synchronous = full;
pragma secure_delete = on;
pragma cache_size = -65536;
pragma wal_autocheckpoint = 4000;
pragma foreign_keys = on;`

/** Opens the file, which only this account may read, and brings its tables up to date. */
export function openDatabase(file: string): SqliteDatabase {
  privateFolder(dirname(file))
  // The files beside it get the same mode.
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  const { DatabaseSync } = loadSqlite()
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    connection.exec(DATABASE_PRAGMAS)
    migrate(connection)
  } catch (error) {
    connection.close()
    throw error
  }
  return databaseOn(connection)
}

function databaseOn(connection: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const statement = (sql: string) => {
    const known = prepared.get(sql) ?? connection.prepare(sql)
    prepared.set(sql, known)
    return known
  }
  return {
    all: <Row>(sql: string, ...values: SQLInputValue[]) => statement(sql).all(...values) as Row[],
    get: <Row>(sql: string, ...values: SQLInputValue[]) => statement(sql).get(...values) as Row | undefined,
    // Its own statement: one that is being stepped through cannot be asked again.
    each: <Row>(sql: string, ...values: SQLInputValue[]) =>
      connection.prepare(sql).iterate(...values) as IterableIterator<Row>,
    run: (sql, ...values) => Number(statement(sql).run(...values).changes),
    change: (work) => {
      connection.exec('begin immediate')
      try {
        const result = work()
        connection.exec('commit')
        return result
      } catch (error) {
        if (connection.isTransaction) connection.exec('rollback')
        throw error
      }
    },
    close: () => connection.close(),
  }
}

/** Node 22 warns that it is new. It is used with care, and the warning would stand in the middle of an answer. */
function loadSqlite(): typeof import('node:sqlite') {
  const warn = process.emitWarning
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!/SQLite is an experimental/.test(String(warning))) warn.call(process, warning, ...rest)
  }) as typeof process.emitWarning
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = warn
  }
}

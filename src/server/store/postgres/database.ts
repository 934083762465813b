import type { PoolClient, QueryResultRow } from 'pg'
import { FixableError, systemProblem } from '../../../state/system-error.ts'
import { migrate } from './migrations.ts'
import { Pool, types } from './pg.bundled.ts'

export interface PostgresOptions {
  /** `postgres://user@host/database`; what is not in it comes from the environment, as for every program of PostgreSQL. */
  readonly url: string
  /** Where the tables are. */
  readonly schema?: string
}

/** Questions and changes; values always travel apart from the text. */
export interface PostgresSession {
  all<Row extends QueryResultRow>(text: string, ...values: readonly unknown[]): Promise<Row[]>
  get<Row extends QueryResultRow>(text: string, ...values: readonly unknown[]): Promise<Row | undefined>
  /** How many rows it changed. */
  run(text: string, ...values: readonly unknown[]): Promise<number>
}

export interface PostgresDatabase extends PostgresSession {
  /** All of it or nothing. It may run several times: when others stand in its way, it begins again. */
  change<T>(work: (asking: PostgresSession) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const MOST_CONNECTIONS = 6
const CONNECT_TIMEOUT_MS = 10_000
const BIGINT_TYPE = 20
/** Two changes that wait for each other, or of which one came between. */
const RETRYABLE_CODES: ReadonlySet<string> = new Set(['40001', '40P01'])
const MOST_TRIES = 8

/** Opens the database and brings its tables up to date; one server at a time does that. */
export async function openDatabase({ url, schema = 'irongate' }: PostgresOptions): Promise<PostgresDatabase> {
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) throw new Error(`${JSON.stringify(schema)} is no name of a schema`)
  const pool = new Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'irongate',
    options: `-c search_path=${schema},public -c client_encoding=UTF8`,
    types: {
      // Counts and times: all of them are exact as numbers.
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === BIGINT_TYPE ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  })
  // A connection that breaks while nobody uses it is replaced by the next one that is needed.
  pool.on('error', () => undefined)
  try {
    const database = databaseOn(pool)
    await database.change((asking) => migrate(asking, schema))
    return database
  } catch (error) {
    await pool.end()
    throw new FixableError(`the database cannot be used: ${connectionError(error)}`, { cause: error })
  }
}

const CONNECTION_ERRORS: ReadonlyMap<unknown, string> = new Map([
  ['28000', 'it refuses this name; correct the address'],
  ['28P01', 'it refuses this name or password; correct the address'],
  ['3D000', 'it has no database of that name; make it, or correct the address'],
])

/** A text of the server's may hold what stands in the address; the code tells enough. */
function connectionError(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  return systemProblem(error) ?? CONNECTION_ERRORS.get(code) ?? (typeof code === 'string' ? code : String(message))
}

function sessionOn(client: Pick<PoolClient, 'query'>): PostgresSession {
  const query = async <Row extends QueryResultRow>(text: string, values: readonly unknown[]) =>
    client.query<Row>(text, [...values])
  return {
    all: async <Row extends QueryResultRow>(text: string, ...values: readonly unknown[]) =>
      (await query<Row>(text, values)).rows,
    get: async <Row extends QueryResultRow>(text: string, ...values: readonly unknown[]) =>
      (await query<Row>(text, values)).rows[0],
    run: async (text, ...values) => (await query(text, values)).rowCount ?? 0,
  }
}

function databaseOn(pool: Pool): PostgresDatabase {
  const change = async <T>(work: (asking: PostgresSession) => Promise<T>, tries = 1): Promise<T> => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin')
      const result = await work(sessionOn(client))
      await client.query('commit')
      return result
    } catch (error) {
      // A connection that cannot even take it back is not used again.
      await client.query('rollback').catch((problem: Error) => {
        broken = problem
      })
      if (!RETRYABLE_CODES.has((error as { code?: string }).code ?? '') || tries >= MOST_TRIES) throw error
    } finally {
      client.release(broken)
    }
    return change(work, tries + 1)
  }
  return { ...sessionOn(pool as unknown as PoolClient), change: (work) => change(work), close: () => pool.end() }
}

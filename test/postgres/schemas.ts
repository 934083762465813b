import { randomBytes } from 'node:crypto'
import { Pool } from 'pg'

/** The database of the suite; undefined where there is none. */
export const URL_OF_TESTS = process.env['IRONGATE_TEST_POSTGRES']

export function freshSchema(): string {
  return `t_${randomBytes(6).toString('hex')}`
}

export async function dropSchema(url: string, schema: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 })
  await pool.query(`set client_min_messages = warning; drop schema ${schema} cascade`)
  await pool.end()
}

import type { PostgresSession } from './database.ts'
import { toPostgresText } from './postgres-text.ts'

/** The number of a machine; undefined for one that never handed anything over. */
export async function machineRef(asking: PostgresSession, name: string): Promise<number | undefined> {
  return (await asking.get<{ ref: number }>('select ref from machines where name = $1', toPostgresText(name)))?.ref
}

export async function ensureMachineRef(asking: PostgresSession, name: string): Promise<number> {
  const known = await machineRef(asking, name)
  if (known !== undefined) return known
  await asking.run('insert into machines (name) values ($1) on conflict do nothing', toPostgresText(name))
  const made = await machineRef(asking, name)
  if (made === undefined) throw new Error(`machine ${name} cannot be noted`)
  return made
}

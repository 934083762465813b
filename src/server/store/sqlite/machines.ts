import type { SqliteDatabase } from './database.ts'

/** The number of a machine; undefined for one that never handed anything over. */
export function findMachineRef(database: SqliteDatabase, name: string): number | undefined {
  return database.get<{ readonly ref: number }>('select ref from machines where name = ?', name)?.ref
}

export function machineNames(database: SqliteDatabase): readonly string[] {
  return database
    .all<{ readonly name: string }>('select name from machines')
    .map(({ name }) => name)
    .sort()
}

export function createMachineRef(database: SqliteDatabase, name: string): number {
  const known = findMachineRef(database, name)
  if (known !== undefined) return known
  database.run('insert into machines (name) values (?)', name)
  return createMachineRef(database, name)
}

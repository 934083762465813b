import type { DatabaseSync } from 'node:sqlite'

/** Each is run once, in this order. INVARIANT: what was released is never changed; what is to be changed is a new one at the end. */
const MIGRATIONS: readonly string[] = [
  `create table machines (ref integer primary key, name text not null unique) strict;

-- The summary of a session, and where its chain stood.
create table sessions (
  ref integer primary key, machine integer not null references machines, id text not null, probe integer not null,
  host text not null, cwd text not null, first integer not null, last integer not null,
  allow integer not null, ask integer not null, deny integer not null, abort integer not null,
  seq integer, hash text, head_at integer, unique (machine, id)
) strict;
create index sessions_last on sessions (last);

-- The key is the time in milliseconds, and ten bits for those of the same one: see keys.ts.
create table records (
  key integer primary key, machine integer not null, session integer not null, seq integer, hash blob not null, line text not null
) strict;
create index records_session on records (session, key, seq);

-- What Records say, for searches: see blocks.ts.
create table blocks (
  ref integer primary key, oldest integer not null, newest integer not null, full integer not null,
  keys blob not null, bits blob not null
) strict;
create index blocks_newest on blocks (newest);
create index blocks_open on blocks (full) where full = 0;

-- Counts by hour (width 1) and by day (width 24, under its first hour); machine 0 is all of them.
create table tallies (
  machine integer not null, width integer not null, hour integer not null, name text not null, value integer not null,
  primary key (machine, width, hour, name)
) strict, without rowid;

create table positions (
  machine integer not null references machines, file text not null, offset integer not null, first text not null,
  primary key (machine, file)
) strict, without rowid;

-- What was taken out: a session, or '' for all that is older. Machine 0 is all of them.
create table erased (
  machine integer not null, session text not null, until integer not null, primary key (machine, session)
) strict, without rowid;

create table documents (
  kind text not null, id text not null, version integer not null, value text not null, expires integer,
  primary key (kind, id)
) strict, without rowid;
create table counters (name text primary key, value integer not null) strict, without rowid;
insert into counters values ('documents', 0);`,
]

/** Brings the tables up to date. Processes that open the file at once wait for the first of them. */
export function migrate(connection: DatabaseSync): void {
  if (versionOf(connection) === MIGRATIONS.length) return
  connection.exec('begin immediate')
  try {
    const version = versionOf(connection)
    if (version > MIGRATIONS.length)
      throw new Error(
        `the file of records was made by a newer version of Irongate (its tables are at ${version}, this one knows ${MIGRATIONS.length})`,
      )
    for (const sql of MIGRATIONS.slice(version)) connection.exec(sql)
    connection.exec(`pragma user_version = ${MIGRATIONS.length}`)
    connection.exec('commit')
  } catch (error) {
    connection.exec('rollback')
    throw error
  }
}

function versionOf(connection: DatabaseSync): number {
  return Number(connection.prepare('pragma user_version').get()?.['user_version'])
}

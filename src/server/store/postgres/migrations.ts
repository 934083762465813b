import type { PostgresSession } from './database.ts'

/** Each is run once, in this order. INVARIANT: what was released is never changed; what is to be changed is a new one at the end. */
const MIGRATIONS: readonly string[] = [
  `create table machines (ref serial primary key, name text not null unique);

-- The summary of a session, and where its chain stood.
create table sessions (
  machine integer not null references machines, id text not null, probe boolean not null, host text not null, cwd text not null,
  first bigint not null, last bigint not null,
  allow bigint not null, ask bigint not null, deny bigint not null, abort bigint not null,
  seq bigint, hash text, head_at bigint, primary key (machine, id)
);
create index sessions_last on sessions (last);

-- Partitioned by the time in milliseconds, a month each; what is from no likely time goes into the last one. The columns beside the
-- line only narrow a search.
create table records (
  at bigint not null, machine integer not null, hash bytea not null, session text not null, seq bigint, id text not null,
  outcome text not null, host text not null, category text, agent text, cwd text not null, says text not null, line text not null,
  primary key (at, machine, hash)
) partition by range (at);
create table records_other partition of records default;
create index records_session on records (machine, session, at);
create index records_id on records (id);
create index records_stopped on records (at) where outcome <> 'allow';

-- Counts by hour (width 1) and by day (width 24, under its first hour); machine 0 is all of them.
create table tallies (
  machine integer not null, width integer not null, hour integer not null, name text not null, value bigint not null,
  primary key (machine, width, hour, name)
);

create table positions (
  machine integer not null references machines, file text not null, "offset" bigint not null, first text not null,
  primary key (machine, file)
);

-- What was taken out: a session, or '' for all that is older. Machine 0 is all of them.
create table erased (machine integer not null, session text not null, until bigint not null, primary key (machine, session));

create sequence document_versions;
create table documents (
  kind text not null, id text not null, version bigint not null, value text not null, expires bigint, primary key (kind, id)
);`,
]

/** One for all servers of a database, whatever their schema. */
const MIGRATION_LOCK = 'select pg_advisory_xact_lock(7420190, 1)'

/** Brings the tables up to date, within a change. Servers that start at once wait for the first of them. */
export async function migrate(asking: PostgresSession, schema: string): Promise<void> {
  await asking.run(MIGRATION_LOCK)
  await asking.run(`create schema if not exists ${schema}`)
  await asking.run('create table if not exists versions (version integer not null)')
  const version =
    (await asking.get<{ version: number | null }>('select max(version) as version from versions'))?.version ?? 0
  if (version > MIGRATIONS.length)
    throw new Error(
      `the database was made by a newer version of Irongate (its tables are at ${version}, this one knows ${MIGRATIONS.length})`,
    )
  if (version === MIGRATIONS.length) return
  for (const sql of MIGRATIONS.slice(version)) await asking.run(sql)
  await asking.run('insert into versions values ($1)', MIGRATIONS.length)
  await indexTexts(asking)
}

/** Searches for a text are fast where the extension for them may be had; without it they give the same, later. */
async function indexTexts(asking: PostgresSession): Promise<void> {
  await asking.run('savepoint texts')
  try {
    await asking.run('create extension if not exists pg_trgm with schema public')
    await asking.run('create index records_says on records using gin (says gin_trgm_ops)')
  } catch {
    await asking.run('rollback to savepoint texts')
  }
}

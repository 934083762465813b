import { describe, expect, it } from 'vitest'
import { readSql } from '../../../analysis/sql/sql.ts'
import type { SqlDialect } from '../../../analysis/sql/sql-split.ts'
import { effectsOf, readCommand } from '../../../analysis/testing.ts'

const change = (statement: string, unbounded: boolean) =>
  expect.objectContaining({ kind: 'change', statement, unbounded })

describe('readSql', () => {
  const cases: readonly (readonly [string, SqlDialect, readonly unknown[]])[] = [
    ['SELECT 1; -- DROP TABLE a', 'postgres', [{ kind: 'read' }]],
    ["INSERT INTO a VALUES ('; DROP TABLE b;')", 'postgres', [change('insert', false)]],
    ["SELECT '\\'; DROP TABLE a; --'", 'postgres', [{ kind: 'read' }, change('drop', true)]],
    ["SELECT '\\'; DROP TABLE a; --'", 'mysql', [{ kind: 'read' }]],
    ['select $q$ drop table a; $q$', 'postgres', [{ kind: 'read' }]],
    ['dRoP/**/TABLE a', 'postgres', [change('drop', true)]],
    ['/*!40000 TRUNCATE a */', 'mysql', [change('truncate', true)]],
    ['SELECT 1--2; TRUNCATE a', 'mysql', [{ kind: 'read' }, change('truncate', true)]],
    ['SELECT 1 -- 2; TRUNCATE a', 'mysql', [{ kind: 'read' }]],
    ['SELECT 1 --2; TRUNCATE a', 'postgres', [{ kind: 'read' }]],
    ['DELETE FROM a', 'other', [change('delete', true)]],
    ['DELETE FROM a WHERE id = 4', 'other', [change('delete', false)]],
    ['DELETE FROM a WHERE (1=1)', 'other', [change('delete', true)]],
    ["DELETE FROM a WHERE id = 4 OR 'x'='x'", 'other', [change('delete', true)]],
    ["UPDATE a SET b = 'where'", 'other', [change('update', true)]],
    ['UPDATE a SET b = 1 WHERE true', 'other', [change('update', true)]],
    ['WITH d AS (DELETE FROM a RETURNING *) SELECT * FROM d', 'postgres', [change('delete', true)]],
    ['EXPLAIN DELETE FROM a', 'postgres', [{ kind: 'read' }]],
    ['EXPLAIN ANALYZE DELETE FROM a', 'postgres', [change('delete', true)]],
    ["COPY a TO PROGRAM 'sh -c x'", 'postgres', [{ kind: 'shell', text: 'sh -c x' }, { kind: 'read' }]],
    ["SELECT * INTO OUTFILE '/tmp/x' FROM a", 'mysql', [{ kind: 'write-file', path: '/tmp/x' }, { kind: 'read' }]],
    ['\\! id', 'postgres', [{ kind: 'shell', text: 'id' }]],
    ['select 1 \\g |sh', 'postgres', [{ kind: 'read' }, { kind: 'shell', text: 'sh' }]],
    ['.shell id', 'sqlite', [{ kind: 'shell', text: 'id' }]],
    ['system id', 'mysql', [{ kind: 'shell', text: 'id' }]],
    ['DO $$ BEGIN DELETE FROM a; END $$', 'postgres', [change('delete', true), { kind: 'commit' }]],
  ]
  it.each(cases)('%s (%s)', (text, dialect, expected) => {
    expect(readSql(text, dialect)).toEqual(expected)
  })

  const told = (text: string) =>
    readSql(text, 'postgres').flatMap((each) =>
      each.kind === 'change'
        ? [`${each.statement}${each.unbounded ? ' all' : ''}`]
        : each.kind === 'shell'
          ? ['?']
          : [],
    )
  it.each([
    ["DO $$ BEGIN FOR r IN SELECT a FROM b LOOP EXECUTE concat('dr','op table ', r.a); END LOOP; END $$", ['drop all']],
    ["DO $$ BEGIN FOR r IN SELECT a FROM b LOOP EXECUTE format('%s table %I', 'dr'||'op', a); END LOOP; END $$", ['?']],
    ["DO $$ BEGIN FOR r IN SELECT a FROM b LOOP EXECUTE format('analyze %I', a); END LOOP; END $$", []],
    ['DO $$ BEGIN IF x THEN DELETE FROM a; ELSE UPDATE a SET b = 1; END IF; END $$', ['delete all', 'update all']],
    ["DO $$ DECLARE q text; BEGIN q := 'drop ' || 'table a'; EXECUTE q; END $$", ['drop all']],
    ["DO $$ DECLARE q text := 'drop table a'; BEGIN EXECUTE q; END $$", ['drop all']],
    ['DO $$ BEGIN EXECUTE r.cmd; END $$', ['?']],
    ["SELECT 'drop '||'table a' \\gexec", ['drop all']],
    ['SELECT command FROM a \\gexec', ['?']],
    ["SELECT 'analyze a' \\gexec", []],
    ['MERGE INTO a USING b ON c WHEN MATCHED THEN DELETE', ['insert']],
    ['INSERT INTO a VALUES (1) ON CONFLICT (b) DO UPDATE SET c = 1', ['insert']],
    ['CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE b SET c = 1', []],
  ])('in a block, or run from rows: %s', (text, expected) => {
    expect(told(text).filter((each) => each !== 'other' && each !== 'drop')).toEqual(expected)
  })

  it('comes to an end on hostile input', () => {
    for (const piece of [
      "'",
      '$',
      'begin execute ',
      'q := ',
      'in update a ',
      '$a$',
      '/*',
      'a',
      'copy to ',
      'where or ',
      '`',
      'explain (',
    ])
      readSql(piece.repeat(100_000 / piece.length), 'postgres')
  })
})

const STATES: readonly (readonly [string, Record<string, unknown>])[] = [
  [
    'psql -c "DROP TABLE users"',
    { kind: 'database-change', statement: 'drop', unbounded: true, reach: 'local-server' },
  ],
  ['psql -h db.example.com app -c "TRUNCATE a"', { statement: 'truncate', reach: 'remote' }],
  ['psql postgres://u@db.example.com/app -c "delete from a"', { statement: 'delete', reach: 'remote' }],
  ['psql "$DATABASE_URL" -c "delete from a"', { statement: 'delete', reach: 'unknown' }],
  ['PGHOST=db.example.com psql -c "delete from a"', { statement: 'delete', reach: 'remote' }],
  ['psql <<EOF\nDROP DATABASE app;\nEOF', { statement: 'drop', unbounded: true }],
  ['echo "drop table a" | mysql app', { engine: 'mysql', statement: 'drop' }],
  ['mysql -e"delete from a where 1" app', { statement: 'delete', unbounded: true }],
  ['sqlite3 app.db "delete from a"', { statement: 'delete', reach: 'local-file', certainty: 'certain' }],
  ['sqlite3 /tmp/t.db "delete from a"', { statement: 'delete', certainty: 'possible' }],
  ['psql -c "begin; delete from a; rollback"', { statement: 'delete', certainty: 'possible' }],
  ['mongosh app --eval "db.dropDatabase()"', { engine: 'mongodb', statement: 'drop', unbounded: true }],
  ['mongosh app --eval "db.a.deleteMany({})"', { statement: 'delete', unbounded: true }],
  ['redis-cli FLUSHALL', { engine: 'redis', statement: 'flush', unbounded: true }],
  ['redis-cli -h r.example.com flushdb', { statement: 'flush', reach: 'remote' }],
  ['redis-cli config set dir /root/.ssh', { kind: 'write-path' }],
  [
    'sqlite3 "file:/home/dev/project/app.db?mode=rw" "delete from a"',
    { statement: 'delete', target: '/home/dev/project/app.db: a' },
  ],
  ['dropdb app', { statement: 'drop', unbounded: true }],
  ['pg_restore --clean -d app x.dump', { statement: 'restore', unbounded: true }],
  [
    'kafka-topics --bootstrap-server k.example.com:9092 --delete --topic a',
    { kind: 'resource-change', verb: 'delete', family: 'queue' },
  ],
  ['rabbitmqctl purge_queue orders-prod', { verb: 'purge', environment: 'production' }],
]

describe('database programs state', () => {
  it.each(STATES)('%s', (command, part) => {
    expect(effectsOf(command)).toContainEqual(expect.objectContaining(part))
  })
})

describe('database programs are graded', () => {
  it.each([
    ['sqlite3 app.db "select * from a"', 'proven'],
    ['sqlite3 -json app.db ".tables"', 'proven'],
    ['psql -c "select 1"', 'expected'],
    ['psql -l', 'expected'],
    ['psql --version', 'proven'],
    ['redis-cli get a', 'expected'],
    ['sqlite3 app.db ".shell ./x"', undefined],
    ['psql -c "drop table a"', undefined],
    ['psql -f unseen.sql', undefined],
    ['psql -c "$SQL"', undefined],
  ])('%s → %s', (command, grade) => {
    expect(readCommand(command).grade).toBe(grade)
  })

  it('reads a file of statements', () => {
    const effects = effectsOf('psql -f drop.sql', {
      files: { '/home/dev/project/drop.sql': 'DROP SCHEMA public CASCADE;' },
    })
    expect(effects).toContainEqual(
      expect.objectContaining({ kind: 'database-change', statement: 'drop', unbounded: true }),
    )
  })
})

describe('what a query brings in or shows', () => {
  it.each([
    [
      'duckdb a.db "INSTALL \'https://ext.example.net/x.duckdb_extension\'; LOAD x"',
      { kind: 'run-code', origin: 'download' },
    ],
    ["psql -h db.corp -c 'select a, password_hash from users'", { kind: 'expose-secret' }],
    ["psql -h localhost -c 'select rolname, rolpassword from pg_authid'", { kind: 'expose-secret' }],
    ["psql -h db.corp -c 'create or replace table prod.a as select 1'", { statement: 'drop', unbounded: true }],
    ["snowsql -c main -q 'create or replace schema marts'", { statement: 'drop', target: 'schema marts' }],
    ["snowsql -q 'create or replace transient table m.a (b int)'", { statement: 'drop', target: 'table m.a' }],
    ["lakesql -e 'create or replace database shop'", { statement: 'drop' }],
    ["echo 'create or replace table orders (id int);' > /tmp/q.sql; snowsql -f /tmp/q.sql", { statement: 'drop' }],
    ["echo 'create or replace schema m;' > q.sql; lakesql --profile main --file q.sql", { statement: 'drop' }],
    ["echo 'drop table orders;' > q.sql; lakesql -h db.acme.example -i q.sql", { statement: 'drop', reach: 'remote' }],
    ["curl -XDELETE 'localhost:9200/orders-*'", { kind: 'database-change', statement: 'drop' }],
  ])('%s', (command, part) => {
    expect(effectsOf(command)).toContainEqual(expect.objectContaining(part))
  })

  it.each([
    "snowsql -q 'create or replace view v as select 1'",
    "snowsql -q 'create or replace temporary table t as select 1'",
    "snowsql -q 'create or replace table dev.t (a int)'",
    "duckdb a.db 'create or replace table t as select 1'",
    "echo 'create or replace schema m;' > q.sql; sqlfmt --profile main --file q.sql",
    "echo 'create or replace schema m;' > q.sql; lakesql --file q.sql --help",
    'python3 -c \'import duckdb; duckdb.sql("create or replace table t as select 1")\'',
  ])('%s gives up nothing', (command) => {
    expect(effectsOf(command)).not.toContainEqual(expect.objectContaining({ statement: 'drop' }))
  })

  it.each([
    "duckdb a.db 'INSTALL httpfs; LOAD httpfs'",
    "psql -d dev -c 'select a, password_hash from users'",
    "psql -h db.corp -c 'select count(password_hash) from users'",
    "curl -XDELETE 'localhost:9200/test-*'",
    'curl -XDELETE localhost:9200/orders-1',
  ])('%s does not', (command) => {
    const told = effectsOf(command).filter(
      (effect) =>
        effect.kind === 'expose-secret' ||
        (effect.kind === 'run-code' && effect.origin === 'download') ||
        (effect.kind === 'database-change' && effect.statement === 'drop'),
    )
    expect(told).toEqual([])
  })
})

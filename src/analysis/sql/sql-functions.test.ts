import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'
import { readSql } from './sql.ts'

const changes = (text: string) => readSql(text, 'postgres').filter(({ kind }) => kind === 'change')

describe('functions that act where a statement only asks for their value', () => {
  it.each([
    ["SELECT pg_drop_replication_slot('s1')", 'delete'],
    ['SELECT pg_terminate_backend(pid) FROM pg_stat_activity', 'other'],
    ['values (pg_cancel_backend(7))', 'other'],
    ['select lo_unlink(loid) from pg_largeobject', 'delete'],
    ["SELECT setval('a_id_seq', 1)", 'other'],
    ['SELECT pg_promote()', 'other'],
    ['SELECT pg_reload_conf()', 'other'],
    ["SELECT queues.purge_queue('mails')", 'delete'],
    ['with x as (select 1) select audit.truncate_all_tables()', 'truncate'],
    ['select drop_all_tables()', 'drop'],
    ['SELECT remove_tenant(12)', 'delete'],
    ["BEGIN sched_admin.drop_job('nightly'); END;", 'delete'],
    ['PERFORM rotate_partitions()', 'other'],
  ])('%s', (text, statement) => {
    expect(changes(text)).toContainEqual(expect.objectContaining({ statement }))
  })

  it('reads the statement that one is handed', () => {
    expect(changes("SELECT dblink_exec('db=x', 'delete from orders')")).toContainEqual(
      expect.objectContaining({ statement: 'delete', target: 'orders' }),
    )
  })

  it.each([
    "SELECT replace(name, 'a', 'b'), regexp_replace(x, 'y', 'z') FROM t",
    "SELECT date_trunc('day', at), trunc(x), truncate(y, 2) FROM t",
    'SELECT is_deleted(id), has_dropped(id), last_reset(id) FROM t',
    "SELECT json_remove(doc, '$.a'), array_remove(tags, 'x') FROM t",
    'SELECT count_dropped_rows(), pg_stat_get_backend_pid(1), row_number() over ()',
    "SELECT 'pg_terminate_backend(1)'",
    'SELECT remove_accents(name), clean_text(body) FROM t',
    'SELECT deleted_at, cancelled, reset_token FROM users WHERE (id = 1)',
    'EXPLAIN SELECT pg_terminate_backend(1)',
    "SELECT pg_advisory_unlock(3), set_config('a.b', '1', true)",
  ])('%s only asks', (text) => {
    expect(changes(text)).toEqual([])
  })

  it('counts on the server that is asked', () => {
    const [effect] = effectsOf('psql -h db.example.com -c "select purge_customers(3)"').filter(
      ({ kind }) => kind === 'database-change',
    )
    expect(effect).toMatchObject({ reach: 'remote', statement: 'delete' })
  })

  it('comes to an end on hostile input', () => {
    for (const piece of ['a(', 'drop_', 'select a.b.', 'f (', ' ('])
      readSql(`select ${piece.repeat(100_000 / piece.length)}`, 'postgres')
  })
})

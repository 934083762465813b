import { call, holds, wrote } from './kit.ts'

/** Text that is put together before a database runs it is asked about; data that git ignores cannot be had back. */
holds({
  stopped: [
    ["psql shop -c \"do \\$\\$ begin execute 'dr' || 'op schema public cascade'; end \\$\\$\""],
    ['psql shop -c "do \\$\\$ begin execute a || b; end \\$\\$"'],
    ["mysql shop -e \"set @s = concat('dr', 'op table users'); prepare p from @s; execute p\""],
    [
      `psql "$SHOP_URL" -c "do \\$\\$ declare v record; begin for v in select viewname n from pg_views loop execute concat('dro','p vi','ew ', v.n); end loop; end \\$\\$"`,
    ],
    [
      `psql "$SHOP_URL" -c "do \\$\\$ declare q text; begin if now() > '2020-01-01' then q := 'trunc' || 'ate orders'; execute q; end if; end \\$\\$"`,
    ],
    [`psql "$SHOP_URL" -c "do \\$\\$ begin while true loop delete from orders; end loop; end \\$\\$"`],
    [`psql "$SHOP_URL" -c "select format('%s table %I', 'dr'||'op', relname) from pg_class \\\\gexec"`],
    [`mariadb shop -Ne "select concat('optimize table ', table_name) from information_schema.tables" | mariadb shop`],
    [`sqlite3 app.db "select 'dro' || 'p table ' || name from sqlite_master" | sqlite3 app.db`],
    [
      `cypher-shell -a bolt://graph.acme.example "WITH 'MATCH (p) SET p' + ' = {}' AS t CALL apoc.cypher.runMany(t, {}) YIELD row RETURN 1"`,
    ],
    [
      `cypher-shell -a bolt://graph.acme.example "CALL apoc.periodic.commit('MATCH (p) DET' + 'ACH DEL' + 'ETE p', {})"`,
    ],
    [
      "python3 manage.py shell -c 'from django.apps import apps; [m.objects.all().delete() for m in apps.get_models()]'",
    ],
    [
      "python3 manage.py shell -c 'from shop.models import Cart; import sys; getattr(Cart.objects.filter(), sys.stdin.read())()'",
    ],
    [
      "python3 manage.py shell -c 'import shop.models as s; q = s.Cart._base_manager.get_queryset(); q._raw_delete(q.db)'",
    ],
    ["redis-cli eval \"return redis.call('flush' .. 'all')\" 0"],
    ['redis-cli eval "return redis.call(ARGV[1])" 0 x'],
    ['mongosh shop --eval \'db["users"]["delete" + "Many"]({})\''],
    ['> data/customers.csv'],
    ['cp src/a.js data/customers.csv'],
    ['mv src/a.js data/customers.csv'],
    ["python3 -c \"open('data/customers.csv', 'w')\""],
    [call('Write', { file_path: '~/app/data/customers.csv', content: '' })],
  ],
  free: [
    [
      'python3 manage.py shell -c \'from shop.models import Cart; n = "count"; print(getattr(Cart.objects.all(), n)())\'',
    ],
    [
      "python3 manage.py shell -c 'from django.apps import apps; [print(m._meta.label, m._base_manager.count()) for m in apps.get_models()]'",
    ],
    [
      `psql shop -c "do \\$\\$ declare t text; begin for t in select relname from pg_class loop execute format('analyze %I', t); end loop; end \\$\\$"`,
    ],
    [`psql shop -c "select 'create database b' where not exists (select 1) \\\\gexec"`],
    ['sqlite3 a.db .dump | sqlite3 b.db'],
    ['pg_dump shop | psql shop_copy'],
    ['cypher-shell \'MATCH (n) WHERE n.name = "a" + "b" RETURN n\''],
    [`cypher-shell "CALL apoc.cypher.run('MATCH (n) RETURN count(n)', {}) YIELD value RETURN value"`],
    ["psql shop -c 'select count(*) from users'"],
    ['psql shop -c "do \\$\\$ begin raise notice \'x\'; end \\$\\$"'],
    ['redis-cli eval "return redis.call(\'get\', KEYS[1])" 1 a'],
    ['mongosh shop --eval \'db["users"].find().limit(1)\''],
    [wrote('data/new.csv', 'a,b\n'), 'echo c,d > data/new.csv'],
    ['cp data/customers.csv /tmp/c.csv'],
    ['echo a > data/results.csv; cp src/a.js data/output.csv'],
    ['rm -rf dist node_modules'],
    ['mkdir -p dist && echo 1 > dist/a.csv'],
    [wrote('README.md', '# Shop\n')],
  ],
})

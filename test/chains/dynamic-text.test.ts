import { call, holds, wrote } from './kit.ts'

/** Text that is put together before a database runs it is asked about; data that git ignores cannot be had back. */
holds({
  stopped: [
    ["psql shop -c \"do \\$\\$ begin execute 'dr' || 'op schema public cascade'; end \\$\\$\""],
    ['psql shop -c "do \\$\\$ begin execute a || b; end \\$\\$"'],
    ["mysql shop -e \"set @s = concat('dr', 'op table users'); prepare p from @s; execute p\""],
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

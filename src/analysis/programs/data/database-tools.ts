import type { FormCall, Spec, Statement, SubReader } from '../form/form.ts'
import { systemOf } from '../form/state.ts'
import { shown } from '../form/words.ts'
import { assignedHost, changesData, isUrl, reachOf } from './database.ts'

/** The database that is meant, and where it is. */
function placeOf({ loose, command }: FormCall) {
  const named = loose.value('-d', '--dbname', '--db', '--uri') ?? loose.operands[0]
  const host = isUrl(named) ? named : (loose.value('-h', '--host') ?? assignedHost(command, 'PGHOST', 'MYSQL_HOST'))
  const reach = named?.dynamic && !host ? ('unknown' as const) : reachOf(host)
  return { reach, database: named ? shown(named) : '' }
}

const does =
  (statement: Statement, unbounded: boolean): SubReader =>
  (call) => {
    const engine = systemOf(call)
    const { reach, database } = placeOf(call)
    const amount = unbounded ? 'all' : 'several'
    const targets = [{ kind: 'data', engine, database, type: 'database', name: database, amount }] as const
    return changesData({ engine, reach }, { statement, unbounded, target: database, targets }, call.scribe)
  }

const superuser: SubReader = (call) => {
  const { reach, database } = placeOf(call)
  const grant = { kind: 'grant', what: 'superuser', to: database } as const
  call.scribe.effect({ ...grant, reach: reach === 'remote' ? 'remote' : 'machine' })
  return does('grant', false)(call)
}

/** mysqladmin: one verb after another; what each is done to stands behind it. */
const verb =
  (statement: Statement, unbounded: boolean): SubReader =>
  ({ loose, rest, scribe }) => {
    const reach = reachOf(loose.value('-h', '--host'))
    const target = rest[0] ? shown(rest[0]) : ''
    return changesData({ engine: 'mysql', reach }, { statement, unbounded, target }, scribe)
  }

const POSTGRES = {
  system: 'postgres',
  options:
    '-h: -p: -U: -d: --dbname: -f: -F: -t: -n: -N: -T: -j: -O: -D: -l: -L: --owner: --encoding: --maintenance-db:',
} as const
const MYSQL = { system: 'mysql', options: '-h: -P: -u: -S: -r: --result-file: -w: --where:' } as const
const MONGO = {
  system: 'mongodb',
  options: '-h: -u: -p: -d: -c: -o: -q: -f: --collection: --out: --nsInclude: --type:',
} as const

export const DATABASE_TOOLS: readonly Spec[] = [
  {
    ...POSTGRES,
    names: 'dropdb dropuser',
    rules: [['**', does('drop', true)]],
    examples: { match: ['dropdb shop'], pass: ['dropdb --help'] },
  },
  {
    ...POSTGRES,
    names: 'createdb',
    rules: [['**', does('other', false)]],
    examples: { match: ['createdb -h db.acme.io shop'], pass: [] },
  },
  {
    ...POSTGRES,
    names: 'createuser',
    options: '-h: -p: -U: -g:',
    rules: [
      ['-s|--superuser', superuser],
      ['**', does('grant', false)],
    ],
    examples: { match: ['createuser -s kim'], pass: [] },
  },
  {
    ...POSTGRES,
    names: 'pg_dump pg_dumpall pg_basebackup',
    rules: [['**', 'writes $-f|--file|-D']],
    examples: { match: ['pg_dumpall -f /etc/passwd'], pass: ['pg_dump shop'] },
  },
  {
    ...POSTGRES,
    names: 'pg_restore',
    rules: [
      ['-l|--list', 'local'],
      ['-d|--dbname/-c|--clean', does('restore', true)],
      ['-d|--dbname', does('restore', false)],
      ['**', 'local'],
    ],
    examples: { match: ['pg_restore -c -d shop dump'], pass: ['pg_restore -l dump'] },
  },
  {
    ...MYSQL,
    names: 'mysqldump mariadb-dump mydumper mysqlpump',
    rules: [['**', 'writes $-r|--result-file']],
    examples: { match: ['mysqldump shop -r ~/.bashrc'], pass: ['mysqldump shop'] },
  },
  {
    ...MYSQL,
    names: 'mysqlimport myloader mariadb-import',
    rules: [
      ['-d|--delete|--overwrite-tables', does('restore', true)],
      ['**', does('restore', false)],
    ],
    examples: { match: ['mysqlimport --delete shop carts.txt'], pass: [] },
  },
  {
    ...MONGO,
    names: 'mongorestore',
    rules: [
      ['--dryRun', 'shows'],
      ['--drop', does('restore', true)],
      ['**', does('restore', false)],
    ],
    examples: { match: ['mongorestore --host db.acme.io --db shop dump/shop'], pass: ['mongorestore --dryRun dump'] },
  },
  {
    ...MONGO,
    names: 'mongoimport',
    rules: [
      ['--drop', does('drop', true)],
      ['**', does('insert', false)],
    ],
    examples: { match: ['mongoimport --host db.acme.io --db shop -c carts --file carts.json'], pass: [] },
  },
  {
    ...MYSQL,
    names: 'mysqladmin mariadb-admin',
    rules: [
      ['**/drop', verb('drop', true)],
      ['**/shutdown', verb('other', true)],
      ['**/password', verb('grant', false)],
      ['**/create|kill|flush-*|reload|refresh|start-*|stop-*', verb('other', false)],
      ['status|ping|version|processlist|variables|extended-status', 'read'],
      ['**', 'local'],
    ],
    examples: {
      match: ['mysqladmin -h db.acme.io flush-hosts', 'mysqladmin password new'],
      pass: ['mysqladmin status'],
    },
  },
]

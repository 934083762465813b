import { displayText } from '../../../analysis/interpret/loose-words.ts'
import type { ProgramSpec, SpecCall, SpecCallHandler, SqlStatementKind } from '../../../analysis/interpret/spec.ts'
import { systemOf } from '../../../analysis/interpret/spec-effects.ts'
import { classifyHostReach, findAssignedHost, isUrl, recordDatabaseChange } from '../../../analysis/sql/database.ts'

/** The database that is meant, and where it is. */
function findDatabase({ loose, command }: SpecCall) {
  const named = loose.value('-d', '--dbname', '--db', '--uri') ?? loose.operands[0]
  const host = isUrl(named) ? named : (loose.value('-h', '--host') ?? findAssignedHost(command, 'PGHOST', 'MYSQL_HOST'))
  const reach = named?.dynamic && !host ? ('unknown' as const) : classifyHostReach(host)
  return { reach, database: named ? displayText(named) : '' }
}

const makeStatementAnalyzer =
  (statement: SqlStatementKind, unbounded: boolean): SpecCallHandler =>
  (call) => {
    const engine = systemOf(call)
    const { reach, database } = findDatabase(call)
    const amount = unbounded ? 'all' : 'several'
    const targets = [{ kind: 'data', engine, database, type: 'database', name: database, amount }] as const
    return recordDatabaseChange({ engine, reach }, { statement, unbounded, target: database, targets }, call.recorder)
  }

const analyzeSuperuserGrant: SpecCallHandler = (call) => {
  const { reach, database } = findDatabase(call)
  const grant = { kind: 'grant', what: 'superuser', to: database } as const
  call.recorder.effect({ ...grant, reach: reach === 'remote' ? 'remote' : 'machine' })
  return makeStatementAnalyzer('grant', false)(call)
}

/** mysqladmin: one verb after another; what each is done to stands behind it. */
const makeMysqladminAnalyzer =
  (statement: SqlStatementKind, unbounded: boolean): SpecCallHandler =>
  ({ loose, rest, recorder }) => {
    const reach = classifyHostReach(loose.value('-h', '--host'))
    const target = rest[0] ? displayText(rest[0]) : ''
    return recordDatabaseChange({ engine: 'mysql', reach }, { statement, unbounded, target }, recorder)
  }

const POSTGRES_SPEC = {
  system: 'postgres',
  options:
    '-h: -p: -U: -d: --dbname: -f: -F: -t: -n: -N: -T: -j: -O: -D: -l: -L: --owner: --encoding: --maintenance-db:',
} as const
const MYSQL_SPEC = { system: 'mysql', options: '-h: -P: -u: -S: -r: --result-file: -w: --where:' } as const
const MONGO_SPEC = {
  system: 'mongodb',
  options: '-h: -u: -p: -d: -c: -o: -q: -f: --collection: --out: --nsInclude: --type:',
} as const

export const DATABASE_TOOLS: readonly ProgramSpec[] = [
  {
    ...POSTGRES_SPEC,
    names: 'dropdb dropuser',
    rules: [['**', makeStatementAnalyzer('drop', true)]],
    examples: { match: ['dropdb shop'], pass: ['dropdb --help'] },
  },
  {
    ...POSTGRES_SPEC,
    names: 'createdb',
    rules: [['**', makeStatementAnalyzer('other', false)]],
    examples: { match: ['createdb -h db.acme.io shop'], pass: [] },
  },
  {
    ...POSTGRES_SPEC,
    names: 'createuser',
    options: '-h: -p: -U: -g:',
    rules: [
      ['-s|--superuser', analyzeSuperuserGrant],
      ['**', makeStatementAnalyzer('grant', false)],
    ],
    examples: { match: ['createuser -s kim'], pass: [] },
  },
  {
    ...POSTGRES_SPEC,
    names: 'pg_dump pg_dumpall pg_basebackup',
    rules: [['**', 'writes $-f|--file|-D']],
    examples: { match: ['pg_dumpall -f /etc/passwd'], pass: ['pg_dump shop'] },
  },
  {
    ...POSTGRES_SPEC,
    names: 'pg_restore',
    rules: [
      ['-l|--list', 'local'],
      ['-d|--dbname/-c|--clean', makeStatementAnalyzer('restore', true)],
      ['-d|--dbname', makeStatementAnalyzer('restore', false)],
      ['**', 'local'],
    ],
    examples: { match: ['pg_restore -c -d shop dump'], pass: ['pg_restore -l dump'] },
  },
  {
    ...MYSQL_SPEC,
    names: 'mysqldump mariadb-dump mydumper mysqlpump',
    rules: [['**', 'writes $-r|--result-file']],
    examples: { match: ['mysqldump shop -r ~/.bashrc'], pass: ['mysqldump shop'] },
  },
  {
    ...MYSQL_SPEC,
    names: 'mysqlimport myloader mariadb-import',
    rules: [
      ['-d|--delete|--overwrite-tables', makeStatementAnalyzer('restore', true)],
      ['**', makeStatementAnalyzer('restore', false)],
    ],
    examples: { match: ['mysqlimport --delete shop carts.txt'], pass: [] },
  },
  {
    ...MONGO_SPEC,
    names: 'mongorestore',
    rules: [
      ['--dryRun', 'shows'],
      ['--drop', makeStatementAnalyzer('restore', true)],
      ['**', makeStatementAnalyzer('restore', false)],
    ],
    examples: { match: ['mongorestore --host db.acme.io --db shop dump/shop'], pass: ['mongorestore --dryRun dump'] },
  },
  {
    ...MONGO_SPEC,
    names: 'mongoimport',
    rules: [
      ['--drop', makeStatementAnalyzer('drop', true)],
      ['**', makeStatementAnalyzer('insert', false)],
    ],
    examples: { match: ['mongoimport --host db.acme.io --db shop -c carts --file carts.json'], pass: [] },
  },
  {
    ...MYSQL_SPEC,
    names: 'mysqladmin mariadb-admin',
    rules: [
      ['**/drop', makeMysqladminAnalyzer('drop', true)],
      ['**/shutdown', makeMysqladminAnalyzer('other', true)],
      ['**/password', makeMysqladminAnalyzer('grant', false)],
      ['**/create|kill|flush-*|reload|refresh|start-*|stop-*', makeMysqladminAnalyzer('other', false)],
      ['status|ping|version|processlist|variables|extended-status', 'read'],
      ['**', 'local'],
    ],
    examples: {
      match: ['mysqladmin -h db.acme.io flush-hosts', 'mysqladmin password new'],
      pass: ['mysqladmin status'],
    },
  },
]

import type { Effect } from '../../effects.ts'
import type { Target } from '../../target.ts'
import type { Command } from '../../words.ts'
import { type OptionGrammar, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { assignedHost, isUrl, reachOf } from './database.ts'

type Statement = Extract<Effect, { kind: 'database-change' }>['statement']

interface DatabaseTool {
  readonly names: readonly string[]
  readonly engine: string
  readonly does: 'dump' | Statement
  /** Options that make a restore wipe first. */
  readonly wipes?: readonly string[]
  readonly grammar?: OptionGrammar
}

const POSTGRES: OptionGrammar = {
  flags: [
    ...'aCcEeOsvwWxZblFV1',
    'clean',
    'create',
    'if-exists',
    'data-only',
    'schema-only',
    'no-owner',
    'no-acl',
    'no-privileges',
    'verbose',
    'force',
    'echo',
    'interactive',
    'list',
    'single-transaction',
    'help',
    'version',
    'no-password',
    'password',
  ],
  values:
    'h host p port U username d dbname f file F format t table n schema N T j jobs O owner template D encoding l locale maintenance-db exclude-table L use-list'.split(
      ' ',
    ),
}
const MYSQL: OptionGrammar = {
  flags:
    'f v s A B R E all-databases databases single-transaction routines triggers events no-data force quick skip-lock-tables help version add-drop-table no-create-info column-statistics no-tablespaces'.split(
      ' ',
    ),
  values:
    'h host P port u user S socket r result-file w where ignore-table default-character-set set-gtid-purged'.split(' '),
  optional: ['p', 'password', 'column-statistics'],
}
const MONGODB: OptionGrammar = {
  flags: 'drop gzip quiet v verbose oplog oplogReplay dryRun help version ssl jsonArray headerline preserveUUID'.split(
    ' ',
  ),
  values:
    'h host port u username p password d db c collection o out uri archive q query dir nsInclude nsExclude file type fields authenticationDatabase f mode'.split(
      ' ',
    ),
  optional: ['archive'],
}

const TOOLS: readonly DatabaseTool[] = [
  { names: ['dropdb'], engine: 'postgres', does: 'drop', grammar: POSTGRES },
  { names: ['dropuser'], engine: 'postgres', does: 'drop', grammar: POSTGRES },
  { names: ['createdb'], engine: 'postgres', does: 'other', grammar: POSTGRES },
  {
    names: ['createuser'],
    engine: 'postgres',
    does: 'grant',
    grammar: {
      ...POSTGRES,
      flags: [...(POSTGRES.flags ?? []), 's', 'superuser', 'd', 'createdb', 'r', 'createrole', 'P', 'pwprompt'],
      values: ['h', 'host', 'p', 'port', 'U', 'username', 'g', 'role'],
    },
  },
  { names: ['pg_dump', 'pg_dumpall', 'pg_basebackup'], engine: 'postgres', does: 'dump', grammar: POSTGRES },
  { names: ['pg_restore'], engine: 'postgres', does: 'restore', wipes: ['c', 'clean'], grammar: POSTGRES },
  { names: ['mysqldump', 'mariadb-dump', 'mydumper', 'mysqlpump'], engine: 'mysql', does: 'dump', grammar: MYSQL },
  {
    names: ['mysqlimport', 'myloader', 'mariadb-import'],
    engine: 'mysql',
    does: 'restore',
    wipes: ['d', 'delete', 'overwrite-tables'],
    grammar: MYSQL,
  },
  { names: ['mongodump', 'mongoexport'], engine: 'mongodb', does: 'dump', grammar: MONGODB },
  { names: ['mongorestore'], engine: 'mongodb', does: 'restore', wipes: ['drop'], grammar: MONGODB },
  { names: ['mongoimport'], engine: 'mongodb', does: 'insert', wipes: ['drop'], grammar: MONGODB },
]

function readTool(tool: DatabaseTool, command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, tool.grammar ?? {})
  if (options.has('help', 'version', 'V', 'dryRun')) return 'proven'
  const named = options.value('d', 'dbname', 'db', 'uri') ?? options.operands[0]
  const host = isUrl(named) ? named : (options.value('h', 'host') ?? assignedHost(command, 'PGHOST', 'MYSQL_HOST'))
  const reach = named?.dynamic && !host ? 'unknown' : reachOf(host)
  const target = named?.known.replaceAll('\0', '…') ?? ''
  const unknown = options.unknown.length > 0
  if (tool.does === 'dump')
    return (
      dumped(options.values('f', 'file', 'o', 'out', 'r', 'result-file', 'D'), scribe) ??
      (unknown ? 'unknown' : 'plain')
    )
  if (tool.names.includes('pg_restore') && (options.has('l', 'list') || !options.has('d', 'dbname')))
    return unknown ? 'unknown' : 'plain'
  if (tool.names.includes('createuser') && options.has('s', 'superuser'))
    scribe.effect({ kind: 'grant', what: 'superuser', to: target, reach: reach === 'remote' ? 'remote' : 'machine' })
  const unbounded = tool.does === 'drop' || options.has(...(tool.wipes ?? []))
  const statement = tool.does === 'insert' && unbounded ? 'drop' : tool.does
  const targets: readonly Target[] = [
    {
      kind: 'data',
      engine: tool.engine,
      database: target,
      type: 'database',
      name: target,
      amount: unbounded ? 'all' : 'several',
    },
  ]
  scribe.effect({ kind: 'database-change', engine: tool.engine, statement, unbounded, reach, target, targets })
  return unknown ? 'unknown' : 'plain'
}

function dumped(files: ReturnType<ReturnType<typeof readOptions>['values']>, scribe: Scribe): Standing | undefined {
  for (const word of files)
    scribe.effect({ kind: 'write-path', path: scribe.path(word), how: 'overwrite', content: undefined })
  return undefined
}

/** mysqladmin: one verb after another. */
const MYSQLADMIN: Program = {
  names: ['mysqladmin', 'mariadb-admin'],
  read: (command, scribe) => {
    const options = readOptions(command.args, MYSQL)
    const reach = reachOf(options.value('h', 'host'))
    const words = options.operands.map((word) => word.known)
    const state = (statement: Statement, unbounded: boolean, target: string) =>
      scribe.effect({ kind: 'database-change', engine: 'mysql', statement, unbounded, reach, target })
    if (words.includes('drop')) state('drop', true, words[words.indexOf('drop') + 1] ?? '')
    if (words.includes('shutdown')) state('other', true, 'shutdown')
    if (words.includes('password')) state('grant', false, 'password')
    if (words.some((word) => /^(?:create|kill|flush-|reload|refresh|start-|stop-)/.test(word)))
      state('other', false, words[0] ?? '')
    const reads = words.every((word) => /^(?:status|ping|version|processlist|variables|extended-status)$/.test(word))
    return options.unknown.length > 0 ? 'unknown' : reads && words.length > 0 ? 'expected' : 'plain'
  },
}

export const DATABASE_TOOLS: readonly Program[] = [
  ...TOOLS.map((tool): Program => ({ names: tool.names, read: (command, scribe) => readTool(tool, command, scribe) })),
  MYSQLADMIN,
]

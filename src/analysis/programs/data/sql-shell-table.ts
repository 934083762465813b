import type { Grammar } from '../options.ts'
import type { Dialect } from './sql-split.ts'

/** One database client: its language and how its options are called. */
export interface SqlShell {
  readonly names: readonly string[]
  readonly engine: string
  readonly dialect: Dialect
  readonly grammar: Grammar
  readonly host: readonly string[]
  readonly hostVariables: readonly string[]
  readonly database: readonly string[]
  /** Options with statements, with files of statements, and those that only list. */
  readonly statements: readonly string[]
  readonly files: readonly string[]
  readonly lists?: readonly string[]
  /** Options that name a file it writes. */
  readonly writes?: readonly string[]
  /** The database is a file named by an operand; further operands are statements. */
  readonly local?: boolean
}

const PSQL: SqlShell = {
  names: ['psql', 'pgcli', 'ysqlsh', 'gsql'],
  engine: 'postgres',
  dialect: 'postgres',
  grammar: {
    flags:
      'a A b e E H l n q s S t x X z 0 1 w W V ? ' +
      'echo-all no-align echo-errors echo-queries echo-hidden html list no-readline quiet single-step single-line tuples-only expanded ' +
      'no-psqlrc field-separator-zero record-separator-zero single-transaction no-password password version csv',
    values:
      'c d f F h L o p P R T U v ' +
      'command dbname file field-separator host log-file output port pset record-separator table-attr username set variable',
    optional: 'help',
  },
  host: ['h', 'host'],
  hostVariables: ['PGHOST', 'PGHOSTADDR'],
  database: ['d', 'dbname'],
  statements: ['c', 'command'],
  files: ['f', 'file'],
  lists: ['l', 'list'],
  writes: ['o', 'output', 'L', 'log-file'],
}

const MYSQL: SqlShell = {
  names: ['mysql', 'mariadb', 'mycli', 'mysqlsh'],
  engine: 'mysql',
  dialect: 'mysql',
  grammar: {
    flags:
      'A B C E f G H i L n N q r s t U v V W w X ? ' +
      'auto-rehash no-auto-rehash batch compress vertical force html ignore-spaces line-numbers skip-line-numbers unbuffered no-beep ' +
      'skip-column-names column-names quick raw silent table safe-updates i-am-a-dummy verbose version wait xml help sql js py json ' +
      'no-defaults binary-mode skip-ssl ssl',
    values:
      'D e h P S u ' +
      'database execute host port socket user protocol default-character-set delimiter init-command tee pager prompt ' +
      'max-allowed-packet connect-timeout defaults-file defaults-extra-file login-path ssl-ca ssl-mode uri file',
    optional: '-p# password debug',
  },
  host: ['h', 'host'],
  hostVariables: ['MYSQL_HOST'],
  database: ['D', 'database', 'uri'],
  statements: ['e', 'execute', 'init-command'],
  files: ['file'],
  writes: ['tee'],
}

const SQLITE: SqlShell = {
  names: ['sqlite3', 'sqlite', 'litecli', 'sqlcipher'],
  engine: 'sqlite',
  dialect: 'sqlite',
  grammar: {
    flags:
      'ascii bail batch box column csv deserialize echo header noheader help html interactive json line list markdown memtrace nofollow quote readonly safe stats table tabs version append utf8 no-utf8',
    values: 'cmd init maxsize mmap newline nullvalue separator vfs lookaside pagecache',
    singleDash: true,
  },
  host: [],
  hostVariables: [],
  database: [],
  statements: ['cmd'],
  files: ['init'],
  local: true,
}

const DUCKDB: SqlShell = {
  ...SQLITE,
  names: ['duckdb'],
  engine: 'duckdb',
  grammar: {
    ...SQLITE.grammar,
    flags: `${SQLITE.grammar.flags} no-stdin unsigned ui unredacted`,
    values: `${SQLITE.grammar.values} -csf`,
  },
  statements: ['cmd', 'c', 's'],
  files: ['init', 'f'],
}

/** Clients that differ only in option names. */
const OTHERS: readonly SqlShell[] = [
  {
    names: ['clickhouse-client', 'clickhouse', 'chc'],
    engine: 'clickhouse',
    dialect: 'other',
    grammar: {
      flags: '-nmtEs secure multiquery multiline time vertical help version',
      values: 'h u d q f host port user password database query queries-file format',
    },
    host: ['h', 'host'],
    hostVariables: ['CLICKHOUSE_HOST'],
    database: ['d', 'database'],
    statements: ['q', 'query'],
    files: ['queries-file'],
  },
  {
    names: ['cqlsh'],
    engine: 'cassandra',
    dialect: 'other',
    grammar: {
      flags: '-C no-color ssl debug help version tty',
      values:
        'u p k f e username password keyspace file execute connect-timeout request-timeout cqlshrc encoding cqlversion',
    },
    host: [],
    hostVariables: ['CQLSH_HOST'],
    database: ['k', 'keyspace'],
    statements: ['e', 'execute'],
    files: ['f', 'file'],
  },
  {
    names: ['sqlcmd', 'bcp', 'mssql-cli'],
    engine: 'sqlserver',
    dialect: 'other',
    grammar: {
      flags: '-EeIkLNbcmpqrRuVWXyY1C',
      values: '-SUPdQiohswtlvfa',
    },
    host: ['S'],
    hostVariables: ['SQLCMDSERVER'],
    database: ['d'],
    statements: ['Q', 'q'],
    files: ['i'],
    writes: ['o'],
  },
  {
    names: 'usql trino presto beeline vertica vsql dolt sqlplus ksql libsql questdb steampipe osqueryi'.split(' '),
    engine: 'sql',
    dialect: 'other',
    grammar: {
      flags: '-qwX quiet help version no-password',
      values:
        'c command f file o h host p port u d database dbname server execute e accountname a username user password catalog schema format',
    },
    host: ['h', 'host', 'server', 'a'],
    hostVariables: [],
    database: ['d', 'database', 'dbname'],
    statements: ['c', 'command', 'e', 'execute', 'q'],
    files: ['f', 'file'],
    writes: ['o'],
  },
  {
    names: ['snowsql'],
    engine: 'snowflake',
    dialect: 'other',
    grammar: {
      flags: '-v help version noup',
      values: '-acdfoqrsuwDK query filename connection dbname schemaname accountname username variable',
    },
    host: ['a', 'accountname'],
    hostVariables: ['SNOWSQL_ACCOUNT'],
    database: ['d', 'dbname'],
    statements: ['q', 'query'],
    files: ['f', 'filename'],
  },
  {
    names: ['cockroach'],
    engine: 'cockroach',
    dialect: 'postgres',
    grammar: {
      flags: 'insecure help version',
      values: 'e execute host url d database u user f file format p port certs-dir set',
    },
    host: ['host'],
    hostVariables: ['COCKROACH_HOST'],
    database: ['d', 'database', 'url'],
    statements: ['e', 'execute'],
    files: ['f', 'file'],
  },
]

export const SQL_SHELL_TABLE: readonly SqlShell[] = [PSQL, MYSQL, SQLITE, DUCKDB, ...OTHERS]

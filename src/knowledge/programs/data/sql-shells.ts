import { recordWrite } from '../../../analysis/interpret/file-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { runSubstituteCommand } from '../../../analysis/interpret/injection-variables.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import type { Options } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec, SpecCallHandler } from '../../../analysis/interpret/spec.ts'
import { readSpecOptions } from '../../../analysis/interpret/spec-interpreter.ts'
import {
  answerOf,
  classifyHostReach,
  type Database,
  type DatabaseReach,
  findAssignedHost,
  isUrl,
  recordSqlEffect,
  recordSqlFile,
  recordSqlInput,
} from '../../../analysis/sql/database.ts'
import type { SqlDialect } from '../../../analysis/sql/sql-split.ts'
import type { Command, DataSource, Word } from '../../../analysis/words.ts'

/** What the options of a client mean, each by blanks. Not told: `-h`, `--host`, `-d`, `--database`. */
interface SqlClient {
  readonly engine: string
  readonly dialect?: SqlDialect
  readonly host?: string
  readonly hostVariable?: string
  readonly database?: string
  /** Options with statements, with files of statements, and those that only list. */
  readonly statements: string
  readonly files: string
  readonly lists?: string
  /** Options that name a file it writes. */
  readonly writes?: string
  /** A service keeps it: there is none on this machine. */
  readonly hosted?: true
  /** The first operand is the server, or a file that is the database; further operands are then statements. */
  readonly operand?: 'host' | 'file'
}

function readSqlShell(shell: SqlClient, options: Options, command: Command, recorder: EffectRecorder): CommandGrade {
  if (options.has('version', 'help', 'V')) return 'proven'
  const given = (names = '') => options.values(...names.split(' '))
  const database = resolveDatabase(shell, options, command, recorder)
  recordUnencryptedConnection(command, database, recorder)
  const isFile = shell.operand === 'file'
  const statements = [...given(shell.statements), ...(isFile ? options.operands.slice(1) : [])]
  const files = given(shell.files)
  const lists = options.has(...(shell.lists?.split(' ') ?? []))
  const grades: CommandGrade[] = [
    ...statements.map((word) => recordSqlEffect(isFile ? joinDotCommand(word) : word, database, recorder)),
    ...files.map((word) =>
      word.known === '-'
        ? recordSqlInput(command, database, recorder)
        : recordSqlFile(recorder.path(word), database, recorder),
    ),
    ...(statements.length + files.length === 0 && !lists ? [recordSqlInput(command, database, recorder)] : []),
    ...given(shell.writes).map((word) => recordOutputTarget(word, shell.engine, recorder)),
    ...(options.has('pager') ? (['unknown'] as const) : []),
    ...given('pager').map((word) => runSubstituteCommand(word, `${shell.engine} --pager`, recorder)),
  ]
  const understood = weakestGrade(options.unknown.length > 0 ? 'unknown' : 'proven', ...grades)
  if (understood === 'unknown' || understood === 'plain') return understood
  return database.reach === 'local-file' ? 'proven' : 'expected'
}

/** A command of the client itself, given as a word, is read to its end: line breaks in it are blanks. */
function joinDotCommand(word: Word): Word {
  if (!/^\s*\./.test(word.known)) return word
  const joined = (text: string) => text.trim().replaceAll(/\s+/g, ' ')
  return { ...word, known: joined(word.known), text: word.text === undefined ? undefined : joined(word.text) }
}

/** A remote server is talked to without encryption. */
function recordUnencryptedConnection(command: Command, database: Database, recorder: EffectRecorder): void {
  if (database.reach !== 'remote') return
  const off = command.args.find((word) => UNENCRYPTED_OPTION.test(word.known))
  if (off)
    recorder.effect({ kind: 'weaken', area: 'tls', feature: UNENCRYPTED_OPTION.exec(off.known)?.[0].trim() ?? 'tls' })
}

const UNENCRYPTED_OPTION =
  /(?:^|[\s?&])(?:sslmode=disable|--ssl-mode=disabled|--skip-ssl|--ssl=0|--ssl-verify-server-cert=0|--insecure)(?:$|[\s&])/i

/** `-o file`, or `-o '|command'`. */
function recordOutputTarget(word: Word, engine: string, recorder: EffectRecorder): CommandGrade {
  if (word.known.startsWith('|'))
    return recorder.runsShell({ text: word.text?.slice(1), sources: [] }, `${engine} output`)
  return weakestGrade('plain', recordWrite(word, 'overwrite', recorder))
}

function resolveDatabase(shell: SqlClient, options: Options, command: Command, recorder: EffectRecorder): Database {
  const { engine, dialect = 'other', database = 'd database' } = shell
  const named = options.value(...database.split(' ')) ?? options.operands[0]
  const of = { engine, dialect } as const
  if (shell.operand === 'file') {
    if (!named || named.known === ':memory:' || named.known === '')
      return { ...of, reach: 'local-file', name: ':memory:', disposable: true }
    const path = recorder.path(stripFileUri(named))
    recorder.effect({ kind: 'read-path', path, list: false })
    return { ...of, reach: 'local-file', name: path.text, disposable: path.sessionMade || path.zone === 'temp' }
  }
  const text = named ? displayText(named) : ''
  const name = isUrl(named) ? (text.split('/').at(-1) ?? '').replace(/\?.*$/, '') : text
  return { ...of, reach: classifyServerReach(shell, options, named, command), name, disposable: false }
}

/** `file:name?mode=ro` names a file too. */
function stripFileUri(word: Word): Word {
  if (!word.known.startsWith('file:')) return word
  const known = word.known
    .slice(5)
    .replace(/^\/\/(?=\/)/, '')
    .replace(/\?[^?]*$/, '')
  return { ...word, known, text: word.text === undefined ? undefined : known }
}

function classifyServerReach(
  shell: SqlClient,
  options: Options,
  named: Word | undefined,
  command: Command,
): DatabaseReach {
  const host = options.value(...(shell.host ?? 'h host').split(' '))
  if (host) return classifyHostReach(host)
  if (isUrl(named)) return classifyHostReach(named)
  const keyword = /(?:^|\s)host(?:addr)?=(\S+)/.exec(named?.known ?? '')?.[1]
  if (named && keyword) return classifyHostReach({ ...named, known: keyword })
  // What a service is stands in a file of connections: nobody writes one for this machine.
  if (/(?:^|\s)service=\S/.test(named?.known ?? '')) return 'remote'
  if (named?.dynamic) return 'unknown'
  if (shell.operand === 'host') return classifyHostReach(options.operands[0])
  if (shell.hosted) return 'remote'
  return classifyHostReach(findAssignedHost(command, ...(shell.hostVariable?.split(' ') ?? [])))
}

/** What a query prints comes from the database. */
const makeQueryOutput =
  ({ engine, operand }: Pick<SqlClient, 'engine' | 'operand'>): NonNullable<ProgramSpec['prints']> =>
  ({ operands: [file, ...statements] }, _, recorder) => {
    // A command of the client itself dumps what lies there: that is no answer to a query.
    const dumps = operand === 'file' && statements.some(({ known }) => known.trimStart().startsWith('.'))
    const source: DataSource = dumps ? { kind: 'command', program: engine, secret: false } : answerOf(engine)
    if (operand !== 'file' || !file || file.known === ':memory:') return { text: undefined, sources: [source] }
    const path = recorder.path(stripFileUri(file))
    // What a query picks out of a database is not the file that the database lies in.
    const lies = { kind: 'file', path: path.real ?? path.text, secret: path.tags.includes('secret') } as const
    return { text: undefined, sources: [source, lies] }
  }

/** A client of a database: its options, its language and what of them is which. */
function makeSqlClientSpec({
  names,
  style = 'tolerant',
  options,
  examples,
  ...meant
}: Omit<ProgramSpec, 'rules'> & SqlClient): ProgramSpec {
  const queries: SpecCallHandler = ({ spec, command, recorder }) =>
    readSqlShell(meant, readSpecOptions(spec, command), command, recorder)
  return { names, style, options: options ?? '', examples, prints: makeQueryOutput(meant), rules: [['**', queries]] }
}

const SQLITE_OPTIONS =
  '-ascii -bail -batch -box -column -csv -deserialize -echo -header -noheader -help -html -interactive -json -line -list -markdown -memtrace -nofollow -quote -readonly -safe -stats -table -tabs -version -append -utf8 -no-utf8 -cmd: -init: -maxsize: -mmap: -newline: -nullvalue: -separator: -vfs: -lookaside: -pagecache:'

export const SQL_SHELL_SPECS: readonly ProgramSpec[] = [
  makeSqlClientSpec({
    names: 'psql pgcli ysqlsh gsql',
    options:
      '-aAbeEHlnqsStxXz01wWV --list --password -cdfFhLopPRTUv: --command: --dbname: --file: --field-separator: --host: --log-file: --output: --port: --pset: --record-separator: --table-attr: --username: --set: --variable:',
    examples: {
      match: ["psql -c 'DROP TABLE users'", 'psql -h db.shop.example -f migrate.sql'],
      pass: ["psql -c 'SELECT 1'", 'psql -l'],
    },
    engine: 'postgres',
    dialect: 'postgres',
    hostVariable: 'PGHOST PGHOSTADDR',
    database: 'd dbname',
    statements: 'c command',
    files: 'f file',
    lists: 'l list',
    writes: 'o output L log-file',
  }),
  makeSqlClientSpec({
    names: 'mysql mariadb mycli mysqlsh',
    options:
      '-ABCEfGHiLnNqrstUvVWwX -DehPSu: --database: --execute: --host: --port: --socket: --user: --protocol: --default-character-set: --delimiter: --init-command: --tee: --pager: --prompt: --max-allowed-packet: --connect-timeout: --defaults-file: --defaults-extra-file: --login-path: --ssl-ca: --ssl-mode: --uri: --file: -p? --password? --debug?',
    examples: { match: ["mysql shop -e 'DROP TABLE users'"], pass: ["mysql -e 'SHOW TABLES' shop"] },
    engine: 'mysql',
    dialect: 'mysql',
    hostVariable: 'MYSQL_HOST',
    database: 'D database uri',
    statements: 'e execute init-command',
    files: 'file',
    writes: 'tee',
  }),
  makeSqlClientSpec({
    names: 'sqlite3 sqlite litecli sqlcipher',
    style: 'one-dash',
    options: SQLITE_OPTIONS,
    examples: { match: ["sqlite3 app.db 'DELETE FROM users'"], pass: ["sqlite3 app.db 'SELECT 1'"] },
    engine: 'sqlite',
    dialect: 'sqlite',
    statements: 'cmd',
    files: 'init',
    operand: 'file',
  }),
  makeSqlClientSpec({
    names: 'duckdb',
    style: 'one-dash',
    options: `${SQLITE_OPTIONS} -no-stdin -unsigned -ui -unredacted -c: -s: -f:`,
    examples: { match: ["duckdb app.db -c 'DROP TABLE users'"], pass: ["duckdb -c 'SELECT 1'"] },
    engine: 'duckdb',
    dialect: 'sqlite',
    statements: 'cmd c s',
    files: 'init f',
    operand: 'file',
  }),
  makeSqlClientSpec({
    names: 'clickhouse-client clickhouse chc',
    options: '-nmtEs -hudqf: --host: --port: --user: --password: --database: --query: --queries-file: --format:',
    examples: { match: ["clickhouse-client -q 'DROP TABLE users'"], pass: ["clickhouse-client -q 'SELECT 1'"] },
    engine: 'clickhouse',
    hostVariable: 'CLICKHOUSE_HOST',
    statements: 'q query',
    files: 'queries-file',
  }),
  makeSqlClientSpec({
    names: 'cqlsh',
    options:
      '-C -upkfe: --username: --password: --keyspace: --file: --execute: --connect-timeout: --request-timeout: --cqlshrc: --encoding: --cqlversion:',
    examples: { match: ["cqlsh -e 'DROP TABLE users'"], pass: ["cqlsh -e 'SELECT 1'"] },
    engine: 'cassandra',
    hostVariable: 'CQLSH_HOST',
    database: 'k keyspace',
    statements: 'e execute',
    files: 'f file',
    operand: 'host',
  }),
  makeSqlClientSpec({
    names: 'sqlcmd bcp mssql-cli',
    style: 'listed',
    options: '-EeIkLNbcmpqrRuVWXyY1C -SUPdQiohswtlvfa:',
    examples: { match: ["sqlcmd -S db.shop.example -Q 'DROP TABLE users'"], pass: ["sqlcmd -Q 'SELECT 1'"] },
    engine: 'sqlserver',
    host: 'S',
    hostVariable: 'SQLCMDSERVER',
    statements: 'Q q',
    files: 'i',
    writes: 'o',
  }),
  makeSqlClientSpec({
    names: 'snowsql bendsql',
    options:
      '-v -acdfhopqrsuw: --connection: --query: --filename: --config: --dbname: --schemaname: --warehouse: --rolename: --accountname: --username: --option: --variable:',
    examples: { match: ["snowsql -c a -q 'DROP TABLE users'"], pass: ["snowsql -q 'SELECT 1'"] },
    engine: 'sql',
    hosted: true,
    database: 'd dbname',
    statements: 'q query',
    files: 'f filename',
  }),
  makeSqlClientSpec({
    names: 'usql trino presto beeline vertica vsql dolt sqlplus ksql libsql questdb steampipe osqueryi cockroach',
    options:
      '-XwvI -acdefhopqru: --command: --file: --filename: --host: --port: --url: --database: --dbname: --server: --execute: --query: --connection: --accountname: --username: --user: --password: --catalog: --schema: --format: --certs-dir: --set:',
    examples: { match: ["trino --execute 'DROP TABLE users'"], pass: ["trino --execute 'SELECT 1'"] },
    engine: 'sql',
    host: 'h host server a accountname',
    hostVariable: 'COCKROACH_HOST',
    database: 'd database dbname url',
    statements: 'c command e execute q query',
    files: 'f file filename',
    writes: 'o',
  }),
]

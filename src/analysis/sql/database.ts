import { environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import { recordProgramText } from '../code/program-text.ts'
import type { Certainty, Effect } from '../effects.ts'
import { recordUnreadCode } from '../interpret/injection-variables.ts'
import type { CommandGrade, EffectRecorder } from '../interpret/program.ts'
import type { PathUse } from '../paths/paths.ts'
import { classifyHost, hostOf } from '../remote/hosts.ts'
import { isUsualSource } from '../remote/package-sources.ts'
import type { Command, DataSource, Value, Word } from '../words.ts'
import { listDataTargets, listGrantTargets } from './data-targets.ts'
import { CODE_LOADING_MARK, readSql, type SqlReading } from './sql.ts'
import type { SqlDialect } from './sql-split.ts'

export type DatabaseReach = DatabaseChange['reach']

export interface Database {
  readonly engine: string
  readonly dialect: SqlDialect
  readonly reach: DatabaseReach
  readonly name: string
  /** Nothing would be lost: an in-memory or session-made database. */
  readonly disposable: boolean
}

type DatabaseChange = Extract<Effect, { kind: 'database-change' }>

export function recordDatabaseChange(
  { engine, reach }: Pick<Database, 'engine' | 'reach'>,
  change: Pick<DatabaseChange, 'statement' | 'target'> &
    Partial<Pick<DatabaseChange, 'unbounded' | 'targets' | 'certainty'>>,
  recorder: EffectRecorder,
): 'plain' {
  recorder.effect({ kind: 'database-change', engine, reach, unbounded: false, ...change })
  return 'plain'
}

/** Where a server is, by its host word: none means this machine. */
export function classifyHostReach(host: Word | undefined): DatabaseReach {
  if (!host) return 'local-server'
  const name = hostOf(host.known)
  if (host.known.startsWith('/')) return 'local-server'
  if (name === '' || name.includes('\0')) return 'unknown'
  const address = classifyHost(name)
  return address === 'loopback' ? 'local-server' : address === 'unknown' ? 'unknown' : 'remote'
}

export function isUrl(word: Word | undefined): boolean {
  return word !== undefined && /^[a-z][a-z0-9+]*:\/\//i.test(word.known)
}

export function findAssignedHost(command: Command, ...names: readonly string[]): Word | undefined {
  return command.assignments.findLast((item) => names.includes(item.name))?.value
}

export function recordSqlEffect(text: Value, database: Database, recorder: EffectRecorder, depth = 0): CommandGrade {
  if (text.text === undefined) {
    recorder.unknown(`the statements for ${database.engine} are not known`)
    // What can be read of them still counts.
    const known = 'known' in text && typeof text.known === 'string' ? text.known.replaceAll('\0', 'x') : ''
    recordUnreadStatements(database, recorder)
    for (const reading of known === '' ? [] : dedupeStatements(readSql(known, database.dialect), recorder))
      if (reading.kind === 'change' || reading.kind === 'shell')
        recordStatement(reading, { database, undone: false, recorder, depth })
    return 'unknown'
  }
  const readings = readSql(text.text, database.dialect)
  const undone = isRolledBack(readings)
  let grade: CommandGrade = database.reach === 'local-file' ? 'proven' : 'expected'
  for (const reading of dedupeStatements(readings, recorder)) {
    const own = recordStatement(reading, { database, undone, recorder, depth })
    if (own === 'unknown' || (own === 'plain' && grade !== 'unknown')) grade = own
  }
  return grade
}

/** What nobody has read may well change a database that others use. */
export function recordUnreadStatements(
  database: Pick<Database, 'engine' | 'reach' | 'name'>,
  recorder: EffectRecorder,
): void {
  if (database.reach === 'remote')
    recordDatabaseChange(database, { statement: 'other', target: database.name, certainty: 'likely' }, recorder)
}

/** Everything after BEGIN is rolled back in the end. */
function isRolledBack(readings: readonly SqlReading[]): boolean {
  const kinds = readings.map(({ kind }) => kind)
  return kinds[0] === 'begin' && kinds.at(-1) === 'rollback' && !kinds.includes('commit')
}

/** Different things that one text is told to do. */
const MAX_STATEMENTS = 500

/** Each thing once: a thousand rows are put in by one statement a thousand times. */
function dedupeStatements(readings: readonly SqlReading[], recorder: EffectRecorder): readonly SqlReading[] {
  if (readings.length < 2) return readings
  const different = [...new Map(readings.map((reading) => [JSON.stringify(reading), reading])).values()]
  if (different.length > MAX_STATEMENTS) recorder.unknown('more statements than are read')
  return different.slice(0, MAX_STATEMENTS)
}

interface StatementContext {
  readonly database: Database
  readonly undone: boolean
  readonly recorder: EffectRecorder
  readonly depth: number
}

function recordStatement(
  reading: SqlReading,
  { database, undone, recorder, depth }: StatementContext,
): CommandGrade | undefined {
  const { engine, reach, name, disposable } = database
  const certainty: Certainty = undone || disposable ? 'possible' : 'certain'
  switch (reading.kind) {
    case 'read':
    case 'begin':
    case 'commit':
    case 'rollback':
      return undefined
    case 'change': {
      const { unbounded } = reading
      const statement = reading.anew && reach === 'local-file' ? 'other' : reading.statement
      const target = name ? `${name}: ${reading.target}` : reading.target
      const targets = listDataTargets(database, reading)
      return recordDatabaseChange(database, { statement, unbounded, target, targets, certainty }, recorder)
    }
    case 'rights':
      recorder.effect({
        kind: 'grant',
        what: reading.what,
        to: reading.to,
        targets: listGrantTargets(reading.what, reading.to),
        reach: reach === 'remote' ? 'remote' : 'machine',
        // On this machine rights are a developer's own, unless they let everybody in.
        certainty: reach === 'remote' || reading.open ? certainty : 'possible',
      })
      return 'plain'
    case 'unwatch':
      recorder.effect({ kind: 'weaken', area: 'audit', feature: reading.what, certainty })
      return 'plain'
    case 'shell':
      // A bare shell runs the data it is given.
      if (/^\s*(?:\/(?:usr\/)?bin\/)?(?:ba|da|z|k)?sh\s*$/.test(reading.text))
        recorder.effect({ kind: 'run-code', language: 'shell', origin: 'dynamic', read: false, host: undefined })
      return recorder.runsShell({ text: reading.text, sources: [] }, `${engine} shell escape`)
    case 'read-file':
      recorder.effect({ kind: 'read-path', path: recorder.pathOf(reading.path), list: false })
      return 'plain'
    case 'write-file':
      recorder.effect({ kind: 'write-path', path: recorder.pathOf(reading.path), how: 'overwrite', content: undefined })
      return 'plain'
    case 'send': {
      const sent = reading.files.map((file): DataSource => {
        const { real, text, tags } = recorder.pathOf(file)
        return { kind: 'file', path: real ?? text, secret: tags.includes('secret') }
      })
      const payload: DataSource[] = sent.length > 0 ? sent : [{ kind: 'command', program: engine, secret: false }]
      const host = hostOf(reading.address)
      recorder.effect({ kind: 'send-data', host, channel: 'other', payload, certainty: 'likely' })
      return 'plain'
    }
    case 'load': {
      const { address } = reading
      const host = hostOf(address)
      if (!isUsualSource(host))
        recorder.effect({ kind: 'run-code', language: 'other', origin: 'download', read: false, host, address })
      return 'plain'
    }
    case 'reveal':
      // What a developer keeps here is made up, but for the accounts of the server.
      if (reach !== 'remote' && !reading.own && environmentOfName(name) !== 'production') return undefined
      recorder.effect({
        kind: 'expose-secret',
        source: { kind: 'secret-store', store: `${engine} ${reading.column}` },
        sink: 'output',
        certainty: disposable ? 'possible' : 'likely',
      })
      return 'plain'
    case 'script':
      return depth < 4 ? recordSqlFile(recorder.pathOf(reading.path), database, recorder, depth + 1) : 'unknown'
    case 'unknown':
      recorder.unknown(`a statement of ${engine} is not understood`)
      recordProgramText(reading.text, recorder, { by: engine, language: 'other' })
      if (reading.text === CODE_LOADING_MARK) recordUnreadCode('other', `${engine} extension`, recorder)
      recordUnreadStatements(database, recorder)
      return 'unknown'
  }
}

export function recordSqlFile(path: PathUse, database: Database, recorder: EffectRecorder, depth = 0): CommandGrade {
  recorder.effect({ kind: 'read-path', path, list: false })
  const text = path.real === undefined ? undefined : recorder.readText(path.real)
  if (text !== undefined) return recordSqlEffect({ text, sources: [] }, database, recorder, depth)
  const certainty = database.reach === 'remote' ? 'likely' : 'possible'
  recordDatabaseChange(database, { statement: 'other', target: path.text, certainty }, recorder)
  return 'unknown'
}

const SQL_STATEMENT_START = /^\s*(?:drop|delete|truncate|update|alter|insert|grant|create|select|with|begin)\s/i

/** Statements that a framework's or platform's own shell hands on: on standard input, or as one of its words. */
export function recordFrameworkSql(
  command: Pick<Command, 'name' | 'args' | 'stdin'>,
  reach: DatabaseReach,
  recorder: EffectRecorder,
): CommandGrade {
  const name = command.name ?? 'database'
  const database: Database = { engine: name, dialect: 'other', reach, name: '', disposable: false }
  const words = command.args.filter((word) => SQL_STATEMENT_START.test(word.known))
  const piped = command.stdin.kind === 'value' ? [command.stdin.value] : []
  const grades = [...words, ...piped].map((value) => recordSqlEffect(value, database, recorder))
  return grades.includes('unknown') ? 'unknown' : 'plain'
}

export function recordSqlInput(command: Command, database: Database, recorder: EffectRecorder): CommandGrade {
  if (command.stdin.kind === 'inherited') return 'plain'
  const { value } = command.stdin
  const file = value.sources.find((source) => source.kind === 'file')
  if (value.text === undefined && value.sources.some(isAnswer)) {
    const by = command.name ?? database.engine
    recorder.effect({ kind: 'run-code', language: 'other', origin: 'dynamic', read: false, host: undefined, by })
  }
  if (value.text === undefined && file?.kind === 'file')
    return recordSqlFile(recorder.pathOf(file.path), database, recorder)
  return recordSqlEffect(value, database, recorder)
}

/** What a database answered to a query: as statements, it was put together from rows that nobody has read. */
const ANSWER = 'answer of '

export function answerOf(engine: string): DataSource {
  return { kind: 'command', program: `${ANSWER}${engine}`, secret: false }
}

function isAnswer(source: DataSource): boolean {
  return source.kind === 'command' && source.program.startsWith(ANSWER)
}

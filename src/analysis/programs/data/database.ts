import { stateProgramText } from '../../code/program-text.ts'
import type { Certainty, Effect } from '../../effects.ts'
import { addressOf, hostOf } from '../../hosts.ts'
import { isUsualSource } from '../../package-sources.ts'
import type { PathUse } from '../../paths.ts'
import { stageOfName } from '../../stages.ts'
import type { Command, DataSource, Value, Word } from '../../words.ts'
import type { Scribe, Standing } from '../program.ts'
import { stateUnseen } from '../shell/injecting.ts'
import { dataTargets, sqlRight } from './data-targets.ts'
import { LOADS_CODE, readSql, type SqlReading } from './sql.ts'
import type { Dialect } from './sql-split.ts'

export type DatabaseReach = Change['reach']

export interface Database {
  readonly engine: string
  readonly dialect: Dialect
  readonly reach: DatabaseReach
  readonly name: string
  /** Nothing would be lost: an in-memory or session-made database. */
  readonly disposable: boolean
}

type Change = Extract<Effect, { kind: 'database-change' }>

export function changesData(
  { engine, reach }: Pick<Database, 'engine' | 'reach'>,
  change: Pick<Change, 'statement' | 'target'> & Partial<Pick<Change, 'unbounded' | 'targets' | 'certainty'>>,
  scribe: Scribe,
): 'plain' {
  scribe.effect({ kind: 'database-change', engine, reach, unbounded: false, ...change })
  return 'plain'
}

/** Where a server is, by its host word: none means this machine. */
export function reachOf(host: Word | undefined): DatabaseReach {
  if (!host) return 'local-server'
  const name = hostOf(host.known)
  if (host.known.startsWith('/')) return 'local-server'
  if (name === '' || name.includes('\0')) return 'unknown'
  const address = addressOf(name)
  return address === 'loopback' ? 'local-server' : address === 'unknown' ? 'unknown' : 'remote'
}

export function isUrl(word: Word | undefined): boolean {
  return word !== undefined && /^[a-z][a-z0-9+]*:\/\//i.test(word.known)
}

export function assignedHost(command: Command, ...names: readonly string[]): Word | undefined {
  return command.assignments.findLast((item) => names.includes(item.name))?.value
}

export function stateSql(text: Value, database: Database, scribe: Scribe, depth = 0): Standing {
  if (text.text === undefined) {
    scribe.unknown(`the statements for ${database.engine} are not known`)
    // What can be read of them still counts.
    const known = 'known' in text && typeof text.known === 'string' ? text.known.replaceAll('\0', 'x') : ''
    stateUnread(database, scribe)
    for (const reading of known === '' ? [] : differentOf(readSql(known, database.dialect), scribe))
      if (reading.kind === 'change' || reading.kind === 'shell')
        stateReading(reading, { database, undone: false, scribe, depth })
    return 'unknown'
  }
  const readings = readSql(text.text, database.dialect)
  const undone = isUndone(readings)
  let standing: Standing = database.reach === 'local-file' ? 'proven' : 'expected'
  for (const reading of differentOf(readings, scribe)) {
    const own = stateReading(reading, { database, undone, scribe, depth })
    if (own === 'unknown' || (own === 'plain' && standing !== 'unknown')) standing = own
  }
  return standing
}

/** What nobody has read may well change a database that others use. */
export function stateUnread(database: Pick<Database, 'engine' | 'reach' | 'name'>, scribe: Scribe): void {
  if (database.reach === 'remote')
    changesData(database, { statement: 'other', target: database.name, certainty: 'likely' }, scribe)
}

/** Everything after BEGIN is rolled back in the end. */
function isUndone(readings: readonly SqlReading[]): boolean {
  const kinds = readings.map(({ kind }) => kind)
  return kinds[0] === 'begin' && kinds.at(-1) === 'rollback' && !kinds.includes('commit')
}

/** Different things that one text is told to do. */
const MOST_READINGS = 500

/** Each thing once: a thousand rows are put in by one statement a thousand times. */
function differentOf(readings: readonly SqlReading[], scribe: Scribe): readonly SqlReading[] {
  if (readings.length < 2) return readings
  const different = [...new Map(readings.map((reading) => [JSON.stringify(reading), reading])).values()]
  if (different.length > MOST_READINGS) scribe.unknown('more statements than are read')
  return different.slice(0, MOST_READINGS)
}

interface Place {
  readonly database: Database
  readonly undone: boolean
  readonly scribe: Scribe
  readonly depth: number
}

function stateReading(reading: SqlReading, { database, undone, scribe, depth }: Place): Standing | undefined {
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
      const targets = dataTargets(database, reading)
      return changesData(database, { statement, unbounded, target, targets, certainty }, scribe)
    }
    case 'rights':
      scribe.effect({
        kind: 'grant',
        what: reading.what,
        to: reading.to,
        targets: sqlRight(reading.what, reading.to),
        reach: reach === 'remote' ? 'remote' : 'machine',
        // On this machine rights are a developer's own, unless they let everybody in.
        certainty: reach === 'remote' || reading.open ? certainty : 'possible',
      })
      return 'plain'
    case 'unwatch':
      scribe.effect({ kind: 'weaken', area: 'audit', feature: reading.what, certainty })
      return 'plain'
    case 'shell':
      // A bare shell runs the data it is given.
      if (/^\s*(?:\/(?:usr\/)?bin\/)?(?:ba|da|z|k)?sh\s*$/.test(reading.text))
        scribe.effect({ kind: 'run-code', language: 'shell', origin: 'dynamic', read: false, host: undefined })
      return scribe.runsShell({ text: reading.text, sources: [] }, `${engine} shell escape`)
    case 'read-file':
      scribe.effect({ kind: 'read-path', path: scribe.pathOf(reading.path), list: false })
      return 'plain'
    case 'write-file':
      scribe.effect({ kind: 'write-path', path: scribe.pathOf(reading.path), how: 'overwrite', content: undefined })
      return 'plain'
    case 'send': {
      const sent = reading.files.map((file): DataSource => {
        const { real, text, tags } = scribe.pathOf(file)
        return { kind: 'file', path: real ?? text, secret: tags.includes('secret') }
      })
      const payload: DataSource[] = sent.length > 0 ? sent : [{ kind: 'command', program: engine, secret: false }]
      const host = hostOf(reading.address)
      scribe.effect({ kind: 'send-data', host, channel: 'other', payload, certainty: 'likely' })
      return 'plain'
    }
    case 'load': {
      const { address } = reading
      const host = hostOf(address)
      if (!isUsualSource(host))
        scribe.effect({ kind: 'run-code', language: 'other', origin: 'download', read: false, host, address })
      return 'plain'
    }
    case 'reveal':
      // What a developer keeps here is made up, but for the accounts of the server.
      if (reach !== 'remote' && !reading.own && stageOfName(name) !== 'production') return undefined
      scribe.effect({
        kind: 'expose-secret',
        source: { kind: 'secret-store', store: `${engine} ${reading.column}` },
        sink: 'output',
        certainty: disposable ? 'possible' : 'likely',
      })
      return 'plain'
    case 'script':
      return depth < 4 ? stateFile(scribe.pathOf(reading.path), database, scribe, depth + 1) : 'unknown'
    case 'unknown':
      scribe.unknown(`a statement of ${engine} is not understood`)
      stateProgramText(reading.text, scribe, { by: engine, language: 'other' })
      if (reading.text === LOADS_CODE) stateUnseen('other', `${engine} extension`, scribe)
      stateUnread(database, scribe)
      return 'unknown'
  }
}

export function stateFile(path: PathUse, database: Database, scribe: Scribe, depth = 0): Standing {
  scribe.effect({ kind: 'read-path', path, list: false })
  const text = path.real === undefined ? undefined : scribe.readText(path.real)
  if (text !== undefined) return stateSql({ text, sources: [] }, database, scribe, depth)
  const certainty = database.reach === 'remote' ? 'likely' : 'possible'
  changesData(database, { statement: 'other', target: path.text, certainty }, scribe)
  return 'unknown'
}

const STATEMENT = /^\s*(?:drop|delete|truncate|update|alter|insert|grant|create|select|with|begin)\s/i

/** Statements that a framework's or platform's own shell hands on: on standard input, or as one of its words. */
export function stateGivenSql(
  command: Pick<Command, 'name' | 'args' | 'stdin'>,
  reach: DatabaseReach,
  scribe: Scribe,
): Standing {
  const name = command.name ?? 'database'
  const database: Database = { engine: name, dialect: 'other', reach, name: '', disposable: false }
  const words = command.args.filter((word) => STATEMENT.test(word.known))
  const piped = command.stdin.kind === 'value' ? [command.stdin.value] : []
  const standings = [...words, ...piped].map((value) => stateSql(value, database, scribe))
  return standings.includes('unknown') ? 'unknown' : 'plain'
}

export function stateInput(command: Command, database: Database, scribe: Scribe): Standing {
  if (command.stdin.kind === 'inherited') return 'plain'
  const { value } = command.stdin
  const file = value.sources.find((source) => source.kind === 'file')
  if (value.text === undefined && value.sources.some(isAnswer)) {
    const by = command.name ?? database.engine
    scribe.effect({ kind: 'run-code', language: 'other', origin: 'dynamic', read: false, host: undefined, by })
  }
  if (value.text === undefined && file?.kind === 'file') return stateFile(scribe.pathOf(file.path), database, scribe)
  return stateSql(value, database, scribe)
}

/** What a database answered to a query: as statements, it was put together from rows that nobody has read. */
const ANSWER = 'answer of '

export function answerOf(engine: string): DataSource {
  return { kind: 'command', program: `${ANSWER}${engine}`, secret: false }
}

function isAnswer(source: DataSource): boolean {
  return source.kind === 'command' && source.program.startsWith(ANSWER)
}

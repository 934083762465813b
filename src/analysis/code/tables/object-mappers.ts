import type { Effect } from '../../effects.ts'
import { listGrantTargets } from '../../sql/data-targets.ts'
import { readSql, type SqlReading } from '../../sql/sql.ts'
import {
  type AbstractValue,
  exactText,
  knownOf,
  referenceValue,
  textValue,
  UNKNOWN_RESULT,
} from '../run/abstract-value.ts'
import {
  argument,
  type CodeCall,
  type Handler,
  type Handlers,
  lastNamePart,
  requiredArgument,
  voidHandler,
} from '../run/call-table.ts'
import { isTestName } from '../run/client-shapes.ts'
import type { CodeRun } from '../run/run.ts'
import { identityHandler } from './handlers.ts'
import { cloudDeleteHandler } from './service-clients.ts'

type DatabaseReach = Extract<Effect, { kind: 'database-change' }>['reach']

export function databaseHandler(engine: string, reach: DatabaseReach, position = 0): Handler {
  return (call, run) => {
    const statement =
      exactText(argument(call, position, 'sql', 'query')) ??
      knownOf(requiredArgument(call, position)).replaceAll('\0', '?')
    if (!/[a-z]{4}\s/i.test(statement)) return undefined
    const { where } = run.unresolved.remote.makers.of(call.name)
    const place = reach !== 'unknown' || where === 'unknown' ? reach : where === 'remote' ? 'remote' : 'local-server'
    for (const reading of readSql(statement)) recordSql(reading, { call, run, engine, reach: place })
    return undefined
  }
}

interface SqlContext {
  readonly call: CodeCall
  readonly run: CodeRun
  readonly engine: string
  readonly reach: DatabaseReach
}

function recordSql(reading: SqlReading, { call, run, engine, reach }: SqlContext): void {
  const by = call.name
  if (reading.kind === 'shell') run.shell(textValue(reading.text), by)
  if (reading.kind === 'rights') {
    const { what, to, open } = reading
    run.acts({
      kind: 'grant',
      what,
      to,
      targets: listGrantTargets(what, to),
      reach: reach === 'remote' ? 'remote' : 'machine',
      by,
      certainty: reach === 'remote' || open ? 'certain' : 'possible',
    })
  }
  if (reading.kind !== 'change') return
  const done = reading.anew && reach !== 'remote' ? 'other' : reading.statement
  run.lower((done === 'insert' || done === 'other') && reach !== 'remote' ? 'expected' : 'plain')
  const { unbounded, target } = reading
  run.state({ kind: 'database-change', engine, statement: done, unbounded, reach, target, by })
}

/** Methods that are handed statements, in whatever library; text that is none of those is something else. */
const EXECUTE_METHODS = /^\$?execute/
const SQL_METHODS = /quer(?:y|ies)|exec|command|statement|sql|^(?:do|run|raw|prepare)$/i
const SQL_STATEMENT =
  /(?:^|[;(\n])\s{0,80}(?:(?:drop|truncate|alter|create|grant|revoke)\s{1,20}\w|(?:delete\s{1,20}from|insert\s{1,20}into|merge\s{1,20}into)\s|update\s{1,20}\S{1,200}\s{1,20}set\s)/i
const anySqlHandler = databaseHandler('sql', 'unknown')

export function sqlHandlerFor(name: string): Handler | undefined {
  if (EXECUTE_METHODS.test(name)) return anySqlHandler
  if (!SQL_METHODS.test(name)) return undefined
  return (call, run) =>
    SQL_STATEMENT.test(knownOf(requiredArgument(call, 0, 'sql', 'query'))) ? anySqlHandler(call, run) : undefined
}

type SqlStatementKind = Extract<Effect, { kind: 'database-change' }>['statement']

function recordDatabaseChange(
  call: CodeCall,
  run: CodeRun,
  statement: SqlStatementKind,
  unbounded: boolean,
): AbstractValue {
  if (isTestName(call.name)) return UNKNOWN_RESULT
  run.lower('plain')
  const target = call.name.replace(/\(\)/g, '').split('.').slice(-3, -1).join('.')
  run.state({
    kind: 'database-change',
    engine: 'application',
    statement,
    unbounded,
    reach: 'unknown',
    target: target.replace(/^\?$/, ''),
  })
  return UNKNOWN_RESULT
}

function emptyDatabaseHandler(statement: SqlStatementKind): Handler {
  return (call, run) => recordDatabaseChange(call, run, statement, true)
}

/** `Model.objects.all().delete()`, `session.query(Model).delete()`: without a filter everything goes. */
const deleteQueryHandler: Handler = (call, run) => {
  if (!/\.objects\.|\._\w+_manager\.|\.query\(\)|\.table\(\)/.test(call.name)) return cloudDeleteHandler(call, run)
  const narrowed = /\.(?:filter|filter_by|exclude|where|get|first|limit|find)\(\)/.test(call.name)
  return recordDatabaseChange(call, run, 'delete', !narrowed)
}

/** `collection.delete_many({})`, `prisma.user.deleteMany()`: a filter that filters nothing. */
const deleteManyHandler: Handler = (call, run) => {
  const [filter] = call.args
  const chosen = filter?.fields?.get('where') ?? filter
  const everything = filter === undefined || (chosen?.fields !== undefined && chosen.fields.size === 0)
  return recordDatabaseChange(call, run, 'delete', everything)
}

/** `sequelize.sync({ force: true })` makes every table anew. */
const forceSyncHandler: Handler = (call, run) =>
  call.args[0]?.fields?.get('force')?.ref === 'true' ? recordDatabaseChange(call, run, 'drop', true) : undefined

/** Databases that live in memory or among temporary files: nothing of anybody is in them. */
const sqliteHandler: Handler = (call, run) => {
  const place = exactText(call.args[0])
  if (place === undefined) return undefined
  const path = place === ':memory:' || place === '' ? undefined : run.recorder.pathOf(place)
  if (path?.tags.includes('secret')) run.reads(call.args[0] ?? UNKNOWN_RESULT)
  const disposable = path === undefined || path.sessionMade || path.zone === 'temp'
  return disposable ? referenceValue('sqlite3.disposable()') : undefined
}

function truncateTableHandler(name: RegExp): Handler {
  return (call, run) => (name.test(call.name) ? recordDatabaseChange(call, run, 'truncate', true) : undefined)
}

export const PYTHON_MAPPERS: Handlers = {
  '{?. *.}_raw_delete': deleteQueryHandler,
  '?.delete': deleteQueryHandler,
  '*.{drop_all drop_database} ?.indices.delete': emptyDatabaseHandler('drop'),
  '*.{flushall flushdb}': emptyDatabaseHandler('flush'),
  '*.delete_many': deleteManyHandler,
  'sqlite3.connect': sqliteHandler,
  'sqlalchemy.text sqlalchemy.sql.text psycopg.sql.SQL psycopg2.sql.SQL': identityHandler,
  'sqlite3.disposable(){. .cursor().}{execute executemany executescript}': () => undefined,
}

const gitHandler = voidHandler((call, run) => {
  const verb = lastNamePart(call.name)
  const words = call.args.flatMap((value) => value.items ?? [value])
  run.program([textValue('git'), textValue(verb), ...words])
})

export const JAVASCRIPT_MAPPERS: Handlers = {
  '{simple-git simple-git.simpleGit simple-git.default}().{reset clean push checkout stash branch raw}': gitHandler,
  'sequelize.drop *.{dropDatabase dropSchema}': emptyDatabaseHandler('drop'),
  '*.deleteMany': deleteManyHandler,
  '*.{flushall flushAll flushdb flushDb}': emptyDatabaseHandler('flush'),
  '*.sync': forceSyncHandler,
}

export const RUBY_MAPPERS: Handlers = {
  '*.{drop_table drop_database} ?.drop_schema': emptyDatabaseHandler('drop'),
  '*.truncate': truncateTableHandler(/connection(?:\(\))?\.truncate$/),
}

export const PHP_MAPPERS: Handlers = {
  'DB.table().delete DB.table().truncate': deleteQueryHandler,
  '*.truncate': truncateTableHandler(/^[A-Z][\w.\\]*\.truncate$/),
}

import type { Effect } from '../../effects.ts'
import { sqlRight } from '../../programs/data/data-targets.ts'
import { readSql, type SqlReading } from '../../programs/data/sql.ts'
import { isTried } from '../run/client-shapes.ts'
import type { Run } from '../run/run.ts'
import { argument, type CodeCall, does, type Handler, type Handlers, lastOf, required } from '../run/table.ts'
import { type Abstract, exact, knownOf, reference, text, UNKNOWN } from '../run/value.ts'
import { same } from './acts.ts'
import { deletesInCloud } from './service-clients.ts'

type Reach = Extract<Effect, { kind: 'database-change' }>['reach']

export function database(engine: string, reach: Reach, position = 0): Handler {
  return (call, run) => {
    const statement =
      exact(argument(call, position, 'sql', 'query')) ?? knownOf(required(call, position)).replaceAll('\0', '?')
    if (!/[a-z]{4}\s/i.test(statement)) return undefined
    const { where } = run.loose.far.makers.of(call.name)
    const place = reach !== 'unknown' || where === 'untold' ? reach : where === 'far' ? 'remote' : 'local-server'
    for (const reading of readSql(statement)) stateSql(reading, { call, run, engine, reach: place })
    return undefined
  }
}

interface Given {
  readonly call: CodeCall
  readonly run: Run
  readonly engine: string
  readonly reach: Reach
}

function stateSql(reading: SqlReading, { call, run, engine, reach }: Given): void {
  const by = call.name
  if (reading.kind === 'shell') run.shell(text(reading.text), by)
  if (reading.kind === 'rights') {
    const { what, to, open } = reading
    run.acts({
      kind: 'grant',
      what,
      to,
      targets: sqlRight(what, to),
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
const EXECUTES = /^\$?execute/
const RUNS_SQL = /quer(?:y|ies)|exec|command|statement|sql|^(?:do|run|raw|prepare)$/i
const STATEMENT =
  /(?:^|[;(\n])\s{0,80}(?:(?:drop|truncate|alter|create|grant|revoke)\s{1,20}\w|(?:delete\s{1,20}from|insert\s{1,20}into|merge\s{1,20}into)\s|update\s{1,20}\S{1,200}\s{1,20}set\s)/i
const anySql = database('sql', 'unknown')

export function runsSql(name: string): Handler | undefined {
  if (EXECUTES.test(name)) return anySql
  if (!RUNS_SQL.test(name)) return undefined
  return (call, run) => (STATEMENT.test(knownOf(required(call, 0, 'sql', 'query'))) ? anySql(call, run) : undefined)
}

type Statement = Extract<Effect, { kind: 'database-change' }>['statement']

function states(call: CodeCall, run: Run, statement: Statement, unbounded: boolean): Abstract {
  if (isTried(call.name)) return UNKNOWN
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
  return UNKNOWN
}

function empties(statement: Statement): Handler {
  return (call, run) => states(call, run, statement, true)
}

/** `Model.objects.all().delete()`, `session.query(Model).delete()`: without a filter everything goes. */
const deletesQuery: Handler = (call, run) => {
  if (!/\.objects\.|\._\w+_manager\.|\.query\(\)|\.table\(\)/.test(call.name)) return deletesInCloud(call, run)
  const narrowed = /\.(?:filter|filter_by|exclude|where|get|first|limit|find)\(\)/.test(call.name)
  return states(call, run, 'delete', !narrowed)
}

/** `collection.delete_many({})`, `prisma.user.deleteMany()`: a filter that filters nothing. */
const deletesMany: Handler = (call, run) => {
  const [filter] = call.args
  const chosen = filter?.fields?.get('where') ?? filter
  const everything = filter === undefined || (chosen?.fields !== undefined && chosen.fields.size === 0)
  return states(call, run, 'delete', everything)
}

/** `sequelize.sync({ force: true })` makes every table anew. */
const syncs: Handler = (call, run) =>
  call.args[0]?.fields?.get('force')?.ref === 'true' ? states(call, run, 'drop', true) : undefined

/** Databases that live in memory or among temporary files: nothing of anybody is in them. */
const opensSqlite: Handler = (call, run) => {
  const place = exact(call.args[0])
  if (place === undefined) return undefined
  const path = place === ':memory:' || place === '' ? undefined : run.scribe.pathOf(place)
  if (path?.tags.includes('secret')) run.reads(call.args[0] ?? UNKNOWN)
  const disposable = path === undefined || path.sessionMade || path.zone === 'temp'
  return disposable ? reference('sqlite3.disposable()') : undefined
}

function truncates(name: RegExp): Handler {
  return (call, run) => (name.test(call.name) ? states(call, run, 'truncate', true) : undefined)
}

export const PYTHON_MAPPERS: Handlers = {
  '{?. *.}_raw_delete': deletesQuery,
  '?.delete': deletesQuery,
  '*.{drop_all drop_database} ?.indices.delete': empties('drop'),
  '*.{flushall flushdb}': empties('flush'),
  '*.delete_many': deletesMany,
  'sqlite3.connect': opensSqlite,
  'sqlalchemy.text sqlalchemy.sql.text psycopg.sql.SQL psycopg2.sql.SQL': same,
  'sqlite3.disposable(){. .cursor().}{execute executemany executescript}': () => undefined,
}

const runsGit = does((call, run) => {
  const verb = lastOf(call.name)
  const words = call.args.flatMap((value) => value.items ?? [value])
  run.program([text('git'), text(verb), ...words])
})

export const JAVASCRIPT_MAPPERS: Handlers = {
  '{simple-git simple-git.simpleGit simple-git.default}().{reset clean push checkout stash branch raw}': runsGit,
  'sequelize.drop *.{dropDatabase dropSchema}': empties('drop'),
  '*.deleteMany': deletesMany,
  '*.{flushall flushAll flushdb flushDb}': empties('flush'),
  '*.sync': syncs,
}

export const RUBY_MAPPERS: Handlers = {
  '*.{drop_table drop_database} ?.drop_schema': empties('drop'),
  '*.truncate': truncates(/connection(?:\(\))?\.truncate$/),
}

export const PHP_MAPPERS: Handlers = {
  'DB.table().delete DB.table().truncate': deletesQuery,
  '*.truncate': truncates(/^[A-Z][\w.\\]*\.truncate$/),
}

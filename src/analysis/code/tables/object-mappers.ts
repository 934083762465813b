import type { Effect } from '../../effects.ts'
import { isTried } from '../run/client-shapes.ts'
import type { Run } from '../run/run.ts'
import { type Calls, type CodeCall, does, type Handler, lastOf } from '../run/table.ts'
import { type Abstract, exact, reference, text, UNKNOWN } from '../run/value.ts'
import { same } from './acts.ts'
import { deletesInCloud } from './cloud-clients.ts'

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
    by: call.name,
  })
  return UNKNOWN
}

/** Drops or empties everything its object stands for. */
function empties(statement: Statement): Handler {
  return (call, run) => states(call, run, statement, true)
}

/** `Model.objects.all().delete()`, `session.query(Model).delete()`: without a filter everything goes. */
const deletesQuery: Handler = (call, run) => {
  if (!/\.objects\.|\.query\(\)|\.table\(\)/.test(call.name)) return deletesInCloud(call, run)
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
  if (path?.tags.includes('secret')) run.reads(call.args[0] ?? UNKNOWN, call.name)
  const disposable = path === undefined || path.sessionMade || path.zone === 'temp'
  return disposable ? reference('sqlite3.disposable()') : undefined
}

function truncates(name: RegExp): Handler {
  return (call, run) => (name.test(call.name) ? states(call, run, 'truncate', true) : undefined)
}

export const PYTHON_MAPPERS: Calls = {
  '?.delete': deletesQuery,
  '{? *}.{drop_all drop_database indices.delete}': empties('drop'),
  '{? *}.{flushall flushdb}': empties('flush'),
  '{? *}.delete_many': deletesMany,
  'sqlite3.connect': opensSqlite,
  'sqlalchemy.text sqlalchemy.sql.text psycopg.sql.SQL psycopg2.sql.SQL': same,
  'sqlite3.disposable(){. .cursor().}{execute executemany executescript}': () => undefined,
}

/** simple-git: the method is git's verb, lists are its words. */
const runsGit = does((call, run) => {
  const verb = lastOf(call.name)
  const words = call.args.flatMap((value) => value.items ?? [value])
  run.program([text('git'), text(verb), ...words], call.name)
})

export const JAVASCRIPT_MAPPERS: Calls = {
  '{simple-git simple-git.simpleGit simple-git.default}().{reset clean push checkout stash branch raw}': runsGit,
  'sequelize.drop': empties('drop'),
  '{? *}.deleteMany': deletesMany,
  '{? *}.{dropDatabase dropSchema}': empties('drop'),
  '{? *}.{flushall flushAll flushdb flushDb}': empties('flush'),
  '{? *}.sync': syncs,
}

export const RUBY_MAPPERS: Calls = {
  '{? *}.{drop_table drop_database} ?.drop_schema': empties('drop'),
  '*.truncate': truncates(/connection(?:\(\))?\.truncate$/),
}

export const PHP_MAPPERS: Calls = {
  'DB.table().delete DB.table().truncate': deletesQuery,
  '*.truncate': truncates(/^[A-Z][\w.\\]*\.truncate$/),
}

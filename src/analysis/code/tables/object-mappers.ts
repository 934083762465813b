import type { Effect } from '../../effects.ts'
import { isTried } from '../run/client-shapes.ts'
import type { Run } from '../run/run.ts'
import type { CodeCall, Handler } from '../run/table.ts'
import { type Abstract, exact, text, UNKNOWN } from '../run/value.ts'
import { each, same } from './acts.ts'
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
  return disposable ? { ref: 'sqlite3.disposable()', sources: [] } : undefined
}

const nothing: Handler = () => undefined

export const PYTHON_MAPPERS: readonly (readonly [string, Handler])[] = [
  ['?.delete', deletesQuery],
  ...each('', '?.drop_all *.drop_all ?.drop_database *.drop_database', empties('drop')),
  ...each('', '?.flushall *.flushall ?.flushdb *.flushdb', empties('flush')),
  ...each('', '?.delete_many *.delete_many', deletesMany),
  ...each('', '?.indices.delete *.indices.delete', empties('drop')),
  ['sqlite3.connect', opensSqlite],
  ...each('', 'sqlalchemy.text sqlalchemy.sql.text psycopg.sql.SQL psycopg2.sql.SQL', same),
  ...each('sqlite3.disposable().', 'execute executemany executescript', nothing),
  ...each('sqlite3.disposable().cursor().', 'execute executemany executescript', nothing),
]

/** simple-git: the method is git's verb, lists are its words. */
const runsGit: Handler = (call, run) => {
  const verb = call.name.slice(call.name.lastIndexOf('.') + 1)
  const words = call.args.flatMap((value) => value.items ?? [value])
  run.program([text('git'), text(verb), ...words], call.name)
  return UNKNOWN
}

export const JAVASCRIPT_MAPPERS: readonly (readonly [string, Handler])[] = [
  ...['simple-git().', 'simple-git.simpleGit().', 'simple-git.default().'].flatMap((owner) =>
    each(owner, 'reset clean push checkout stash branch raw', runsGit),
  ),
  ['sequelize.drop', empties('drop')],
  ...each('', '?.deleteMany *.deleteMany', deletesMany),
  ...each('', '?.dropDatabase *.dropDatabase ?.dropSchema *.dropSchema', empties('drop')),
  ...each('', '?.flushall *.flushall ?.flushAll *.flushAll ?.flushdb *.flushdb ?.flushDb *.flushDb', empties('flush')),
  ...each('', '?.sync *.sync', syncs),
]

export const RUBY_MAPPERS: readonly (readonly [string, Handler])[] = each(
  '',
  '?.drop_table *.drop_table ?.drop_database *.drop_database ?.drop_schema',
  empties('drop'),
).concat([
  [
    '*.truncate',
    (call, run) => (/connection(?:\(\))?\.truncate$/.test(call.name) ? states(call, run, 'truncate', true) : undefined),
  ],
])

export const PHP_MAPPERS: readonly (readonly [string, Handler])[] = [
  ...each('', 'DB.table().delete DB.table().truncate', deletesQuery),
  [
    '*.truncate',
    (call, run) => (/^[A-Z][\w.\\]*\.truncate$/.test(call.name) ? states(call, run, 'truncate', true) : undefined),
  ],
]

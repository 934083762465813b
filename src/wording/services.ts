import type { Target } from '../analysis/target.ts'
import { targetsOf } from '../analysis/targets.ts'
import { DELETING_CHANGES } from '../knowledge/lexicon/verbs.ts'
import { kindName, known, listed, plural, shellSafe, systemName, withArticle } from './names.ts'
import type { Of, Said } from './said.ts'

const STATEMENTS: Readonly<Record<Of<'database-change'>['statement'], string>> = {
  drop: 'drops',
  truncate: 'empties',
  delete: 'deletes rows in',
  update: 'changes rows in',
  insert: 'adds rows to',
  alter: 'alters',
  grant: 'grants rights on',
  flush: 'deletes all data in',
  restore: 'overwrites',
  other: 'runs SQL on',
}
const ENGINES =
  /^(?:postgres|mysql|mariadb|mongodb|redis|sqlite|bigquery|neo4j|cassandra|mssql|oracle|elasticsearch|dynamodb)/

export function sayDatabase(effect: Of<'database-change'>): Said {
  const { statement, unbounded, engine, reach, target, actor } = effect
  const data = targetsOf(effect).find((each) => each.kind === 'data')
  const given = data?.kind === 'data' ? data : { type: '', name: '', database: '' }
  const why = reach === 'remote' ? 'Others use that database' : 'It takes a backup to undo'
  const label = engine === '' || engine === 'application' ? 'app' : systemName(engine)
  const managed =
    ENGINES.test(engine) || label === 'app' ? `the ${label} database` : `the database that ${label} manages`
  const last = known(given.name.split(' ').at(-1))
  // What only repeats the command names nothing.
  const name = actor.words.includes(last) || last === engine || /^(?:[A-Z]\w+|objects)\./.test(last) ? '' : last
  if (statement === 'flush')
    return [engine === 'redis' ? 'deletes all Redis keys' : `deletes all data in ${managed}`, why]
  if (statement === 'other') return [`runs ${/\.sql$/.test(name) ? name : 'SQL'} on ${managed}`, why]
  const every = unbounded ? STATEMENTS[statement].replace(' rows', ' all rows') : STATEMENTS[statement]
  const rest = statement === 'restore' ? ' from a backup' : ''
  if (given.type === 'key') return [`deletes ${name === '' ? `${label} keys` : `${label} key ${name}`}`, why]
  if (name === '') return [`${every} ${managed}${rest}`, why]
  // A model of the program needn't be called like its table.
  if (given.type === 'object' && / rows /.test(every)) return [`${every} ${name}`, why]
  const type =
    given.type === 'object'
      ? (/\b(table|schema|view|collection)\b/i.exec(target)?.[1]?.toLowerCase() ?? 'database')
      : given.type
  const database = known(given.database)
  const within = database === '' || database === name || type === 'database' ? '' : ` of ${database}`
  const items = type === 'collection' ? every.replace('rows', 'documents') : every
  return [`${items} ${type} ${name}${within}${rest}`, why]
}

export function sayDeploy(effect: Of<'deploy'>): Said {
  const { environment, service, actor } = effect
  const [target] = targetsOf(effect)
  const tool = known(actor.name.split(' ')[0])
  const unknown = environment === 'unknown'
  const why = unknown ? 'It may be production' : 'Users get it at once'
  const end = unknown ? ' (environment unknown)' : ''
  if (/\.ya?ml$/.test(service)) return [`runs workflow ${known(service)}${unknown ? end : ` for ${environment}`}`, why]
  const release = target?.kind === 'cluster' && target.name !== '' ? ` release ${known(target.name)}` : ''
  return [`deploys${release}${unknown ? '' : ` to ${environment}`}${tool === '' ? '' : ` with ${tool}`}${end}`, why]
}

const LASTING_REGISTRY = /^(?:npm|pypi|crates\.io|rubygems|nuget|maven|hex|cocoapods)/

export function sayPublish({ what, registry, removes, actor }: Of<'publish'>): Said {
  const names = what.split(' ').filter((name) => name !== '' && !/^(?:for|from|in|-.*)$/.test(name))
  const own = actor.words.includes(registry) && !LASTING_REGISTRY.test(registry)
  const place =
    registry === 'registry' || (own && systemName(registry) === registry)
      ? 'a registry'
      : systemName(registry) || 'a registry'
  const [first = ''] = names
  if (removes) {
    const marks = actor.words.includes('deprecate')
    return [
      `${marks ? 'deprecates' : 'removes'} ${known(first) || 'a package'} ${marks ? 'on' : 'from'} ${place}`,
      'Projects that use it may break',
    ]
  }
  const release = registry === 'github.com'
  const image = !release && registry.includes('.') && !LASTING_REGISTRY.test(registry)
  const object =
    names.length === 0
      ? 'this package'
      : listed(names.slice(0, release ? 1 : 3), release ? 'release' : image ? 'image' : '')
  const to = image && first.startsWith(registry) ? '' : release ? ' on GitHub' : ` to ${place}`
  const why = LASTING_REGISTRY.test(registry) ? "A published version can't be taken back" : 'Others may use it at once'
  return [`publishes ${object}${to}`, why, /^npm(?:js)?$/.test(registry) ? '`npm pack --dry-run`' : undefined]
}

export function sayBucket(target: Extract<Target, { kind: 'bucket' }>, mass: boolean, doing: string): Said {
  const { store, bucket, prefix } = target
  const folder = prefix.replace(/\/?\*+$/, '')
  const place = folder === '' ? bucket : `${bucket}/${folder}`
  const address = known(store === '' || bucket.includes(':') ? place : `${store}://${place}`) || 'a bucket'
  if (![...DELETING_CHANGES].some((verb) => doing === `${verb}s`)) return [`${doing} ${address}`]
  const safe = shellSafe(place)
  const list =
    store === 's3'
      ? `\`aws s3 ls s3://${safe} --recursive\``
      : /^gc?s$/.test(store)
        ? `\`gcloud storage ls gs://${safe}\``
        : undefined
  return [`deletes ${mass ? `everything in ${address}` : address}`, "Deleted objects can't be restored", safe && list]
}

export function sayCluster(targets: readonly Target[], doing: string, act: string | undefined): Said {
  const all = targets.flatMap((target) => (target.kind === 'cluster' ? [target] : []))
  const [first] = all
  const type = first?.type === act ? '' : kindName(first?.type)
  const namespace = known(first?.namespace)
  const where = namespace === '' || type === 'namespace' ? '' : ` in ${namespace}`
  const names = all.map(({ name }) => name).filter((name) => name !== '' && !name.includes('='))
  const kind = type || (/^(?:drains|changes|cordons)$/.test(doing) ? 'node' : 'resource')
  const why =
    doing === 'drains' ? 'That evicts its pods' : kind === 'namespace' ? 'That removes everything in it' : undefined
  if (names.some((name) => known(name) !== '')) return [`${doing} ${listed(names, kind, 40)}${where}`, why]
  return [
    `${doing} ${names.length > 0 || first?.amount === 'several' ? 'several' : 'all'} ${plural(kind)}${where}`,
    why,
  ]
}

export function sayRecord(target: Extract<Target, { kind: 'record' }>, doing: string, object: string): string {
  const { type, id, repository } = target
  const where = known(repository)
  if (type === 'repository') return `${doing} repository ${where}`.trim()
  const named = `${type} ${/^\d+$/.test(id) ? '#' : ''}${known(id)}`
  const unnamed = doing === 'deletes' ? plural(type) : withArticle(type)
  const thing = type === 'endpoint' ? object : id === '' ? unnamed : named
  return `${doing} ${thing}${where === '' ? '' : ` in ${where}`}`
}

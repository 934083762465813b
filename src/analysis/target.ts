import { hostOf, urlParts } from './hosts.ts'
import type { PathUse } from './paths.ts'

export type Amount = 'one' | 'several' | 'all'

type Parts<Kind extends string, Names extends string> = { readonly kind: Kind } & { readonly [Name in Names]: string }

/**
 * An empty text, or one with `…`, is a part that is not known before it runs. INVARIANT: no part holds more than one
 * thing.
 */
export type Target = { readonly amount: Amount } & (
  | { readonly kind: 'path'; readonly path: PathUse }
  | Parts<'right', 'account' | 'right'>
  /** `type`: `table`, `key`, `schema`; `database` when all of it is meant. */
  | Parts<'data', 'engine' | 'database' | 'type' | 'name'>
  | Parts<'cluster', 'context' | 'namespace' | 'type' | 'name'>
  | Parts<'ref', 'remote' | 'ref'>
  | Parts<'local-work', 'what' | 'ref'>
  | Parts<'host', 'host' | 'port' | 'path'>
  | Parts<'bucket', 'store' | 'bucket' | 'prefix'>
  /** `source` is empty where the manager's usual registry is asked. */
  | Parts<'package', 'manager' | 'name' | 'version' | 'source'>
  | Parts<'recipient', 'channel' | 'address'>
  | Parts<'process', 'name'>
  | Parts<'service', 'name'>
  | Parts<'program', 'name'>
  | Parts<'container', 'type' | 'name'>
  | Parts<'resource', 'system' | 'type' | 'name'>
  | Parts<'record', 'service' | 'repository' | 'type' | 'id'>
  | Parts<'guard', 'area' | 'feature'>
  | Parts<'source', 'store' | 'name'>
  | Parts<'machine', 'what'>
)

export interface Part {
  readonly role: string
  /** Spellings, the most exact first. Empty: not known before it runs, so that nobody can have named it. */
  readonly names: readonly string[]
  /** Shorter ones, where the text speaks of nothing else: "the redis service", not "the redis client". */
  readonly short?: readonly string[]
  /** The target is named only by somebody who names this part. */
  readonly required: boolean
}

export function partsOf(target: Target): readonly Part[] {
  return tuple(target).filter(({ names, required }) => required || names.length > 0)
}

function tuple(target: Target): readonly Part[] {
  switch (target.kind) {
    case 'path':
      return [must('path', pathNames(target.path))]
    case 'right':
      return [
        must('account', accountNames(target.account)),
        must('right', rightNames(target.right)),
        told('file', target.right.startsWith('login by ssh key') ? 'authorized_keys' : ''),
      ]
    case 'data':
      return target.type === 'database'
        ? [must('database', databaseNames(target))]
        : [told('database', target.database), must(target.type, objectNames(target.name))]
    case 'cluster':
      return [
        told('context', target.context),
        // A namespace that is given tells two things of one name apart; of all that is in it, it is the name.
        {
          role: 'namespace',
          names: known(target.namespace),
          required: target.name === '' && target.amount === 'all' && target.namespace !== '',
        },
        { role: 'type', names: known(target.type), required: target.name === '' },
        { role: 'name', names: clusterNames(target.type, target.name), required: target.name !== '' },
      ]
    case 'ref':
      return [
        // An address is nobody's remote: whoever means it has to name it.
        {
          role: 'remote',
          names: known(target.remote),
          required: target.amount === 'all' || /[:/]/.test(target.remote),
        },
        { role: 'ref', names: refNames(target.ref), required: target.amount !== 'all' },
      ]
    case 'local-work':
      // `git checkout -- .`: all of it, which nobody calls a dot.
      return /^(?:\.|head|)$/i.test(target.ref)
        ? [needed('what', target.what)]
        : [told('what', target.what), must('ref', refNames(target.ref))]
    case 'host':
      return [
        must('host', hostNames(target.host)),
        told('port', target.port),
        told('path', target.path.replace(/^\/$/, '')),
      ]
    case 'bucket':
      return [
        needed('bucket', target.bucket),
        { role: 'prefix', names: prefixNames(target), required: target.prefix !== '' },
      ]
    case 'package':
      return [
        must('package', imageNames(target.name)),
        told('version', target.version),
        { role: 'source', names: sourceNames(target.source), required: target.source !== '' },
      ]
    case 'recipient':
      return [needed('address', target.address)]
    case 'process':
      return [needed('process', target.name)]
    case 'service':
      return [{ role: 'service', names: serviceNames(target.name), short: calledShortly(target.name), required: true }]
    case 'container':
      return target.name === ''
        ? [needed('type', target.type)]
        : [told('type', target.type), must('name', imageNames(target.name))]
    case 'resource':
      return target.name === ''
        ? [needed('system', target.system), told('type', target.type)]
        : [told('system', target.system), told('type', target.type), must('name', resourceNames(target.name))]
    case 'record':
      return [
        {
          role: 'repository',
          names: repositoryNames(target.repository),
          // One that the command names itself may be another than the project's own.
          required: target.repository !== '' || target.type === 'repository',
        },
        told('type', target.type),
        ...(target.type === 'repository'
          ? []
          : [{ role: 'id', names: idNames(target.id), required: target.id !== '' }]),
      ]
    case 'guard':
      return [told('area', target.area), needed('feature', target.feature)]
    case 'source':
      return target.store === 'file'
        ? [must('file', pathNames({ text: target.name, real: target.name }))]
        : [told('store', target.store), needed('source', target.name || target.store)]
    case 'program':
      return [must('program', fileNames(target.name))]
    case 'machine':
      return [needed('what', target.what)]
  }
}

function known(...texts: readonly string[]): readonly string[] {
  return [...new Set(texts.map((text) => text.trim()))].filter(
    (text) => text !== '' && text !== '?' && !/[…\0]/.test(text),
  )
}

const must = (role: string, names: readonly string[]): Part => ({ role, names, required: true })
const needed = (role: string, text: string): Part => must(role, known(text))
const told = (role: string, text: string): Part => ({ role, names: known(text), required: false })

const SPOKEN: Readonly<Partial<Record<PathUse['zone'], readonly string[]>>> = {
  root: ['/'],
  'home-root': ['~', 'home directory', 'home folder'],
  'project-root': ['.', 'project', 'repository', 'working directory'],
}

export function pathNames({ text, real, zone }: Partial<PathUse> & Pick<PathUse, 'text' | 'real'>): readonly string[] {
  const written = text.replace(/(?<=.)\/+$/, '')
  const full = real ?? written
  const names = full
    .replace(/(?<=\w)\/\*{1,2}$/, '')
    .split('/')
    .filter((name) => name !== '')
  const ends =
    /^\/[^/]+(?:\/[^/]+)?$/.test(full) && !/^\/dev\/[a-z]+\d/i.test(full)
      ? []
      : [names.slice(-2).join('/'), names.at(-1) ?? '']
  const spoken = zone === undefined ? [] : (SPOKEN[zone] ?? [])
  // "My bashrc": what a program reads at its start is called without its dot.
  const [, start] = zone === 'home' ? (/^\.(\w+(?:rc|profile|config))$/.exec(names.at(-1) ?? '') ?? []) : []
  const called = start === undefined ? [] : [start]
  return known(written, written.replace(/^\.\//, ''), full, ...ends, ...called, ...spoken)
}

/** Some servers number their databases: "db 3 of redis", or all that is said to be in redis. */
function databaseNames({ database, name, engine }: Extract<Target, { kind: 'data' }>): readonly string[] {
  if (!/^\d+$/.test(database)) return known(database || name)
  return [...['database', 'db', 'database number', 'db number', 'index'].map((word) => `${word} ${database}`), engine]
}

export function refNames(ref: string): readonly string[] {
  const target = ref.replace(/^\+/, '').split(':').at(-1) ?? ref
  return known(target.replace(/^refs\/(?:heads|tags)\//, ''), target)
}

function hostNames(host: string): readonly string[] {
  const name = host.includes('://') ? urlParts(host).host : host.slice(host.lastIndexOf('@') + 1)
  return known(host, name)
}

function clusterNames(type: string, name: string): readonly string[] {
  return name === '' ? [] : known(...objectNames(name), type === '' ? '' : `${type}/${name}`)
}

function prefixNames({ bucket, prefix }: { readonly bucket: string; readonly prefix: string }): readonly string[] {
  if (prefix === '') return []
  const plain = prefix.replace(/(?:^|\/)\*{1,2}$/, '').replace(/\/+$/, '')
  return known(`${bucket}/${prefix}`, prefix, plain)
}

function sourceNames(source: string): readonly string[] {
  const plain = source.replace(/^(?:git|hg|svn)\+/, '').replace(/[?#].*$/s, '')
  const [, owned = ''] =
    /[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?(?:@[^/]*)?$/.exec(plain.replace(/^[a-z+]+:\/\/[^/]*/i, ':')) ?? []
  const repository = /^[a-z]+:\/\/[^/]+\/[^/]+\/[^/]+|^[a-z]+:[\w-]+\/|@/i.test(plain) ? owned : ''
  return known(source, plain, repository === '' && plain.includes('://') ? hostOf(plain) : repository)
}

function accountNames(account: string): readonly string[] {
  return known(account, account.replace(/^(?:user|group|serviceaccount|domain):/i, ''))
}

function rightNames(right: string): readonly string[] {
  const [, key] = /^login by ssh key ?(.*)$/.exec(right) ?? []
  if (key !== undefined) return keyNames(key)
  const last = /^(?:roles\/|arn:|projects\/)/.test(right) ? (right.split('/').at(-1) ?? '') : right
  return known(right, last, ...(RIGHTS.find((names) => names.includes(right.toLowerCase())) ?? []))
}

/** One's own key needs no name; any other does. */
function keyNames(file: string): readonly string[] {
  const called = file === '' ? [] : pathNames({ text: file, real: undefined })
  const own = /^$|\/\.ssh\/id_\w+(?:\.pub)?$/.test(file)
  return own ? known(...called, 'login by ssh key', 'key', 'public key', 'keys') : known(...called)
}

const RIGHTS: readonly (readonly string[])[] = [
  ['push', 'write', 'commit', 'collaborator', 'developer'],
  ['pull', 'read', 'read-only', 'view', 'reporter'],
  ['admin', 'administrator', 'administrative'],
  ['maintain', 'maintainer'],
  ['linger', 'lingering', 'enable-linger'],
  ['member', 'membership', 'team', 'org', 'organization'],
]

const UNIT = /\.(?:service|socket|timer|mount|target|plist)$/

function calledShortly(name: string): readonly string[] {
  const short = name.replace(UNIT, '').replace(/(?:-(?:server|daemon|service)|(?<=\w{3})d)$/, '')
  return short === name.replace(UNIT, '') ? [] : known(short)
}

function serviceNames(name: string): readonly string[] {
  const bare = name.replace(UNIT, '')
  return known(name, bare, ...(bare === name && name !== '' ? [`${name}.service`, `${name}.plist`] : []))
}

function imageNames(name: string): readonly string[] {
  const bare = name.replace(/:[a-z]+\/[\w.+-]+$|[:@][^/]*$/, '').replace(/(?<=\w)\/\*{1,2}$/, '')
  const file = bare.slice(bare.lastIndexOf('/') + 1)
  return known(name, bare, file, ...artifactNames(file))
}

/** `parser-0.2.1.tar.gz`, `parser-0.2.1-py3-none-any.whl` and `parser-0.2.1*` are parser 0.2.1. */
export function artifactNames(file: string): readonly string[] {
  const [, name, version] =
    /^([\w.@-]+?)-v?(\d+(?:\.\w+)+?)(?:(?:-[a-z]+\d[\w.]*-\w+-\w+)?\.(?:tar\.\w+|tgz|gem|whl|vsix|nupkg|crate|zip|deb|rpm|jar)|[.-]?\*)$/.exec(
      file,
    ) ?? []
  if (name === undefined || version === undefined) return []
  const called = [...new Set([name, name.replaceAll('_', '-')])]
  return called.flatMap((each) => [`${each} ${version}`, `${each}-${version}`])
}

function objectNames(name: string): readonly string[] {
  const plain = name.replace(/["'`[\]]/g, '')
  const asked = /^[\w./-]+=[\w.-]+$/.test(plain) ? plain.slice(plain.indexOf('=') + 1) : ''
  return known(name, plain, plain.replace(/^\w+\.(?=\w+$)/, ''), asked)
}

/** By the end of its long address; a room without its sign, a person by the name in the address. */
function resourceNames(name: string): readonly string[] {
  const person = /^([\w.+-]+)@[\w-]+(?:\.[\w-]+)+$/.exec(name)?.[1]?.replace(/[._+-]+/g, ' ') ?? ''
  const end = /^arn:|^projects\//.test(name) ? (name.split(/[/:]/).at(-1) ?? '') : ''
  return known(name, end, person, name.replace(/^[#@!](?=\w)/, ''))
}

function repositoryNames(repository: string): readonly string[] {
  const path = repository.replace(/^[a-z]+:\/\/[^/]+\//, '').replace(/\.git$/, '')
  return known(repository, path, path.slice(path.lastIndexOf('/') + 1))
}

function idNames(id: string): readonly string[] {
  return /^\d+$/.test(id) ? known(`#${id}`, `!${id}`, id) : known(id)
}

function fileNames(name: string): readonly string[] {
  return known(name, name.slice(name.lastIndexOf('/') + 1))
}

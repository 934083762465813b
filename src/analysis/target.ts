import type { PathUse } from './paths/paths.ts'
import { hostOf, urlParts } from './remote/hosts.ts'

export type Amount = 'one' | 'several' | 'all'

type TargetFields<Kind extends string, Names extends string> = { readonly kind: Kind } & {
  readonly [Name in Names]: string
}

/**
 * An empty text, or one with `…`, is a part that is not known before it runs. INVARIANT: no part holds more than one
 * thing.
 */
export type Target = { readonly amount: Amount } & (
  | { readonly kind: 'path'; readonly path: PathUse }
  | TargetFields<'right', 'account' | 'right'>
  /** `type`: `table`, `key`, `schema`; `database` when all of it is meant. */
  | TargetFields<'data', 'engine' | 'database' | 'type' | 'name'>
  | TargetFields<'cluster', 'context' | 'namespace' | 'type' | 'name'>
  | TargetFields<'ref', 'remote' | 'ref'>
  | TargetFields<'local-work', 'what' | 'ref'>
  | TargetFields<'host', 'host' | 'port' | 'path'>
  | TargetFields<'bucket', 'store' | 'bucket' | 'prefix'>
  /** `source` is empty where the manager's usual registry is asked. */
  | TargetFields<'package', 'manager' | 'name' | 'version' | 'source'>
  | TargetFields<'recipient', 'channel' | 'address'>
  | TargetFields<'process', 'name'>
  | TargetFields<'service', 'name'>
  | TargetFields<'program', 'name'>
  | TargetFields<'container', 'type' | 'name'>
  | TargetFields<'resource', 'system' | 'type' | 'name'>
  | TargetFields<'record', 'service' | 'repository' | 'type' | 'id'>
  | TargetFields<'guard', 'area' | 'feature'>
  | TargetFields<'source', 'store' | 'name'>
  | TargetFields<'machine', 'what'>
)

export interface TargetPart {
  readonly role: string
  /** Spellings, the most exact first. Empty: not known before it runs, so that nobody can have named it. */
  readonly names: readonly string[]
  /** Shorter ones, where the text speaks of nothing else: "the redis service", not "the redis client". */
  readonly short?: readonly string[]
  /** The target is named only by somebody who names this part. */
  readonly required: boolean
}

export function partsOf(target: Target): readonly TargetPart[] {
  return targetParts(target).filter(({ names, required }) => required || names.length > 0)
}

function targetParts(target: Target): readonly TargetPart[] {
  switch (target.kind) {
    case 'path':
      return [requiredPart('path', pathNames(target.path))]
    case 'right':
      return [
        requiredPart('account', accountNames(target.account)),
        requiredPart('right', rightNames(target.right)),
        optionalPart('file', target.right.startsWith('login by ssh key') ? 'authorized_keys' : ''),
      ]
    case 'data':
      return target.type === 'database'
        ? [requiredPart('database', databaseNames(target))]
        : [optionalPart('database', target.database), requiredPart(target.type, objectNames(target.name))]
    case 'cluster':
      return [
        optionalPart('context', target.context),
        // A namespace that is given tells two things of one name apart; of all that is in it, it is the name.
        {
          role: 'namespace',
          names: knownNames(target.namespace),
          required: target.name === '' && target.amount === 'all' && target.namespace !== '',
        },
        { role: 'type', names: knownNames(target.type), required: target.name === '' },
        { role: 'name', names: clusterNames(target.type, target.name), required: target.name !== '' },
      ]
    case 'ref':
      return [
        // An address is nobody's remote: whoever means it has to name it.
        {
          role: 'remote',
          names: knownNames(target.remote),
          required: target.amount === 'all' || /[:/]/.test(target.remote),
        },
        { role: 'ref', names: refNames(target.ref), required: target.amount !== 'all' },
      ]
    case 'local-work':
      // `git checkout -- .`: all of it, which nobody calls a dot.
      return /^(?:\.|head|)$/i.test(target.ref)
        ? [requiredTextPart('what', target.what)]
        : [optionalPart('what', target.what), requiredPart('ref', refNames(target.ref))]
    case 'host':
      return [
        requiredPart('host', hostNames(target.host)),
        optionalPart('port', target.port),
        optionalPart('path', target.path.replace(/^\/$/, '')),
      ]
    case 'bucket':
      return [
        requiredTextPart('bucket', target.bucket),
        { role: 'prefix', names: prefixNames(target), required: target.prefix !== '' },
      ]
    case 'package':
      return [
        requiredPart('package', imageNames(target.name)),
        optionalPart('version', target.version),
        { role: 'source', names: sourceNames(target.source), required: target.source !== '' },
      ]
    case 'recipient':
      return [requiredTextPart('address', target.address)]
    case 'process':
      return [requiredTextPart('process', target.name)]
    case 'service':
      return [
        { role: 'service', names: serviceNames(target.name), short: shortServiceNames(target.name), required: true },
      ]
    case 'container':
      return target.name === ''
        ? [requiredTextPart('type', target.type)]
        : [optionalPart('type', target.type), requiredPart('name', imageNames(target.name))]
    case 'resource':
      return target.name === ''
        ? [requiredTextPart('system', target.system), optionalPart('type', target.type)]
        : [
            optionalPart('system', target.system),
            optionalPart('type', target.type),
            requiredPart('name', resourceNames(target.name)),
          ]
    case 'record':
      return [
        {
          role: 'repository',
          names: repositoryNames(target.repository),
          // One that the command names itself may be another than the project's own.
          required: target.repository !== '' || target.type === 'repository',
        },
        optionalPart('type', target.type),
        ...(target.type === 'repository'
          ? []
          : [{ role: 'id', names: idNames(target.id), required: target.id !== '' }]),
      ]
    case 'guard':
      return [optionalPart('area', target.area), requiredTextPart('feature', target.feature)]
    case 'source':
      return target.store === 'file'
        ? [requiredPart('file', pathNames({ text: target.name, real: target.name }))]
        : [optionalPart('store', target.store), requiredTextPart('source', target.name || target.store)]
    case 'program':
      return [requiredPart('program', fileNames(target.name))]
    case 'machine':
      return [requiredTextPart('what', target.what)]
  }
}

function knownNames(...texts: readonly string[]): readonly string[] {
  return [...new Set(texts.map((text) => text.trim()))].filter(
    (text) => text !== '' && text !== '?' && !/[…\0]/.test(text),
  )
}

const requiredPart = (role: string, names: readonly string[]): TargetPart => ({ role, names, required: true })
const requiredTextPart = (role: string, text: string): TargetPart => requiredPart(role, knownNames(text))
const optionalPart = (role: string, text: string): TargetPart => ({ role, names: knownNames(text), required: false })

const ZONE_NAMES: Readonly<Partial<Record<PathUse['zone'], readonly string[]>>> = {
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
  const spoken = zone === undefined ? [] : (ZONE_NAMES[zone] ?? [])
  // "My bashrc": what a program reads at its start is called without its dot.
  const [, start] = zone === 'home' ? (/^\.(\w+(?:rc|profile|config))$/.exec(names.at(-1) ?? '') ?? []) : []
  const called = start === undefined ? [] : [start]
  return knownNames(written, written.replace(/^\.\//, ''), full, ...ends, ...called, ...spoken)
}

/** Some servers number their databases: "db 3 of redis", or all that is said to be in redis. */
function databaseNames({ database, name, engine }: Extract<Target, { kind: 'data' }>): readonly string[] {
  if (!/^\d+$/.test(database)) return knownNames(database || name)
  return [...['database', 'db', 'database number', 'db number', 'index'].map((word) => `${word} ${database}`), engine]
}

export function refNames(ref: string): readonly string[] {
  const target = ref.replace(/^\+/, '').split(':').at(-1) ?? ref
  return knownNames(target.replace(/^refs\/(?:heads|tags)\//, ''), target)
}

function hostNames(host: string): readonly string[] {
  const name = host.includes('://') ? urlParts(host).host : host.slice(host.lastIndexOf('@') + 1)
  return knownNames(host, name)
}

function clusterNames(type: string, name: string): readonly string[] {
  return name === '' ? [] : knownNames(...objectNames(name), type === '' ? '' : `${type}/${name}`)
}

function prefixNames({ bucket, prefix }: { readonly bucket: string; readonly prefix: string }): readonly string[] {
  if (prefix === '') return []
  const plain = prefix.replace(/(?:^|\/)\*{1,2}$/, '').replace(/\/+$/, '')
  return knownNames(`${bucket}/${prefix}`, prefix, plain)
}

function sourceNames(source: string): readonly string[] {
  const plain = source.replace(/^(?:git|hg|svn)\+/, '').replace(/[?#].*$/s, '')
  const [, owned = ''] =
    /[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?(?:@[^/]*)?$/.exec(plain.replace(/^[a-z+]+:\/\/[^/]*/i, ':')) ?? []
  const repository = /^[a-z]+:\/\/[^/]+\/[^/]+\/[^/]+|^[a-z]+:[\w-]+\/|@/i.test(plain) ? owned : ''
  return knownNames(source, plain, repository === '' && plain.includes('://') ? hostOf(plain) : repository)
}

function accountNames(account: string): readonly string[] {
  return knownNames(account, account.replace(/^(?:user|group|serviceaccount|domain):/i, ''))
}

function rightNames(right: string): readonly string[] {
  const [, key] = /^login by ssh key ?(.*)$/.exec(right) ?? []
  if (key !== undefined) return keyNames(key)
  const last = /^(?:roles\/|arn:|projects\/)/.test(right) ? (right.split('/').at(-1) ?? '') : right
  return knownNames(right, last, ...(RIGHT_SYNONYMS.find((names) => names.includes(right.toLowerCase())) ?? []))
}

/** One's own key needs no name; any other does. */
function keyNames(file: string): readonly string[] {
  const called = file === '' ? [] : pathNames({ text: file, real: undefined })
  const own = /^$|\/\.ssh\/id_\w+(?:\.pub)?$/.test(file)
  return own ? knownNames(...called, 'login by ssh key', 'key', 'public key', 'keys') : knownNames(...called)
}

const RIGHT_SYNONYMS: readonly (readonly string[])[] = [
  ['push', 'write', 'commit', 'collaborator', 'developer'],
  ['pull', 'read', 'read-only', 'view', 'reporter'],
  ['admin', 'administrator', 'administrative'],
  ['maintain', 'maintainer'],
  ['linger', 'lingering', 'enable-linger'],
  ['member', 'membership', 'team', 'org', 'organization'],
]

const UNIT_ENDING = /\.(?:service|socket|timer|mount|target|plist)$/

function shortServiceNames(name: string): readonly string[] {
  const short = name.replace(UNIT_ENDING, '').replace(/(?:-(?:server|daemon|service)|(?<=\w{3})d)$/, '')
  return short === name.replace(UNIT_ENDING, '') ? [] : knownNames(short)
}

function serviceNames(name: string): readonly string[] {
  const bare = name.replace(UNIT_ENDING, '')
  return knownNames(name, bare, ...(bare === name && name !== '' ? [`${name}.service`, `${name}.plist`] : []))
}

function imageNames(name: string): readonly string[] {
  const bare = name.replace(/:[a-z]+\/[\w.+-]+$|[:@][^/]*$/, '').replace(/(?<=\w)\/\*{1,2}$/, '')
  const file = bare.slice(bare.lastIndexOf('/') + 1)
  return knownNames(name, bare, file, ...artifactNames(file))
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
  return knownNames(name, plain, plain.replace(/^\w+\.(?=\w+$)/, ''), asked)
}

/** By the end of its long address; a room without its sign, a person by the name in the address. */
function resourceNames(name: string): readonly string[] {
  const person = /^([\w.+-]+)@[\w-]+(?:\.[\w-]+)+$/.exec(name)?.[1]?.replace(/[._+-]+/g, ' ') ?? ''
  const end = /^arn:|^projects\//.test(name) ? (name.split(/[/:]/).at(-1) ?? '') : ''
  return knownNames(name, end, person, name.replace(/^[#@!](?=\w)/, ''))
}

function repositoryNames(repository: string): readonly string[] {
  const path = repository.replace(/^[a-z]+:\/\/[^/]+\//, '').replace(/\.git$/, '')
  return knownNames(repository, path, path.slice(path.lastIndexOf('/') + 1))
}

function idNames(id: string): readonly string[] {
  return /^\d+$/.test(id) ? knownNames(`#${id}`, `!${id}`, id) : knownNames(id)
}

function fileNames(name: string): readonly string[] {
  return knownNames(name, name.slice(name.lastIndexOf('/') + 1))
}

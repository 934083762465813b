import { hostOf, urlParts } from './hosts.ts'
import type { PathUse } from './paths.ts'

/** How much of it: the one thing that is named, some of many, or all there is. */
export type Amount = 'one' | 'several' | 'all'

interface Base {
  readonly amount: Amount
}

/**
 * What an effect is done to, as a tuple of its parts. An empty text, or one with `…`, is a part that is not known before it
 * runs. INVARIANT: no part holds more than one thing; a command that names three things has three targets.
 */
export type Target = Base &
  (
    | { readonly kind: 'path'; readonly path: PathUse }
    /** Who gets which right. */
    | { readonly kind: 'right'; readonly account: string; readonly right: string }
    /** A table, collection, key or whole database. */
    | {
        readonly kind: 'data'
        readonly engine: string
        readonly database: string
        /** `table`, `key`, `schema`; `database` when all of it is meant. */
        readonly type: string
        readonly name: string
      }
    | {
        readonly kind: 'cluster'
        readonly context: string
        readonly namespace: string
        readonly type: string
        readonly name: string
      }
    /** A branch or tag on a remote. */
    | { readonly kind: 'ref'; readonly remote: string; readonly ref: string }
    /** Version-control work of this machine: a branch, a stash, the changes of the worktree. */
    | { readonly kind: 'local-work'; readonly what: string; readonly ref: string }
    | { readonly kind: 'host'; readonly host: string; readonly port: string; readonly path: string }
    | { readonly kind: 'bucket'; readonly store: string; readonly bucket: string; readonly prefix: string }
    /** `source` is empty where the manager's usual registry is asked. */
    | {
        readonly kind: 'package'
        readonly manager: string
        readonly name: string
        readonly version: string
        readonly source: string
      }
    | { readonly kind: 'recipient'; readonly channel: string; readonly address: string }
    | { readonly kind: 'process'; readonly name: string }
    | { readonly kind: 'service'; readonly name: string }
    /** A container, image, volume or network of this machine's engine. */
    | { readonly kind: 'container'; readonly type: string; readonly name: string }
    /** Anything else that a system keeps: an instance, a stack, a queue, a schedule. */
    | { readonly kind: 'resource'; readonly system: string; readonly type: string; readonly name: string }
    /** A pull request, issue, release or repository of a forge. */
    | {
        readonly kind: 'record'
        readonly service: string
        readonly repository: string
        readonly type: string
        readonly id: string
      }
    /** A check, log or limit that is taken away. */
    | { readonly kind: 'guard'; readonly area: string; readonly feature: string }
    | { readonly kind: 'secret'; readonly store: string; readonly name: string }
    | { readonly kind: 'program'; readonly name: string }
    /** The machine itself, or what is seen or used up of it. */
    | { readonly kind: 'machine'; readonly what: string }
  )

export type TargetKind = Target['kind']

/** One part of a target, as a person may write it. */
export interface Part {
  readonly role: string
  /** Spellings, the most exact first. Empty: not known before it runs, so that nobody can have named it. */
  readonly names: readonly string[]
  /** The target is named only by somebody who names this part. */
  readonly required: boolean
}

/** The parts of a target, in the order of the tuple; parts that say nothing are left out unless they are required. */
export function partsOf(target: Target): readonly Part[] {
  return tuple(target).filter(({ names, required }) => required || names.length > 0)
}

function tuple(target: Target): readonly Part[] {
  switch (target.kind) {
    case 'path':
      return [{ role: 'path', names: pathNames(target.path), required: true }]
    case 'right':
      return [needed('account', target.account), needed('right', target.right)]
    case 'data':
      return target.type === 'database'
        ? [needed('database', target.database || target.name)]
        : [told('database', target.database), { role: target.type, names: objectNames(target.name), required: true }]
    case 'cluster':
      return [
        told('context', target.context),
        // A namespace that is given tells two things of one name apart.
        told('namespace', target.namespace),
        told('type', target.type),
        target.amount === 'all' && target.name === '' ? needed('type', target.type) : needed('name', target.name),
      ]
    case 'ref':
      return [
        told('remote', target.remote),
        target.amount === 'all'
          ? needed('remote', target.remote)
          : { role: 'ref', names: refNames(target.ref), required: true },
      ]
    case 'local-work':
      return target.ref === ''
        ? [needed('what', target.what)]
        : [told('what', target.what), { role: 'ref', names: refNames(target.ref), required: true }]
    case 'host':
      return [
        { role: 'host', names: hostNames(target.host), required: true },
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
        needed('package', target.name),
        told('version', target.version),
        { role: 'source', names: sourceNames(target.source), required: target.source !== '' },
      ]
    case 'recipient':
      return [{ role: 'address', names: addressNames(target.address), required: true }]
    case 'process':
      return [needed('process', target.name)]
    case 'service':
      return [{ role: 'service', names: serviceNames(target.name), required: true }]
    case 'container':
      return target.name === ''
        ? [needed('type', target.type)]
        : [told('type', target.type), { role: 'name', names: imageNames(target.name), required: true }]
    case 'resource':
      return target.name === ''
        ? [needed('system', target.system), told('type', target.type)]
        : [
            told('system', target.system),
            told('type', target.type),
            { role: 'name', names: objectNames(target.name), required: true },
          ]
    case 'record':
      return [
        { role: 'repository', names: repositoryNames(target.repository), required: target.type === 'repository' },
        told('type', target.type),
        ...(target.type === 'repository'
          ? []
          : [{ role: 'id', names: idNames(target.id), required: target.id !== '' }]),
      ]
    case 'guard':
      return [told('area', target.area), needed('feature', target.feature)]
    case 'secret':
      return [told('store', target.store), needed('secret', target.name || target.store)]
    case 'program':
      return [{ role: 'program', names: fileNames(target.name), required: true }]
    case 'machine':
      return [needed('what', target.what)]
  }
}

/** What can be said of a text: itself, unless a part of it is open. */
function known(...texts: readonly string[]): readonly string[] {
  return [...new Set(texts.map((text) => text.trim()))].filter(
    (text) => text !== '' && text !== '?' && !/[…\0]/.test(text),
  )
}

const needed = (role: string, text: string): Part => ({ role, names: known(text), required: true })
const told = (role: string, text: string): Part => ({ role, names: known(text), required: false })

/** A path as written, in full, by its end and by its name. */
export function pathNames({ text, real }: Pick<PathUse, 'text' | 'real'>): readonly string[] {
  const written = text.replace(/\/+$/, '')
  const full = real ?? written
  const names = full.split('/').filter((name) => name !== '')
  return known(written, written.replace(/^\.\//, ''), full, names.slice(-2).join('/'), names.at(-1) ?? '').filter(
    (name) => name !== '.',
  )
}

/** A ref in full and without its prefix. */
export function refNames(ref: string): readonly string[] {
  const target = ref.replace(/^\+/, '').split(':').at(-1) ?? ref
  return known(target.replace(/^refs\/(?:heads|tags)\//, ''), target)
}

function hostNames(host: string): readonly string[] {
  const name = host.includes('://') ? urlParts(host).host : host.slice(host.lastIndexOf('@') + 1)
  return known(host, name)
}

function prefixNames({ bucket, prefix }: { readonly bucket: string; readonly prefix: string }): readonly string[] {
  const plain = prefix.replace(/\/?\*{0,2}$/, '').replace(/\/+$/, '')
  return known(`${bucket}/${prefix}`, prefix, plain)
}

/** A place packages come from: the address, and its host. */
function sourceNames(source: string): readonly string[] {
  return source.includes('://') ? known(source, hostOf(source)) : known(source)
}

function addressNames(address: string): readonly string[] {
  return known(address)
}

function serviceNames(name: string): readonly string[] {
  return known(name, name.replace(/\.(?:service|socket|timer|mount|target)$/, ''))
}

/** `registry/team/app:1.2` is named by all of it, without the tag, and by its last part. */
function imageNames(name: string): readonly string[] {
  const bare = name.replace(/[:@][^/]*$/, '')
  return known(name, bare, bare.slice(bare.lastIndexOf('/') + 1))
}

/** A thing by its name, without the schema or quotes it stands in, and by the end of a long address. */
function objectNames(name: string): readonly string[] {
  const plain = name.replace(/["'`[\]]/g, '')
  return known(
    name,
    plain,
    plain.replace(/^\w+\.(?=\w+$)/, ''),
    /^arn:|^projects\//.test(plain) ? (plain.split(/[/:]/).at(-1) ?? '') : '',
  )
}

function repositoryNames(repository: string): readonly string[] {
  const path = repository.replace(/^[a-z]+:\/\/[^/]+\//, '').replace(/\.git$/, '')
  return known(repository, path, path.slice(path.lastIndexOf('/') + 1))
}

/** `12` is also `#12` and `!12`. */
function idNames(id: string): readonly string[] {
  return /^\d+$/.test(id) ? known(`#${id}`, `!${id}`, id) : known(id)
}

function fileNames(name: string): readonly string[] {
  return known(name, name.slice(name.lastIndexOf('/') + 1))
}

import type { Effect } from './effects.ts'
import { isPersonalFolder, type PathUse } from './paths/paths.ts'
import { hostOf, urlParts } from './remote/hosts.ts'
import type { Amount, Target } from './target.ts'
import type { Command, DataSource } from './words.ts'

/** Analyzers that know it state it; of all others it follows from the effect's own fields. Total: always at least one. */
export function targetsOf(effect: Effect): readonly Target[] {
  const given = effect.targets ?? []
  const stated = areBlankTargets(given, effect) ? [] : given
  const sent = effect.kind === 'send-data' ? effect.payload.flatMap(sourceTarget) : []
  const found = [...(stated.length === 0 ? derivedTargets(effect) : stated), ...sent]
  return found.length > 0 ? found : [{ kind: 'machine', what: '', amount: 'one' }]
}

/** An analyzer that could not take the name apart leaves it to the effect's own field. */
function areBlankTargets(targets: readonly Target[], effect: Effect): boolean {
  if (effect.kind !== 'resource-change' || effect.target === '' || effect.mass) return false
  return targets.every((target) => target.kind === 'resource' && target.name === '')
}

function derivedTargets(effect: Effect): readonly Target[] {
  switch (effect.kind) {
    case 'read-path':
    case 'write-path':
    case 'delete-path':
    case 'change-mode':
    case 'touch-protected':
      return [pathTarget(effect.path)]
    case 'run-program':
      return [{ kind: 'program', name: effect.program, amount: 'one' }]
    case 'run-code':
      if (effect.address?.includes('/') && effect.host !== undefined)
        return [{ kind: 'source', store: 'address', name: effect.address, amount: 'one' }]
      return [
        effect.host === undefined
          ? { kind: 'program', name: effect.file ?? '', amount: 'one' }
          : { kind: 'host', host: effect.host, port: '', path: '', amount: 'one' },
      ]
    case 'download':
    case 'connect':
      return [hostTarget(effect.url || effect.host)]
    case 'send-data':
      return [effect.channel === 'bucket' ? bucketTarget(effect.host, false) : hostTarget(effect.host)]
    case 'remote-exec':
      return [hostTarget(effect.host)]
    case 'listen':
      return [{ kind: 'machine', what: effect.reach, amount: 'one' }]
    case 'git-discard':
      return effect.refs.length === 0
        ? [{ kind: 'local-work', what: effect.what, ref: '', amount: 'all' }]
        : effect.refs.map((ref) => ({ kind: 'local-work', what: effect.what, ref, amount: amountOf(ref) }))
    case 'git-push':
      return pushTargets(effect.remote, effect.mirror ? [] : effect.refs, effect.mirror)
    case 'publish':
      return [publishedTarget(effect.registry, effect.what)]
    case 'deploy':
      return [
        {
          kind: 'resource',
          system: '',
          type: effect.environment === 'unknown' ? '' : effect.environment,
          name: effect.service,
          amount: 'one',
        },
      ]
    case 'resource-change':
      return splitIds(effect.target).map((name) => ({
        kind: 'resource',
        system: effect.system,
        type: effect.family,
        name,
        amount: effect.mass ? (name === '' ? 'all' : 'several') : amountOf(name),
      }))
    case 'database-change':
      return [
        {
          kind: 'data',
          engine: effect.engine,
          database: '',
          type: 'object',
          name: effect.target,
          amount: effect.unbounded ? 'all' : 'several',
        },
      ]
    case 'signal-process':
      return [{ kind: 'process', name: effect.target, amount: processAmount(effect) }]
    case 'service-control':
      return [{ kind: 'service', name: effect.service, amount: amountOf(effect.service) }]
    case 'persist':
      return [{ kind: 'resource', system: effect.mechanism, type: '', name: effect.target, amount: 'one' }]
    case 'grant':
      return [
        { kind: 'right', account: effect.to, right: effect.what, amount: effect.to === 'everyone' ? 'all' : 'one' },
      ]
    case 'weaken':
      return [{ kind: 'guard', area: effect.area, feature: effect.feature, amount: 'one' }]
    case 'expose-secret':
      return sourceTarget(effect.source)
    case 'install':
      return effect.packages
        .filter((spec) => spec !== effect.source)
        .map((spec) => packageTarget(effect.manager, spec, effect.source ?? ''))
    case 'spawn-agent':
      return [{ kind: 'program', name: effect.agent, amount: 'one' }]
    case 'external-write':
      return externalWriteTargets(effect)
    case 'apply-patch':
      return sourceTarget(effect.source)
    case 'impersonate':
      return [{ kind: 'right', account: effect.as, right: 'identity', amount: 'one' }]
    case 'observe':
    case 'exhaust':
      return [{ kind: 'machine', what: effect.what, amount: 'one' }]
  }
}

/** An id is one process, a name all that bear it. */
function processAmount({ target, owner }: Extract<Effect, { kind: 'signal-process' }>): Amount {
  if (owner === 'everything') return 'all'
  return /^%?\d+$/.test(target) ? 'one' : 'several'
}

/** `801 802 803`: each of them by itself. A text that holds anything but ids stays one. */
function splitIds(text: string): readonly string[] {
  const words = text.split(/\s+/)
  return words.length > 1 && words.every((word) => /^[\w.]*\d[\w.-]*$/.test(word)) ? words : [text]
}

export function amountOf(text: string): Amount {
  return /^(?:\*|all|everything)$/i.test(text) ? 'all' : /[*?]/.test(text) ? 'several' : 'one'
}

const WHOLE_ZONES: ReadonlySet<PathUse['zone']> = new Set(['root', 'home-root', 'project-root', 'temp-root'])

export function pathTarget(path: PathUse): Target {
  const whole = WHOLE_ZONES.has(path.zone) || isPersonalFolder(path)
  return { kind: 'path', path, amount: whole ? 'all' : path.glob ? 'several' : 'one' }
}

export function hostTarget(address: string): Target {
  if (address.includes('://')) {
    const { host, rest } = urlParts(address)
    const port = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(address)?.[1] ?? ''
    return { kind: 'host', host, port, path: rest.split(/[?#]/, 1)[0] ?? '', amount: 'one' }
  }
  const [, host = address, port = ''] = /^(?:[^@/]*@)?(\[[^\]]*\]|[^:/]+)(?::(\d+))?/.exec(address) ?? []
  return { kind: 'host', host, port, path: '', amount: 'one' }
}

export function bucketTarget(address: string, mass: boolean): Target {
  const [, store = '', bucket = '', prefix = ''] = /^(?:([a-z0-9]+):\/\/)?([^/]*)\/?(.*)$/is.exec(address) ?? []
  const amount = mass ? (prefix === '' ? 'all' : 'several') : amountOf(prefix)
  return { kind: 'bucket', store, bucket, prefix, amount }
}

function sourceTarget(source: DataSource): readonly Target[] {
  switch (source.kind) {
    case 'file':
      return [{ kind: 'source', store: 'file', name: source.path, amount: 'one' }]
    case 'environment':
      return [{ kind: 'source', store: 'environment', name: source.name, amount: 'one' }]
    case 'secret-store':
      return [{ kind: 'source', store: source.store, name: '', amount: 'one' }]
    case 'command':
      return [{ kind: 'program', name: source.program, amount: 'one' }]
    case 'network':
      return [hostTarget(source.url)]
    case 'clipboard':
    case 'screen':
      return [{ kind: 'machine', what: source.kind, amount: 'one' }]
    case 'literal':
    case 'argument':
    case 'unknown':
      return []
  }
}

export function pushTargets(remote: string, refs: readonly string[], everything: boolean): readonly Target[] {
  if (everything) return [{ kind: 'ref', remote, ref: '', amount: 'all' }]
  if (refs.length === 0) return [{ kind: 'ref', remote, ref: '', amount: 'one' }]
  return refs.map((ref) => ({ kind: 'ref', remote, ref, amount: amountOf(ref) }))
}

/** Name, version, and where it comes from if not the usual place. */
function packageTarget(manager: string, spec: string, registry: string): Target {
  const { name, version } = parsePackageSpec(spec)
  const place = /^(?:(?:git|hg|svn)\+)?[a-z+]+:\/\/|^[a-z]+:[\w.-]+\/|^git@/i
  if (place.test(spec)) {
    const last = spec.replace(/[?#].*$/, '').replace(/(?:\.git|\/)+(?:@.*)?$/, '')
    return {
      kind: 'package',
      manager,
      name: last.slice(last.search(/[^/:]*$/)),
      version: '',
      source: spec,
      amount: 'one',
    }
  }
  if (place.test(version)) return { kind: 'package', manager, name, version: '', source: version, amount: 'one' }
  return { kind: 'package', manager, name, version, source: registry, amount: amountOf(name) }
}

const USUAL_REGISTRIES = new Set([
  '',
  'npm',
  'pypi',
  'crates.io',
  'hex.pm',
  'rubygems',
  'docker.io',
  'github.com',
  'gitlab.com',
  'maven',
  'nuget',
])

/** `gem push x --host https://…`: an address among the options of what publishes is where it goes. */
export function withPublishRegistry(effect: Effect, { args }: Command): Effect {
  if (effect.kind !== 'publish' || effect.targets !== undefined || !USUAL_REGISTRIES.has(effect.registry)) return effect
  const given = args.flatMap(({ known }, at) =>
    known.startsWith('-') || args[at - 1]?.known.startsWith('-') ? (ADDRESS_OPTION.exec(known)?.[1] ?? []) : [],
  )
  const address = given.at(-1)
  if (address === undefined) return effect
  const host = hostOf(address)
  const { registry } = effect
  const own = host === registry || host === `${registry}.org` || host.endsWith(`.${registry}.org`)
  return own ? effect : { ...effect, registry: host }
}
const ADDRESS_OPTION = /^(?:-[\w-]+=)?((?:https?|oci):\/\/.+)$/s

const REGISTRY_IN_TEXT =
  /\b(?:to|on|onto) (?:the )?([\w.-]*(?:pypi|npm|gems|crates|nexus|artifactory|verdaccio|nuget)[\w.-]*)/

export function isOtherRegistry(registry: string, text: string): boolean {
  const [, said = ''] = REGISTRY_IN_TEXT.exec(text) ?? []
  return registry !== '' && !registry.includes(said.replace(/\.(?:org|io)$/, ''))
}

export function publishedTarget(registry: string, stated: string): Target {
  const what = stated.replace(/^[a-z]{2,12}:\/\//, '')
  const [, name = what, version = ''] = /^(@?[^@]+?)(?:[:@]([^/]*))?$/s.exec(what) ?? []
  return {
    kind: 'package',
    manager: '',
    name,
    version,
    source: USUAL_REGISTRIES.has(registry) || name.startsWith(`${registry}/`) ? '' : registry,
    amount: 'one',
  }
}

/** The thing by its name, and the very tag, since others get what it points to. */
export function taggedTargets(image: string): readonly Target[] {
  const bare = image.replace(/^[a-z]+:\/\//, '')
  const [, name = bare, tag = ''] = /^(.*?)(?::([^/:]+))?$/s.exec(bare) ?? []
  const what = publishedTarget('', name)
  return tag === '' ? [what] : [what, { kind: 'ref', remote: '', ref: tag, amount: 'one' }]
}

function parsePackageSpec(spec: string): { readonly name: string; readonly version: string } {
  const [, name = spec, version = ''] =
    /^(@?[^@=<>~!:\s[]+)(?:\[[^\]]*\])?\s*(?:(?:@|===?|[~!<>]=?|:)\s*(.*))?$/s.exec(spec) ?? []
  return { name, version }
}

type ExternalWrite = Extract<Effect, { kind: 'external-write' }>

function externalWriteTargets({ service, nature, target }: ExternalWrite): readonly Target[] {
  if (nature === 'mail' || nature === 'message')
    return target.split(/,\s*/).map(
      (address): Target => ({
        kind: 'recipient',
        channel: service,
        address,
        amount: address === 'everyone' ? 'all' : 'one',
      }),
    )
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) return [hostTarget(target)]
  return [{ kind: 'resource', system: service, type: nature, name: target, amount: 'one' }]
}

/** What a person may allow for a whole session; undefined for everything that is grave each time. */
export function sessionApprovalScope(effect: Effect): string | undefined {
  switch (effect.kind) {
    case 'external-write': {
      if (effect.nature !== 'record' && effect.nature !== 'message') return undefined
      const record = targetsOf(effect).find((target) => target.kind === 'record')
      return record === undefined || record.id === ''
        ? undefined
        : `writing to ${record.type} ${record.id}${record.repository && ` of ${record.repository}`} in ${record.service}`
    }
    case 'remote-exec':
      return effect.host === '' || effect.writes === 'yes' ? undefined : `commands on ${effect.host}`
    case 'expose-secret':
      return effect.source.kind === 'file' && effect.sink === 'output' ? `showing ${effect.source.path}` : undefined
    case 'read-path':
      return effect.path.real === undefined || effect.path.glob ? undefined : `reading ${effect.path.real}`
    case 'write-path':
      return effect.path.real === undefined || effect.path.glob || effect.path.tags.includes('gate-own')
        ? undefined
        : `editing ${effect.path.real}`
    default:
      return undefined
  }
}

import { targetsOf } from '../analysis/targets.ts'
import { DELETING_CHANGES, verbMeaning, wordsOf } from '../knowledge/lexicon/verbs.ts'
import {
  hostName,
  kindName,
  known,
  listed,
  plural,
  shellSafe,
  singular,
  systemName,
  thirdPerson,
  withArticle,
} from './names.ts'
import type { Of, Said } from './said.ts'
import { sayBucket, sayCluster } from './services.ts'

type Change = Of<'resource-change'>

const CHANGES: Readonly<Record<Change['verb'], string>> = {
  create: 'creates',
  update: 'changes',
  delete: 'deletes',
  restart: 'restarts',
  scale: 'scales',
  cancel: 'stops',
  apply: 'applies',
  destroy: 'destroys',
  purge: 'purges',
}
const FAMILY_NOUNS: Readonly<Record<Change['family'], string>> = {
  storage: 'stored data',
  compute: 'machine',
  cluster: 'resource',
  infrastructure: 'resource',
  queue: 'queue',
  identity: 'account',
  network: 'network setting',
  dns: 'DNS record',
  job: 'job',
  config: 'setting',
  other: 'resource',
}
/** Of this machine or of nobody's product: no one names the system. */
const OWN_SYSTEMS = new Set(['network', 'machine', 'kernel', 'accounts', 'ci', 'the task', 'batch scheduler', 'backup'])
const DELETING: ReadonlySet<string> = DELETING_CHANGES
const isRemoval = (verb: string | undefined) => verb !== undefined && DELETING.has(verb)

interface ToolAct {
  readonly doing: string
  /** The thing that the tool's word names: `terminate-instances`. */
  readonly noun: string
  readonly word: string
}

/** The tool's own verb, which people know (`terminate-instances`, `drain`), where it fits what is known of the call. */
function toolAct({ target, verb, actor }: Change): ToolAct | undefined {
  const [, method = ''] = /\.(\w+)$/.exec(actor.words.join(' ')) ?? []
  const call = wordsOf(method).filter((word) => word !== 'command')
  const words = target.split(' ').filter((each) => /^[a-z][a-z-]*$/.test(each) && each !== target)
  for (const word of [...words.slice(0, 4), call.join('-')]) {
    const [first = '', ...rest] = wordsOf(word)
    const change = verbMeaning(first)?.change
    const noun = rest.slice(0, 3).map(singular).join(' ')
    if (change === verb || change === 'cancel' || (isRemoval(change) && isRemoval(verb)))
      return { doing: thirdPerson(first), noun, word }
    if (change !== undefined && rest.length > 0)
      return { doing: CHANGES[verb === 'create' ? 'update' : verb], noun, word }
  }
  return undefined
}

export function sayChange(effect: Change): Said {
  const [headline, why, attempt] = sayWithoutStage(effect)
  const production = effect.environment === 'production' && !/prod|live/i.test(headline)
  return [
    `${headline}${production ? ' in production' : ''}`,
    why ?? changeReason(effect),
    attempt ?? lookAttempt(effect),
  ]
}

function sayWithoutStage(effect: Change): Said {
  const { system, verb, family, mass, target } = effect
  const targets = targetsOf(effect)
  const [first] = targets
  const act = toolAct(effect)
  const doing = act?.doing ?? CHANGES[verb]
  if (system === 'terraform' || system === 'pulumi') return sayInfrastructure(effect, act)
  if (first?.kind === 'bucket') return sayBucket(first, mass, CHANGES[verb])
  if (first?.kind === 'path') return [`applies ${known(first.path.text)} to ${systemName(system)}`]
  if (first?.kind === 'cluster') return sayCluster(targets, clusterVerb(effect, first.type, act), act?.word)
  if (system === 'docker') return sayDocker(effect, doing)
  if (system === 'rsync') return [`deletes files on ${hostName(target)} that are missing here`]
  const names = namesIn(effect, act)
  const noun = resourceNoun(effect, act)
  if (OWN_SYSTEMS.has(system) && noun === FAMILY_NOUNS[family] && (family === 'network' || family === 'config')) {
    const kind = system === 'kernel' || system === 'network' ? system : 'system'
    return [`changes ${kind} settings${names.length === 0 ? '' : ` (${known(names.join(' '))})`}`]
  }
  return [sayResource(effect, names, doing, noun)]
}

function clusterVerb({ verb }: Change, type: string, act: ToolAct | undefined): string {
  if (verb === 'cancel' && (type === '' || type === 'node')) return 'drains'
  if (type !== '' && type === act?.word) return act.doing
  if (act?.word === 'uninstall' || act?.word === 'rollback') return act.doing
  return verb === 'destroy' ? 'deletes' : CHANGES[verb]
}

/** Names of what is changed, without the words that only say what is done. */
function namesIn(effect: Change, act: ToolAct | undefined): readonly string[] {
  const { target, family } = effect
  const named = targetsOf(effect).flatMap((each) => (each.kind === 'resource' ? [each.name] : []))
  const options = target
    .split(' ')
    .flatMap((word) => /^--[\w-]*(?:name|id|identifier|bucket)=(.+)$/.exec(word)?.[1] ?? [])
  const ids = family === 'job' ? target.split(/\s+/).filter((word) => /\d/.test(word) && !word.startsWith('-')) : []
  const plain = named.every((name) => name !== '' && !/[{*"=]|^[A-Z]+$/.test(name))
  const names = ids.length > 0 ? ids : plain || options.length === 0 ? named : options
  return names
    .map((name) => (/^arn:/.test(name) ? (name.split('/').at(-1) ?? '') : name))
    .map((name) =>
      name
        .split(' ')
        .filter((word) => word !== act?.word)
        .join(' '),
    )
    .filter((name) => name !== '' && !/[{"]/.test(name) && !effect.actor.name.endsWith(`.${name}`))
}

function sayResource(effect: Change, names: readonly string[], doing: string, noun: string): string {
  const { system, family, mass } = effect
  const isAll = family !== 'job' || targetsOf(effect).some(({ amount }) => amount === 'all')
  const generic = noun === FAMILY_NOUNS[family]
  const where = OWN_SYSTEMS.has(system) || !generic ? '' : ` in ${systemName(system)}`
  const [name = ''] = names
  if (names.every((each) => known(each) === ''))
    return `${doing} ${noun === 'stored data' ? noun : mass ? `${system === 'backup' ? '' : isAll ? 'all ' : 'several '}${plural(noun)}` : withArticle(noun)}${where}`
  if (noun === 'stored data') return `${doing} ${noun}${where} (${listed(names, '')})`
  const [, rest] = /bucket (.+)$/.exec(noun) ?? []
  if (rest !== undefined) return `${doing} the ${rest} of S3 bucket ${known(name)}`
  if (name.includes('/') && family === 'identity')
    return `${doing} ${known(name.split(' ')[0])} in ${systemName(system)}`
  const [, whole = '', part] =
    /^(\S+) (.*\b(?:policy|permission|binding|configuration|versioning|attribute|record set))$/.exec(noun) ?? []
  if (part !== undefined && names.length === 1) return `${doing} the ${part} of ${whole} ${known(name)}`
  if (family === 'identity' && names.length > 1) return `${doing} ${noun} (${names.map(known).join(', ')})`
  // A telling name needs no "resource" before it; an id does.
  if (noun === 'resource' && !/\d/.test(name))
    return `${doing} ${/^[a-z]+$/.test(name) && !mass ? withArticle(name) : known(name)}${where}`
  return `${doing} ${listed(names, noun, 40)}${where}`
}

/** `EC2 instance`, `container cluster`, `lambda function`. */
function resourceNoun(effect: Change, act: ToolAct | undefined): string {
  const { system, family, target } = effect
  const type = targetsOf(effect).flatMap((each) => (each.kind === 'resource' ? [each.type] : []))[0] ?? ''
  if (system === 'backup') return 'backup'
  // The first word of an unknown program says what it does as often as what it does it to.
  const words =
    type === family || (system.toLowerCase() === effect.actor.name && systemName(system) === system)
      ? []
      : type
          .split(/[\s:]+/)
          .filter((word) => word !== '' && word !== act?.word)
          .slice(0, 2)
  const aws = (word: string) =>
    /^(?:\w{2,3}|elbv2)$/.test(word) ? word.toUpperCase() : systemName(word.replace(/^s3api$/, 'S3'))
  const service = words.map(system === 'aws' ? aws : (word) => singular(kindName(word))).join(' ')
  const noun = act !== undefined && !service.toLowerCase().includes(act.noun) ? act.noun : ''
  const said = `${service} ${noun}`.trim()
  if (said === '') return system === 'kafka' || /\btopics?\b/.test(target) ? 'topic' : FAMILY_NOUNS[family]
  return said.replace(/\b(?:acl|iam|vm|db|sql|dns|ip)\b/g, (word) => word.toUpperCase())
}

function sayDocker(effect: Change, doing: string): Said {
  const { verb, family, target, mass } = effect
  const targets = targetsOf(effect)
  const containers = targets.flatMap((each) => (each.kind === 'container' ? [each] : []))
  const [first] = containers
  const name = known(target)
  if (first?.type === 'swarm') return ['leaves the Docker swarm', 'Its services move or end']
  if (first?.type === 'system') return ['deletes all unused Docker data']
  if (first !== undefined) {
    const kind = first.type || 'container'
    const names = containers.map((each) => each.name)
    return [
      names.some((each) => known(each) !== '')
        ? `${doing} ${listed(names, kind, 40)}`
        : `${doing} all Docker ${plural(kind)}`,
    ]
  }
  if (family === 'storage')
    return [/^volumes of/.test(name) ? `deletes the ${name.replace(' down', '')}` : 'deletes data in a Docker volume']
  if (name === '' || name === 'containers' || mass === false)
    return [
      `${CHANGES[verb]} ${name === '' || name === 'containers' ? 'all Docker containers' : `Docker resource ${name}`}`,
    ]
  return [`${verb === 'apply' ? 'starts' : CHANGES[verb]} the containers of ${name}`]
}

function sayInfrastructure(effect: Change, act: ToolAct | undefined): Said {
  const { system, verb, target } = effect
  const label = systemName(system)
  const name = known(namesIn(effect, act).find((each) => each !== target))
  const live = 'It changes live resources'
  if (/^state /.test(target))
    return [`removes ${name || 'resources'} from the ${label} state`, `${label} would no longer manage it`]
  if (verb === 'destroy' || verb === 'purge')
    return [`destroys ${name || `everything that ${label} manages here`}`, 'Live resources and their data are lost']
  if (verb === 'delete') return [`deletes ${label} ${/stack/.test(target) ? 'stack' : 'resource'} ${name}`.trim()]
  if (verb !== 'apply')
    return [`${act?.doing ?? CHANGES[verb]} ${label} ${name === '' ? 'resources' : `resource ${name}`}`, live]
  const stack = system === 'pulumi' ? `the Pulumi stack ${name}`.trim() : `the ${label} configuration`
  const plan = /plan|\.tf/.test(target) ? target : name
  return [`applies ${system === 'pulumi' || plan === '' ? stack : `${label} plan ${plan}`}`, live]
}

function changeReason({ verb, family }: Change): string {
  if (family === 'job') return 'That ends running work'
  if (family === 'identity') return 'That decides who has access'
  if (family === 'network' || family === 'dns') return 'It may cut connections'
  return family === 'storage' && isRemoval(verb) ? "Deleted data can't be restored" : 'Others may depend on that'
}

/** A look at what would be changed, by a command that changes nothing. */
function lookAttempt(effect: Change): string | undefined {
  const { system, verb } = effect
  if (system === 'terraform') return verb === 'apply' ? '`terraform plan`' : '`terraform state list`'
  if (system === 'pulumi') return '`pulumi preview`'
  const [target, ...others] = targetsOf(effect).filter(({ kind }) => kind === 'cluster')
  if (target?.kind !== 'cluster' || others.length > 0) return undefined
  const [type, name, namespace] = [target.type, target.name, target.namespace].map(shellSafe)
  const within = namespace === undefined ? '' : ` -n ${namespace}`
  if (system === 'helm') return name && `\`helm status ${name}${within}\``
  if (type === undefined || name?.includes('=') || /^secrets?$/.test(type) || verbMeaning(type) !== undefined)
    return undefined
  return `\`kubectl get ${type}${name === undefined ? '' : ` ${name}`}${within}\``
}

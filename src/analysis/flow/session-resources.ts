import { environmentOfCommand } from '../../knowledge/lexicon/deployment-environments.ts'
import { anyOf, VERBS, verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { programName } from '../interpret/base-name.ts'
import { classifyHost, urlParts } from '../remote/hosts.ts'
import { memoize } from '../text/memoize.ts'
import type { Command } from '../words.ts'

/** Verbs that make a thing which was not there; others do so only with a name of its own. */
const CREATE_VERBS = /^(?:create|launch|new|clone|provision|fork|spawn|up|init|add|mb)$/
const NAMED_CREATE_VERBS = /^(?:run|start|boot|import|restore|install|nspawn|vmspawn)$/
const UNMAKE_VERBS = /^rb$/
const NAME_OPTIONS =
  /^(?:-[nJM]|--(?:[a-z]+-)?name|--instance|--machine|--unit|--branch|--topic|--queue|--stream|--bucket|--table|--subscription|--index)$/
const LOCATION_OPTIONS =
  /^--(?:context|env|environment|profile|project|project-id|account|region|zone|host|server|endpoint|url|org|organization|tenant|namespace|remote|bootstrap-server|broker|brokers)$/
const PLAIN_NAME = /^[A-Za-z0-9][\w.-]{0,80}$/
const PATH_OPERAND = /^(?:\.{1,2}\/|~\/|[\w.-]+\/|\/[\w.-]+\/)[\w./-]*[\w-][\w./-]*$/
const ALL_OPTIONS = /^(?:-A|-a|--all(?:-\w+)*|--everything)$/
/** Takes along what the thing worked on, which may have been there before it. */
const DATA_DELETING_OPTIONS = new RegExp(
  `^--(?:${anyOf(...VERBS.delete, ...VERBS.erase, 'with')})-[\\w-]*(?:storage|disks?|volumes?|data)$`,
)
const SCRATCH_PATH = /(?:^|[=,])(?:\/tmp|\/var\/tmp|\/dev\/shm)\/[\w.-]+(?:,[\w.=-]+)*$/
/** Goes on, or writes over it, where the thing was there before: nothing tells whose it is then. */
const REUSE_OPTIONS =
  /^--(?:if-not-exists?|ignore-existing|exists?-ok|or-replace|replace|force|overwrite|upsert|adopt)$/
const RESOURCE_KINDS =
  /^(?:clusters?|instances?|vms?|machines?|servers?|containers?|databases?|db|branch(?:es)?|topics?|queues?|streams?|buckets?|tables?|index(?:es)?|subscriptions?|jobs?|units?|project|profile|env(?:ironment)?|network|volume)$/
const MAX_VERB_POSITION = 3
const MAX_WORDS = 40

interface ResourceAct {
  readonly program: string
  readonly verb: string
  readonly named: string | undefined
  readonly operands: readonly string[]
  /** Of these, what stands behind an option of one letter and may be its value. */
  readonly doubtful: ReadonlySet<string>
  readonly where: string
  readonly withData: boolean
  readonly open: boolean
}

function resourceActOf({ name = '', args }: Command): ResourceAct | undefined {
  if (args.length > MAX_WORDS) return undefined
  const operands: string[] = []
  const where: string[] = []
  const doubtful = new Set<string>()
  let named: string | undefined
  let open = false
  let withData = false
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.text
    if (text === undefined || args[at]?.glob) open = true
    if (text === undefined) continue
    if (!text.startsWith('-')) {
      operands.push(text)
      if (/^-[A-Za-z]$/.test(args[at - 1]?.text ?? '')) doubtful.add(text)
      continue
    }
    if (ALL_OPTIONS.test(text)) open = true
    if (DATA_DELETING_OPTIONS.test(text)) withData = true
    if (text === '--user') where.push(text)
    const [, option = text, attached] = /^(--?[\w-]+)=(.*)$/s.exec(text) ?? []
    const value = attached ?? args[at + 1]?.text
    if (!NAME_OPTIONS.test(option) && !LOCATION_OPTIONS.test(option)) continue
    if (attached === undefined) at++
    if (NAME_OPTIONS.test(option)) {
      if (named !== undefined) open = true
      named = value
    } else where.push(`${option}=${value ?? ''}`)
  }
  const details = { named, doubtful, withData, where: where.sort().join(' '), open }
  const whole = verbInProgramName(programName(name))
  if (whole) return { ...whole, ...details, operands }
  const at = operands.slice(0, MAX_VERB_POSITION).findIndex((word) => wordsOf(word).some(isResourceVerb))
  // `--create --topic x`: the verb may be an option.
  const asked =
    at < 0 ? args.map(({ text = '' }) => text).find((text) => /^--(?:create|delete)$/.test(text)) : undefined
  const program = suiteOf(name.replace(/^.*\//, ''))
  if (asked !== undefined) return { program, verb: asked.slice(2), ...details, operands }
  if (at < 0) return undefined
  const verb = (wordsOf(operands[at] ?? '').find(isResourceVerb) ?? '').replace(/^create[a-z]+$/, 'create')
  // Beside another verb this says what goes along.
  if (args.some(({ text }) => text === '--delete')) details.withData = true
  const places = operands.slice(0, at).filter((word) => doubtful.has(word))
  details.where = [details.where, ...places].join(' ')
  const behind = operands.slice(at + 1)
  // `boxes t1 stop`: the verb may come last, but nothing is made that way.
  const given = behind.length === 0 && named === undefined && !CREATE_VERBS.test(verb) ? operands.slice(0, at) : behind
  return { program, verb, ...details, operands: given }
}

/** Programs of one suite: what one makes, another ends by the same name. */
const PROGRAM_SUITES: readonly (readonly [RegExp, string])[] = [
  [/^(?:virsh|virt-(?:install|clone))$/, 'libvirt'],
  [/^(?:systemctl|systemd-run)$/, 'systemd'],
  [/^(?:machinectl|systemd-(?:nspawn|vmspawn))$/, 'systemd machines'],
  [/^z(?:pool|fs)$/, 'zfs'],
  [/^pg_(?:create|drop|ctl)cluster$/, 'pg clusters'],
  [/^[vl]g?v?(?:create|remove)$/, 'lvm'],
]

function suiteOf(program: string): string {
  return PROGRAM_SUITES.find(([names]) => names.test(program))?.[1] ?? program
}

const POOL_PROGRAMS = /^(?:zfs|lvm)$/

/** A short verb stands in names that mean nothing by it: `model`, `alarm`. */
const LONG_VERBS = VERBS.delete.filter(({ length }) => length > 3)
const VERB_IN_NAME = new RegExp(
  `^([a-z]{2,12}[-_]?)?(create|install|run|nspawn|vmspawn|${anyOf(...LONG_VERBS)})([-_]?[a-z]{2,12})?$`,
)

/** Programs called after what each does: `createdb x` and `dropdb x`, `box_create x` and `box_remove x`. */
const verbInProgramName = memoize((name): Pick<ResourceAct, 'program' | 'verb'> | undefined => {
  const [, before = '', said = '', after = ''] = VERB_IN_NAME.exec(name) ?? []
  const suite = suiteOf(name)
  if (said !== '' && before + after !== '' && (suite !== name || !/^(?:install|run)$/.test(said)))
    return { program: suite === name ? `${before}…${after}` : suite, verb: said }
  const [, letter = '', last = ''] = /^([a-z])(batch|sub|cancel|del)$/.exec(name) ?? []
  if (letter === '') return undefined
  return { program: `${letter} jobs`, verb: last === 'batch' || last === 'sub' ? 'create' : 'delete' }
})

const isResourceVerb = memoize((word): boolean => {
  if (/^create[a-z]{2,10}$/.test(word)) return true
  const act = verbMeaning(word)?.act
  return (
    CREATE_VERBS.test(word) ||
    NAMED_CREATE_VERBS.test(word) ||
    UNMAKE_VERBS.test(word) ||
    (act !== undefined && act !== 'read')
  )
})

const resourceKey = ({ program, where }: ResourceAct, name: string): string =>
  `made by ${program} ${where}: ${name.replace(/\.(?:service|scope)$/, '')}`
const resourceDataKey = (act: ResourceAct, name: string): string => `${resourceKey(act, name)} with all that it holds`
const resourceWordKey = (act: ResourceAct, name: string, word: string): string =>
  `${resourceKey(act, name)} beside ${word}`

export function createdResources(command: Command): readonly string[] {
  const act = resourceActOf(command)
  if (!act || act.open || environmentOfCommand(command) === 'production') return []
  const takesUp = ({ text = '' }: { text?: string | undefined }) =>
    REUSE_OPTIONS.test(text) || (act.verb === 'mb' && text === '-p')
  if (command.args.some(takesUp)) return []
  const names = createdNames(act)
  // What it works on is the session's too where all of it lies in scratch folders.
  const scratch = command.args.every(({ text = '' }) => !text.includes('/') || SCRATCH_PATH.test(text))
  const beside = act.named === undefined ? [] : [...act.doubtful]
  return names.flatMap((name) => [
    resourceKey(act, name),
    ...(scratch ? [resourceDataKey(act, name)] : []),
    ...beside.map((word) => resourceWordKey(act, name, word)),
  ])
}

const SERVICE_MANAGERS = /^(?:systemd|supervisorctl|rc-update|initctl|launchctl|chkconfig|svcadm|sv)$/

function createdNames({ program, verb, named, operands, doubtful }: ResourceAct): readonly string[] {
  if (verb === 'add' && SERVICE_MANAGERS.test(program)) return []
  if (named !== undefined) {
    if (!PLAIN_NAME.test(named) || !(CREATE_VERBS.test(verb) || NAMED_CREATE_VERBS.test(verb))) return []
    // `create 990 --name t1`: a number and a name of one thing.
    return [
      named,
      ...operands.filter((word) => CREATE_VERBS.test(verb) && /^\d{2,9}$/.test(word) && !doubtful.has(word)),
    ]
  }
  if (!CREATE_VERBS.test(verb)) return []
  const sure = operands.filter((word) => !doubtful.has(word))
  const [first, ...rest] = sure.length > 0 ? sure : operands
  if (first !== undefined && PLAIN_NAME.test(first) && rest.length > 0 && rest.every((word) => /^\.{0,2}\//.test(word)))
    return [first]
  const last = rest.at(-1) ?? first
  return last !== undefined && (PLAIN_NAME.test(last) || PATH_OPERAND.test(last))
    ? [last, [first, ...rest].join(' '), operands.join(' ')]
    : []
}

const FILE_BACKED_DEVICE = /^\/dev\/(?:loop|nbd)\d{1,3}(?:p\d{1,2})?$/
const RAID_DEVICE = /^\/dev\/md(?:\d{1,3}|\/[\w-]{1,40})$/
const deviceKey = (device: string, scratch: boolean): string =>
  `device over a ${scratch ? 'scratch file' : 'file'} ${device.replace(/(?<=\d)p\d+$/, '')}`

/** `losetup /dev/loop7 /tmp/x.img`: what is done to the device is done to that file. */
export function attachedDevices({ name = '', args }: Command): readonly string[] {
  const program = programName(name)
  const texts = args.map(({ text = '' }) => text)
  if (program === 'mdadm' && texts.some((text) => /^(?:-C|--create)$/.test(text))) return arrayOfFileDevices(texts)
  if (!/^(?:losetup|qemu-nbd|nbd-client)$/.test(program)) return []
  if (texts.some((text) => /^(?:-d|-D|--d\w+)/.test(text))) return []
  const files = texts.filter((text) => !text.startsWith('/dev/') && !/^-|^\d+$/.test(text))
  const scratch = files.length === 1 && /^(?:\/tmp|\/var\/tmp)\/[\w.-]+$/.test(files[0] ?? '')
  return texts.filter((text) => FILE_BACKED_DEVICE.test(text)).map((device) => deviceKey(device, scratch))
}

/** An array of such devices alone; whether they are the session's was asked when it was made. */
function arrayOfFileDevices(texts: readonly string[]): readonly string[] {
  const [array = '', ...members] = texts.filter((text) => text.startsWith('/dev/'))
  return RAID_DEVICE.test(array) && members.length > 0 && members.every((each) => FILE_BACKED_DEVICE.test(each))
    ? [deviceKey(array, true)]
    : []
}

export function isSessionDevice(path: string | undefined, started: ReadonlySet<string>): boolean {
  if (path === undefined || !(FILE_BACKED_DEVICE.test(path) || RAID_DEVICE.test(path))) return false
  return started.has(deviceKey(path, true)) && !started.has(deviceKey(path, false))
}

/** Made by an earlier command of this text, on a server of this machine that both name. */
export function isCreatedEarlierHere(command: Command, commands: readonly Command[]): boolean {
  const here = command.args.some(({ text = '' }) => isLocalAddress(text.replace(/^--?[\w-]+=/, '')))
  const before = here ? commands.filter(({ span }) => span.end <= command.span.start) : []
  return before.length > 0 && isSessionResource(command, new Set(before.flatMap(createdResources)))
}

const MAX_ADDRESS_LENGTH = 2_000

function isLocalAddress(text: string): boolean {
  if (text.length > MAX_ADDRESS_LENGTH) return false
  const { host } = urlParts(text)
  return /[.:]|localhost/.test(text) && host !== '0.0.0.0' && classifyHost(host) === 'loopback'
}

export function isSessionResource(command: Command, started: ReadonlySet<string>): boolean {
  const act = started.size === 0 ? undefined : resourceActOf(command)
  if (!act || act.open || environmentOfCommand(command) === 'production') return false
  const key = act.withData ? resourceDataKey : resourceKey
  const has = (name: string): boolean =>
    started.has(key(act, name)) ||
    (POOL_PROGRAMS.test(act.program) &&
      /^[\w.-]+\/[\w./-]+$/.test(name) &&
      started.has(key(act, name.replace(/\/.*$/, ''))))
  const { named, operands, doubtful } = act
  const isBeside = (word: string) => doubtful.has(word) && started.has(resourceWordKey(act, named ?? '', word))
  if (named !== undefined)
    return has(named) && operands.every((word) => RESOURCE_KINDS.test(word) || has(word) || isBeside(word))
  return operands.length > 0 && (operands.every(has) || has(operands.join(' ')))
}

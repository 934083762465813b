import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { optionRole } from '../../knowledge/lexicon/role-words.ts'
import { isDeployVerb, isReadOnlyVerb, verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { programName } from '../interpret/base-name.ts'
import { displayText } from '../interpret/loose-words.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { BIND_ALL_OPTION, recordBinding } from '../remote/bind-addresses.ts'
import { classifyHost } from '../remote/hosts.ts'
import { slotsOf } from '../shell/argument-slots.ts'
import type { Target } from '../target.ts'
import type { Command, DataSource } from '../words.ts'
import {
  EMAIL_ADDRESS,
  recordGrant,
  recordPublicGrant,
  recordRoleOption,
  recordSharingEffect,
} from './access-grants.ts'
import {
  recordActuation,
  recordDeviceWipe,
  recordFuseWrite,
  recordOverTheAirUpdate,
  recordPartitionFlash,
} from './devices.ts'
import { type GenericCommand, isReadOnlyCommand, parseGenericCommand } from './generic-command.ts'
import {
  isDatabaseCommand,
  recordDeploy,
  recordGenericDatabaseChange,
  recordPublish,
  recordRemovalEffect,
  recordResourceChange,
} from './generic-effects.ts'
import { recordInlineCode } from './inline-code.ts'
import { recordFileTransfer, recordRegistryUpload, recordStoreBuild } from './registries.ts'
import {
  recordEvictedUsers,
  recordForcedConfirmation,
  recordForcedPush,
  recordQueueSweep,
  recordRemoteConfigChange,
  recordRemoteMerge,
  recordZoneRecord,
} from './remote-admin.ts'
import { type InputReceiver, identifyReceiver, parseInputLines } from './repl-input.ts'
import { affectsSharedResource, cancelsEverything } from './service-disruption.ts'
import { recordPayment, recordProvisioning } from './spending.ts'
import { commandWords, isLoopbackText, isPort, looksLikeFile, matching, targetsOnlyThisMachine } from './word-shapes.ts'

const CERTIFICATE_WORD = /^(?:ca|cas|certs?|certificates?|rootca|truststore)$/
const DEVICE_NOUN = /^(?:devices?|peers?|introducers?)$/
const PEOPLE_NOUN = /^(?:members?|collaborators?|guests?|contributors?|maintainers?|users?|people|teammates?)$/

type GenericRule = (command: Command, recorder: EffectRecorder) => unknown

const UNCONDITIONAL_RULES: readonly GenericRule[] = [
  recordTrust,
  recordStoreBuild,
  recordInlineCode,
  recordListenOptions,
  recordOutputFile,
  recordMail,
]
/** Unless the command only asks. */
const EXECUTION_RULES: readonly GenericRule[] = [
  recordFileTransfer,
  recordDeviceWipe,
  recordPartitionFlash,
  recordOverTheAirUpdate,
  recordQueueSweep,
]
/** Unless all that it is aimed at is this machine. */
const REMOTE_RULES: readonly GenericRule[] = [
  recordRegistryUpload,
  recordActuation,
  recordZoneRecord,
  recordEvictedUsers,
  recordForcedPush,
  recordRemoteMerge,
]

/** A command line that no analyzer knows, or a form that its analyzer does not: what its words say it does. */
export function recordUnknownCommand(command: Command, recorder: EffectRecorder): void {
  const tells = !isHelpOrDryRun(command)
  const away = tells && !targetsOnlyThisMachine(command)
  const burns = tells && recordFuseWrite(command, recorder)
  for (const rules of [UNCONDITIONAL_RULES, tells ? EXECUTION_RULES : [], away ? REMOTE_RULES : []])
    for (const state of rules) state(command, recorder)
  if (!away || !recordProvisioning(command, recorder)) recordPayment(command, recorder)
  const line = burns || recordPublicGrant(command, recorder) ? undefined : parseGenericCommand(command)
  if (line && !recordRoleOption(command, line, recorder)) recordGenericCommand(line, recorder)
  if (tells && (line === undefined || line.meaning.act === 'update')) recordForcedConfirmation(command, recorder)
  if (away && line === undefined) recordRemoteConfigChange(command, recorder)
}

function recordListenOptions(command: Command, recorder: EffectRecorder): void {
  const { args, name = '' } = command
  if (isReadOnlyCommand(command)) return
  const bound = args.filter(({ known }, at) => {
    const [, value = known] = /^--?[\w.-]+=(.*)$/s.exec(known) ?? []
    const isOptionValue = value !== known || /^--?[A-Za-z]/.test(args[at - 1]?.known ?? '')
    return BIND_ALL_OPTION.test(known) || (isOptionValue && !/^https?:/.test(value) && /0\.0\.0\.0|\[::\]/.test(value))
  })
  recordBinding(bound, programName(name), recorder)
}

function recordOutputFile(command: Command, recorder: EffectRecorder): void {
  if (isReadOnlyCommand(command)) return
  for (const { kind, name, word } of slotsOf(command.args).slots) {
    const isValue = kind === 'option' || kind === 'loose'
    if (!isValue || optionRole(name ?? '') !== 'write' || !/^[~/]/.test(word.known)) continue
    const path = recorder.path(word)
    if (path.zone === 'home' && path.tags.length === 0)
      recorder.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, certainty: 'likely' })
  }
}

function recordMail(command: Command, recorder: EffectRecorder): void {
  const { words } = commandWords(command)
  const at = words.findIndex(matching(/^(?:-s|--subject(?:=.*)?)$/s))
  const to = words.filter((word, index) => EMAIL_ADDRESS.test(word) && index !== at + 1)
  if (at < 0 || to.length === 0 || isReadOnlyCommand(command)) return
  recorder.effect({
    kind: 'external-write',
    service: 'mail',
    nature: 'mail',
    target: to.join(', '),
    certainty: 'likely',
  })
}

/** What lines on standard input tell a tool to do elsewhere; `unlisted`: nobody knows what it reads there. */
export function recordStdinCommands(command: Command, unlisted: boolean, recorder: EffectRecorder): void {
  const text = command.stdin.kind === 'value' ? command.stdin.value.text : undefined
  if (text !== undefined) recordInputLines(command, text, identifyReceiver(command, text, unlisted), recorder)
}

export function recordInputLines(
  command: Command,
  text: string,
  hearer: InputReceiver,
  recorder: EffectRecorder,
): void {
  for (const line of parseInputLines(command, text, hearer)) {
    const { act } = line.meaning
    if (act === 'destroy' || act === 'remove') recordRemovalEffect(line, recorder)
    else if (
      act === 'cancel' ||
      act === 'restart' ||
      (!recordGrant(line, recorder) && act !== 'create' && act !== 'grant')
    )
      recordResourceChange(line, recorder)
  }
}

export function recordSentCommands(
  host: string,
  payload: readonly DataSource[],
  command: Command,
  recorder: EffectRecorder,
): void {
  if (classifyHost(host) === 'loopback') return
  for (const source of payload)
    if (source.kind === 'literal') recordInputLines(command, source.text, { name: host, kind: 'machine' }, recorder)
}

export function recordUnknownSubcommand(command: Command, recorder: EffectRecorder): void {
  const line = parseGenericCommand(command)
  if (line) recordGenericCommand({ ...line, remote: !line.local }, recorder)
}

/** An analyzer that knows other words of the tool says nothing of a deploy to production, nor of what is forced upon others. */
export function recordMissedDeployOrPush(command: Command, recorder: EffectRecorder): void {
  recordForcedPush(command, recorder)
  if (!command.args.some(({ known }) => isDeployVerb(known))) return
  const line = parseGenericCommand(command)
  // `rollout history` looks at what was rolled out.
  const looks = commandWords(command)
    .free.slice(0, 4)
    .some((word) => isReadOnlyVerb(word) || verbMeaning(word)?.act === 'read')
  if (line?.meaning.act === 'deploy' && line.aimed && !looks) recordDeploy(line, recorder)
}

export function recordUnreadScript(command: Command, script: string, recorder: EffectRecorder): void {
  recordPayment({ ...command, name: script }, recorder)
  const line = parseGenericCommand(command, script)
  if (line) recordGenericCommand(line, recorder)
}

function recordGenericCommand(line: GenericCommand, recorder: EffectRecorder): void {
  if (recordGrant(line, recorder) || recordPairing(line, recorder) || recordSharingEffect(line, recorder)) return
  switch (line.meaning.act) {
    case 'destroy':
    case 'remove':
      recordRemovalEffect(line, recorder)
      return
    case 'deploy':
      recordDeploy(line, recorder)
      return
    case 'release':
      if (affectsSharedResource(line)) recordRemovalEffect(line, recorder)
      else if (line.environment === 'production') recordDeploy(line, recorder)
      else recordPublish(line, recorder)
      return
    case 'migrate':
      if (line.environment === 'production' || (line.remote && !line.local))
        recordGenericDatabaseChange(line, 'alter', recorder)
      return
    case 'publish':
    case 'upload':
      recordPublish(line, recorder)
      return
    case 'tunnel':
      recordTunnel(line, recorder)
      return
    case 'work':
      // `up` of a migration tool.
      if (line.environment === 'production' && isDatabaseCommand(line) && line.nouns.has('up'))
        recordGenericDatabaseChange(line, 'alter', recorder)
      else if (line.aimed && !line.script && [...line.nouns].some(matching(JOB_NOUN)))
        recordResourceChange(line, recorder)
      return
    case 'update':
      if (activatesVersion(line)) recordDeploy(line, recorder)
      else if (!line.script && (line.aimed || setsRemoteDevice(line) || (line.loose.has('--execute') && !line.local)))
        recordResourceChange(line, recorder)
      return
    case 'restart':
    case 'scale':
    case 'cancel':
      if (
        !line.script &&
        (line.aimed ||
          (!line.local &&
            (line.remote || line.there || line.unasked || cancelsEverything(line) || affectsSharedResource(line))))
      )
        recordResourceChange(line, recorder)
      return
    case 'create':
      if (line.aimed && !line.script) recordResourceChange(line, recorder)
      return
    case 'grant':
    case 'trust':
    case 'pair':
    case 'read':
      return
  }
}

const JOB_NOUN = /^(?:jobs?|pipelines?|workflows?|flows?|dags?|schedules?|batch(?:es)?)$/

/** What a machine or a device elsewhere is set to; to sync or to connect with one changes nothing there. */
const setsRemoteDevice = ({ there, local, nouns }: GenericCommand): boolean =>
  there && !local && ![...nouns].some(matching(/^(?:connect|link|sync|resume|attach|associate)$/))

const activatesVersion = ({ nouns, script }: GenericCommand): boolean =>
  !script && nouns.has('activate') && [...nouns].some(matching(/^(?:versions?|revisions?|releases?)$/))

function recordPairing({ meaning, nouns, objects, local }: GenericCommand, recorder: EffectRecorder): boolean {
  const invites = nouns.has('invite')
  const adds =
    meaning.act === 'pair' ||
    (meaning.act === 'create' && (nouns.has('add') || nouns.has('register'))) ||
    meaning.change === 'update' ||
    invites
  const account = objects.map(displayText)[0] ?? ''
  const people = [...nouns].some(matching(PEOPLE_NOUN))
  const person = EMAIL_ADDRESS.test(account) || (invites && people && account !== '')
  const asked = [...nouns].some(matching(DEVICE_NOUN)) || (nouns.has('pair') && nouns.size > 1) || person
  if (!adds || !asked || local || meaning.act === 'update') return false
  recorder.effect({
    kind: 'grant',
    what: person ? 'access' : 'access as a device',
    to: account,
    reach: 'remote',
    targets: [{ kind: 'right', account, right: person ? 'access' : 'device', amount: 'one' }],
    certainty: 'likely',
  })
  return true
}

/** A way in from outside to a port of this machine. To forward a port of a cluster to this machine is the other way round. */
function recordTunnel({ nouns, objects, loose }: GenericCommand, recorder: EffectRecorder): void {
  if (nouns.has('port') || (nouns.has('forward') && !loose.has('--remote', '--public', '--relay'))) return
  const words = [...objects, ...[...loose.options.values()].filter((value) => value !== undefined)].map(displayText)
  const whole = nouns.has('tunnel') && words.some(matching(/^(?:https?|tcp|tls|udp|ssh)$/))
  const local = words.find((word) => isPort(word) || isLoopbackText(word)) ?? (whole ? '' : undefined)
  if (local === undefined) return
  const port = /(\d{2,5})\/?$/.exec(local)?.[1] ?? ''
  const targets: readonly Target[] = [{ kind: 'host', host: 'localhost', port, path: '', amount: 'one' }]
  recorder.effect({ kind: 'listen', reach: 'tunnel', executes: false, targets, certainty: 'likely' })
}

function recordTrust(command: Command, recorder: EffectRecorder): void {
  if (command.args.length === 0) return
  const name = programName(command.name ?? '')
  const words = command.args
    .filter((word) => !looksLikeFile(word.known) && word.known.length < 40 && !word.known.includes('='))
    .slice(0, 4)
    .flatMap((word) => wordsOf(word.known))
  const said = new Set(words)
  const about = words.some(matching(CERTIFICATE_WORD)) || /cert|ca$|^tls|^trust/.test(name)
  const rooted = said.has('trust') || said.has('ca') || said.has('root') || /cert|ca$|^trust/.test(name)
  const puts = words.some(matching(/^(?:install|trust|add|import)$/))
  const shows = words.some(matching(/^(?:list|show|status|help|uninstall|remove|check|info|dry)$/))
  const whole = said.has('trust') || said.has('install') || said.has('root')
  if (about && rooted && puts && whole && !shows)
    recorder.effect({ kind: 'weaken', area: 'tls', feature: `${name} root certificate`, certainty: 'likely' })
}

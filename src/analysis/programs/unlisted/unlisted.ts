import { programName } from '../../base-name.ts'
import type { Effect } from '../../effects.ts'
import { addressOf } from '../../hosts.ts'
import { isLocalSystem } from '../../local-systems.ts'
import { optionSays } from '../../role-words.ts'
import { slotsOf } from '../../shell/slots.ts'
import { stageOfName } from '../../stages.ts'
import type { Target } from '../../target.ts'
import { amountOf } from '../../targets.ts'
import { asksOnly, isDeploying, meaningOf, onlyLooks, wordsOf } from '../../verbs.ts'
import type { Command, DataSource, Word } from '../../words.ts'
import { shown } from '../form/words.ts'
import { BINDS_ALL, stateBinding } from '../network/binding.ts'
import type { Scribe } from '../program.ts'
import { isToBoard, stateDevice, stateFlashed, stateFuses, stateLivePoint, stateOverTheAir } from './devices.ts'
import {
  stateForcedPush,
  stateInsisted,
  stateMergedThere,
  stateSetThere,
  stateSwept,
  stateThrownOut,
  stateZoneRecord,
} from './far-set.ts'
import { stateHanding, statePublished, stateSending, stateStoreBuild } from './hubs.ts'
import { stateInline } from './inline.ts'
import { type Line, lineOf, onlyAsks, WAYS } from './line.ts'
import { stateHired, statePaid } from './paid.ts'
import { endsAll, isServed } from './running-systems.ts'
import {
  aimsHere,
  isBuildFolder,
  isFile,
  isLoopbackText,
  isPort,
  isRegistryName,
  isTreeName,
  like,
  said,
  unlike,
} from './shapes.ts'
import { PERSON, stateGivenRole, stateGrant, stateOpened, stateSharing } from './sharing.ts'
import { type Hearer, hearerOf, toldLines } from './told-lines.ts'

const REBUILT =
  /^(?:caches?|build|dist|tmp|temp|coverage|artifacts?|daemon|sims?|simulators?|simctl|emulators?|avd|snapshots?|mocks?|notes?|todos?|tasks?|session|sessions|unused|deps|dependencies|imports?)$/
const DATABASE = /^db|db$|^(?:database|sql|schema|tables?|migrations?|migrate)$/
const CERTIFICATES = /^(?:ca|cas|certs?|certificates?|rootca|truststore)$/
const DEVICES = /^(?:devices?|peers?|introducers?)$/
const PEOPLE = /^(?:members?|collaborators?|guests?|contributors?|maintainers?|users?|people|teammates?)$/

const MANY = 120

type Stating = (command: Command, scribe: Scribe) => unknown

const ALWAYS: readonly Stating[] = [stateTrust, stateStoreBuild, stateInline, stateListening, stateOutput, stateMail]
/** Unless the command only asks. */
const TOLD: readonly Stating[] = [stateSending, stateDevice, stateFlashed, stateOverTheAir, stateSwept]
/** Unless all that it is aimed at is this machine. */
const AWAY: readonly Stating[] = [
  stateHanding,
  stateLivePoint,
  stateZoneRecord,
  stateThrownOut,
  stateForcedPush,
  stateMergedThere,
]

/** A command line that no reader knows, or a form that its reader does not: what its words say it does. */
export function stateUnlisted(command: Command, scribe: Scribe): void {
  const tells = !asksOnly(command)
  const away = tells && !aimsHere(command)
  const burns = tells && stateFuses(command, scribe)
  for (const rules of [ALWAYS, tells ? TOLD : [], away ? AWAY : []]) for (const state of rules) state(command, scribe)
  if (!away || !stateHired(command, scribe)) statePaid(command, scribe)
  const line = burns || stateOpened(command, scribe) ? undefined : lineOf(command)
  if (line && !stateGivenRole(command, line, scribe)) stateLine(line, scribe)
  if (tells && (line === undefined || line.meaning.act === 'update')) stateInsisted(command, scribe)
  if (away && line === undefined) stateSetThere(command, scribe)
}

function stateListening(command: Command, scribe: Scribe): void {
  const { args, name = '' } = command
  if (onlyAsks(command)) return
  const bound = args.filter(({ known }, at) => {
    const [, value = known] = /^--?[\w.-]+=(.*)$/s.exec(known) ?? []
    const told = value !== known || /^--?[A-Za-z]/.test(args[at - 1]?.known ?? '')
    return BINDS_ALL.test(known) || (told && !/^https?:/.test(value) && /0\.0\.0\.0|\[::\]/.test(value))
  })
  stateBinding(bound, programName(name), scribe)
}

function stateOutput(command: Command, scribe: Scribe): void {
  if (onlyAsks(command)) return
  for (const { kind, name, word } of slotsOf(command.args).slots) {
    const isValue = kind === 'option' || kind === 'loose'
    if (!isValue || optionSays(name ?? '') !== 'write' || !/^[~/]/.test(word.known)) continue
    const path = scribe.path(word)
    if (path.zone === 'home' && path.tags.length === 0)
      scribe.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, certainty: 'likely' })
  }
}

function stateMail(command: Command, scribe: Scribe): void {
  const { words } = said(command)
  const at = words.findIndex(like(/^(?:-s|--subject(?:=.*)?)$/s))
  const to = words.filter((word, index) => PERSON.test(word) && index !== at + 1)
  if (at < 0 || to.length === 0 || onlyAsks(command)) return
  scribe.effect({ kind: 'external-write', service: 'mail', nature: 'mail', target: to.join(', '), certainty: 'likely' })
}

/** What lines on standard input tell a tool to do elsewhere; `unlisted`: nobody knows what it reads there. */
export function stateTold(command: Command, unlisted: boolean, scribe: Scribe): void {
  const text = command.stdin.kind === 'value' ? command.stdin.value.text : undefined
  if (text !== undefined) stateToldLines(command, text, hearerOf(command, text, unlisted), scribe)
}

export function stateToldLines(command: Command, text: string, hearer: Hearer, scribe: Scribe): void {
  for (const line of toldLines(command, text, hearer)) {
    const { act } = line.meaning
    if (act === 'destroy' || act === 'remove') stateRemoval(line, scribe)
    else if (
      act === 'cancel' ||
      act === 'restart' ||
      (!stateGrant(line, scribe) && act !== 'create' && act !== 'grant')
    )
      stateChange(line, scribe)
  }
}

export function stateSaid(host: string, payload: readonly DataSource[], command: Command, scribe: Scribe): void {
  if (addressOf(host) === 'loopback') return
  for (const source of payload)
    if (source.kind === 'literal') stateToldLines(command, source.text, { name: host, kind: 'machine' }, scribe)
}

export function stateUnlistedForm(command: Command, scribe: Scribe): void {
  const line = lineOf(command)
  if (line) stateLine({ ...line, remote: !line.local }, scribe)
}

/** A reader that knows other words of the tool says nothing of a deploy to production, nor of what is forced upon others. */
export function stateUnsaid(command: Command, scribe: Scribe): void {
  stateForcedPush(command, scribe)
  if (!command.args.some(({ known }) => isDeploying(known))) return
  const line = lineOf(command)
  // `rollout history` looks at what was rolled out.
  const looks = said(command)
    .free.slice(0, 4)
    .some((word) => onlyLooks(word) || meaningOf(word)?.act === 'read')
  if (line?.meaning.act === 'deploy' && line.aimed && !looks) stateDeploy(line, scribe)
}

export function stateUnreadScript(command: Command, script: string, scribe: Scribe): void {
  statePaid({ ...command, name: script }, scribe)
  const line = lineOf(command, script)
  if (line) stateLine(line, scribe)
}

function stateLine(line: Line, scribe: Scribe): void {
  if (stateGrant(line, scribe) || statePairing(line, scribe) || stateSharing(line, scribe)) return
  switch (line.meaning.act) {
    case 'destroy':
    case 'remove':
      stateRemoval(line, scribe)
      return
    case 'deploy':
      stateDeploy(line, scribe)
      return
    case 'release':
      if (isServed(line)) stateRemoval(line, scribe)
      else if (line.stage === 'production') stateDeploy(line, scribe)
      else statePublish(line, scribe)
      return
    case 'migrate':
      if (line.stage === 'production' || (line.remote && !line.local)) stateData(line, 'alter', scribe)
      return
    case 'publish':
    case 'upload':
      statePublish(line, scribe)
      return
    case 'tunnel':
      stateTunnel(line, scribe)
      return
    case 'work':
      // `up` of a migration tool.
      if (line.stage === 'production' && isData(line) && line.nouns.has('up')) stateData(line, 'alter', scribe)
      else if (line.aimed && !line.script && [...line.nouns].some(like(JOBS))) stateChange(line, scribe)
      return
    case 'update':
      if (isSwitch(line)) stateDeploy(line, scribe)
      else if (!line.script && (line.aimed || setsThere(line) || (line.loose.has('--execute') && !line.local)))
        stateChange(line, scribe)
      return
    case 'restart':
    case 'scale':
    case 'cancel':
      if (
        !line.script &&
        (line.aimed || (!line.local && (line.remote || line.there || line.unasked || endsAll(line) || isServed(line))))
      )
        stateChange(line, scribe)
      return
    case 'create':
      if (line.aimed && !line.script) stateChange(line, scribe)
      return
    case 'grant':
    case 'trust':
    case 'pair':
    case 'read':
      return
  }
}

const JOBS = /^(?:jobs?|pipelines?|workflows?|flows?|dags?|schedules?|batch(?:es)?)$/

/** What a machine or a device elsewhere is set to; to sync or to connect with one changes nothing there. */
const setsThere = ({ there, local, nouns }: Line): boolean =>
  there && !local && ![...nouns].some(like(/^(?:connect|link|sync|resume|attach|associate)$/))

const isSwitch = ({ nouns, script }: Line): boolean =>
  !script && nouns.has('activate') && [...nouns].some(like(/^(?:versions?|revisions?|releases?)$/))

const isRoot = (word: Word): boolean => /^\/+$/.test(word.known)
const isFileWord = ({ known }: Word): boolean =>
  (isFile(known) && !isTreeName(known)) || (/^[\w.-]+\//.test(known) && !isRegistryName(known))
const isData = ({ nouns, name }: Line): boolean => [...nouns, name].some(like(DATABASE))

function stateRemoval(line: Line, scribe: Scribe): void {
  const { meaning, nouns, objects, intense, unbounded, stage, remote, local, script } = line
  const production = stage === 'production'
  // Whoever goes back to a snapshot gives up what came after it.
  const small =
    meaning.change !== 'update' && [...nouns, ...objects.map((word) => word.known.toLowerCase())].some(like(REBUILT))
  const all = unbounded || line.loose.has('--all', '-A')
  if (endsAll(line) && !local) {
    stateChange(line, scribe)
    return
  }
  if (small && !production && (!all || nouns.has('cache') || nouns.has('caches'))) return
  if (local && !production && meaning.act === 'remove') return
  if (objects.length > 0 && objects.every((word) => isBuildFolder(word.known)) && !production && !remote) return
  // Files of the project are git's to give back.
  if (objects.length > 0 && objects.every(isFileWord) && !objects.some(isRoot) && !production && !remote) return
  const told = production || remote || unbounded || (intense && !script) || isServed(line)
  if ((meaning.act === 'remove' || script) && !told) return
  if (script && unbounded && !production && !remote) return
  if (isData(line)) stateData(line, meaning.change === 'update' ? (unbounded ? 'drop' : 'alter') : 'drop', scribe)
  else stateChange(line, scribe)
}

function stateChange(line: Line, scribe: Scribe): void {
  const { name, meaning, loose, stage, unbounded, intense } = line
  const { change } = meaning
  const removes = meaning.act === 'destroy' || meaning.act === 'remove'
  // Which way it is switched is no thing: `vm.power -off x`.
  const powers = line.nouns.has('power')
  scribe.effect({
    kind: 'resource-change',
    system: name,
    verb: removes || change === undefined || change === 'read' ? 'delete' : change,
    target: (powers ? line.objects.filter(unlike(WAYS)) : loose.operands).map(shown).join(' ').slice(0, MANY),
    ...(powers && { by: `${name} power` }),
    targets: resources(line),
    mass: unbounded || (intense && loose.has('--all', '-A', '--recursive')),
    stage,
    family: 'other',
    certainty: 'likely',
  })
}

type Statement = Extract<Effect, { kind: 'database-change' }>['statement']

function stateData(line: Line, statement: Statement, scribe: Scribe): void {
  const { name, objects, stage, remote, local } = line
  const target = objects.map(shown).join(' ').slice(0, MANY)
  scribe.effect({
    kind: 'database-change',
    engine: name,
    statement,
    unbounded: statement === 'drop',
    reach: stage === 'production' || remote ? 'remote' : local ? 'local-server' : 'unknown',
    target: target || stage === 'unknown' ? target : stage,
    certainty: 'likely',
  })
}

function stateDeploy(line: Line, scribe: Scribe): void {
  const { name, stage, local, script, loose } = line
  if (local || isLocalSystem(name) || (script && stage !== 'production')) return
  const service = line.objects[0]
  scribe.effect({
    kind: 'deploy',
    service: service ? shown(service) : `${name} ${loose.path}`.trim().slice(0, MANY),
    stage,
    targets: resources(line),
    certainty: 'likely',
  })
}

/** `publish` says it all; an upload is one where a hub or a registry is named. */
function statePublish(line: Line, scribe: Scribe): void {
  const { name, meaning, nouns, objects, loose, local } = line
  const where = [...objects, ...[...loose.options.values()].filter((value) => value !== undefined)]
    .map(shown)
    .find(isRegistryName)
  // A file that is uploaded goes to others, unless it goes to a device.
  const device = isToBoard(loose)
  const uploads =
    nouns.has('upload') &&
    objects.some((word) => isFileWord(word) || /^[\w.-]+\.[a-z]\w{1,7}$/i.test(word.known)) &&
    !device
  // `acme-dev/model` is an owner's name, not a stage.
  const here = local && !(where !== undefined && stageOfName(where) !== 'unknown' && !isLoopbackText(where))
  if (here || (where === undefined && ((meaning.act !== 'publish' && !uploads) || line.script))) return
  const what = where ?? objects.map(shown)[0] ?? ''
  statePublished(name, what, scribe)
}

function statePairing({ meaning, nouns, objects, local }: Line, scribe: Scribe): boolean {
  const invites = nouns.has('invite')
  const adds =
    meaning.act === 'pair' ||
    (meaning.act === 'create' && (nouns.has('add') || nouns.has('register'))) ||
    meaning.change === 'update' ||
    invites
  const account = objects.map(shown)[0] ?? ''
  const people = [...nouns].some(like(PEOPLE))
  const person = PERSON.test(account) || (invites && people && account !== '')
  const asked = [...nouns].some(like(DEVICES)) || (nouns.has('pair') && nouns.size > 1) || person
  if (!adds || !asked || local || meaning.act === 'update') return false
  scribe.effect({
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
function stateTunnel({ nouns, objects, loose }: Line, scribe: Scribe): void {
  if (nouns.has('port') || (nouns.has('forward') && !loose.has('--remote', '--public', '--relay'))) return
  const words = [...objects, ...[...loose.options.values()].filter((value) => value !== undefined)].map(shown)
  const whole = nouns.has('tunnel') && words.some(like(/^(?:https?|tcp|tls|udp|ssh)$/))
  const local = words.find((word) => isPort(word) || isLoopbackText(word)) ?? (whole ? '' : undefined)
  if (local === undefined) return
  const port = /(\d{2,5})\/?$/.exec(local)?.[1] ?? ''
  const targets: readonly Target[] = [{ kind: 'host', host: 'localhost', port, path: '', amount: 'one' }]
  scribe.effect({ kind: 'listen', reach: 'tunnel', executes: false, targets, certainty: 'likely' })
}

function stateTrust(command: Command, scribe: Scribe): void {
  if (command.args.length === 0) return
  const name = programName(command.name ?? '')
  const words = command.args
    .filter((word) => !isFile(word.known) && word.known.length < 40 && !word.known.includes('='))
    .slice(0, 4)
    .flatMap((word) => wordsOf(word.known))
  const said = new Set(words)
  const about = words.some(like(CERTIFICATES)) || /cert|ca$|^tls|^trust/.test(name)
  const rooted = said.has('trust') || said.has('ca') || said.has('root') || /cert|ca$|^trust/.test(name)
  const puts = words.some(like(/^(?:install|trust|add|import)$/))
  const shows = words.some(like(/^(?:list|show|status|help|uninstall|remove|check|info|dry)$/))
  const whole = said.has('trust') || said.has('install') || said.has('root')
  if (about && rooted && puts && whole && !shows)
    scribe.effect({ kind: 'weaken', area: 'tls', feature: `${name} root certificate`, certainty: 'likely' })
}

function resources({ name, nouns, objects, unbounded, meaning, loose }: Line): readonly Target[] {
  const type = [...nouns].filter((noun) => !wordsOf(name).includes(noun)).join(' ')
  const powers = nouns.has('power')
  const names = objects.map(shown).filter((word) => (powers ? !WAYS.test(word) : !isFile(word)))
  if (names.length === 0) {
    const amount = unbounded && meaning.act !== 'deploy' ? 'all' : 'one'
    return [{ kind: 'resource', system: name, type, name: '', amount }]
  }
  const more = loose.has('--all', '-A')
  return names.map((each) => ({
    kind: 'resource',
    system: name,
    type,
    name: each,
    amount: more && amountOf(each) === 'one' ? 'several' : amountOf(each),
  }))
}

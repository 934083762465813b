import { environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { Effect } from '../effects.ts'
import { displayText } from '../interpret/loose-words.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { isLocalSystem } from '../remote/local-systems.ts'
import type { Target } from '../target.ts'
import { amountOf } from '../targets.ts'
import type { Word } from '../words.ts'
import { hasBoardTarget } from './devices.ts'
import type { GenericCommand } from './generic-command.ts'
import { recordPublishedItem } from './registries.ts'
import { affectsSharedResource, cancelsEverything } from './service-disruption.ts'
import { POWER_STATE } from './verb-words.ts'
import {
  isBuildFolder,
  isLoopbackText,
  isRegistryName,
  isResourceTreePath,
  looksLikeFile,
  matching,
  notMatching,
} from './word-shapes.ts'

const REBUILDABLE_NOUN =
  /^(?:caches?|build|dist|tmp|temp|coverage|artifacts?|daemon|sims?|simulators?|simctl|emulators?|avd|snapshots?|mocks?|notes?|todos?|tasks?|session|sessions|unused|deps|dependencies|imports?)$/
const DATABASE_WORD = /^db|db$|^(?:database|sql|schema|tables?|migrations?|migrate)$/
const MAX_TARGET_LENGTH = 120

const isRootPath = (word: Word): boolean => /^\/+$/.test(word.known)
const isFileWord = ({ known }: Word): boolean =>
  (looksLikeFile(known) && !isResourceTreePath(known)) || (/^[\w.-]+\//.test(known) && !isRegistryName(known))
export const isDatabaseCommand = ({ nouns, name }: GenericCommand): boolean =>
  [...nouns, name].some(matching(DATABASE_WORD))

export function recordRemovalEffect(line: GenericCommand, recorder: EffectRecorder): void {
  const { meaning, nouns, objects, intense, unbounded, environment, remote, local, script } = line
  const production = environment === 'production'
  // Whoever goes back to a snapshot gives up what came after it.
  const small =
    meaning.change !== 'update' &&
    [...nouns, ...objects.map((word) => word.known.toLowerCase())].some(matching(REBUILDABLE_NOUN))
  const all = unbounded || line.loose.has('--all', '-A')
  if (cancelsEverything(line) && !local) {
    recordResourceChange(line, recorder)
    return
  }
  if (small && !production && (!all || nouns.has('cache') || nouns.has('caches'))) return
  if (local && !production && meaning.act === 'remove') return
  if (objects.length > 0 && objects.every((word) => isBuildFolder(word.known)) && !production && !remote) return
  // Files of the project are git's to give back.
  if (objects.length > 0 && objects.every(isFileWord) && !objects.some(isRootPath) && !production && !remote) return
  const isShared = production || remote || unbounded || (intense && !script) || affectsSharedResource(line)
  if ((meaning.act === 'remove' || script) && !isShared) return
  if (script && unbounded && !production && !remote) return
  if (isDatabaseCommand(line))
    recordGenericDatabaseChange(line, meaning.change === 'update' ? (unbounded ? 'drop' : 'alter') : 'drop', recorder)
  else recordResourceChange(line, recorder)
}

export function recordResourceChange(line: GenericCommand, recorder: EffectRecorder): void {
  const { name, meaning, loose, environment, unbounded, intense } = line
  const { change } = meaning
  const removes = meaning.act === 'destroy' || meaning.act === 'remove'
  // Which way it is switched is no thing: `vm.power -off x`.
  const powers = line.nouns.has('power')
  recorder.effect({
    kind: 'resource-change',
    system: name,
    verb: removes || change === undefined || change === 'read' ? 'delete' : change,
    target: (powers ? line.objects.filter(notMatching(POWER_STATE)) : loose.operands)
      .map(displayText)
      .join(' ')
      .slice(0, MAX_TARGET_LENGTH),
    ...(powers && { by: `${name} power` }),
    targets: genericTargets(line),
    mass: unbounded || (intense && loose.has('--all', '-A', '--recursive')),
    environment,
    family: 'other',
    certainty: 'likely',
  })
}

type SqlStatementKind = Extract<Effect, { kind: 'database-change' }>['statement']

export function recordGenericDatabaseChange(
  line: GenericCommand,
  statement: SqlStatementKind,
  recorder: EffectRecorder,
): void {
  const { name, objects, environment, remote, local } = line
  const target = objects.map(displayText).join(' ').slice(0, MAX_TARGET_LENGTH)
  recorder.effect({
    kind: 'database-change',
    engine: name,
    statement,
    unbounded: statement === 'drop',
    reach: environment === 'production' || remote ? 'remote' : local ? 'local-server' : 'unknown',
    target: target || environment === 'unknown' ? target : environment,
    certainty: 'likely',
  })
}

export function recordDeploy(line: GenericCommand, recorder: EffectRecorder): void {
  const { name, environment, local, script, loose } = line
  if (local || isLocalSystem(name) || (script && environment !== 'production')) return
  const service = line.objects[0]
  recorder.effect({
    kind: 'deploy',
    service: service ? displayText(service) : `${name} ${loose.path}`.trim().slice(0, MAX_TARGET_LENGTH),
    environment,
    targets: genericTargets(line),
    certainty: 'likely',
  })
}

/** `publish` says it all; an upload is one where a hub or a registry is named. */
export function recordPublish(line: GenericCommand, recorder: EffectRecorder): void {
  const { name, meaning, nouns, objects, loose, local } = line
  const where = [...objects, ...[...loose.options.values()].filter((value) => value !== undefined)]
    .map(displayText)
    .find(isRegistryName)
  // A file that is uploaded goes to others, unless it goes to a device.
  const device = hasBoardTarget(loose)
  const uploads =
    nouns.has('upload') &&
    objects.some((word) => isFileWord(word) || /^[\w.-]+\.[a-z]\w{1,7}$/i.test(word.known)) &&
    !device
  // `acme-dev/model` is an owner's name, not an environment.
  const here = local && !(where !== undefined && environmentOfName(where) !== 'unknown' && !isLoopbackText(where))
  if (here || (where === undefined && ((meaning.act !== 'publish' && !uploads) || line.script))) return
  const what = where ?? objects.map(displayText)[0] ?? ''
  recordPublishedItem(name, what, recorder)
}

function genericTargets({ name, nouns, objects, unbounded, meaning, loose }: GenericCommand): readonly Target[] {
  const type = [...nouns].filter((noun) => !wordsOf(name).includes(noun)).join(' ')
  const powers = nouns.has('power')
  const names = objects.map(displayText).filter((word) => (powers ? !POWER_STATE.test(word) : !looksLikeFile(word)))
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

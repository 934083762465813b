import { environmentOfCommand } from '../../knowledge/lexicon/deployment-environments.ts'
import { SYNC_NAME } from '../../knowledge/lexicon/setting-values.ts'
import { isReadOnlyVerb, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { commandProgram } from '../interpret/base-name.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { familyFor } from '../interpret/registry.ts'
import { isLocalSystem } from '../remote/local-systems.ts'
import type { Command } from '../words.ts'
import { hasWrapper, isElevated } from '../wrappers.ts'
import type { GenericCommand } from './generic-command.ts'
import { commandWords, isPort, isRemote, matching, recordGenericChange, targetsOnlyThisMachine } from './word-shapes.ts'

const MAX_WORDS = 4

export function recordServiceTakedown(command: Command, recorder: EffectRecorder): void {
  const words = commandWords(command).free.slice(0, MAX_WORDS + 3)
  if (words.length === 0) return
  const cancelled = maintenanceTarget(command, words) ?? removedClusterPart(words)
  const target = cancelled ?? replicationChange(words)
  if (target === undefined || targetsOnlyThisMachine(command) || environmentOfCommand(command) === 'development') return
  const verb = cancelled === undefined ? 'update' : 'cancel'
  recordGenericChange({ system: commandProgram(command), verb, target }, recorder)
}

const ON_WORD = /^(?:on|enable|enabled|enter|start|begin|activate|true|1)$/

/** `maintenance:mode --on`, `enable-maintenance web`: nobody gets in any more. A script of the project is a developer's own. */
function maintenanceTarget(command: Command, words: readonly string[]): string | undefined {
  const at = words.slice(0, MAX_WORDS).findIndex((word) => isPlainWord(word) && wordsOf(word).includes('maintenance'))
  const named = words[at]
  if (named === undefined || (!isElevated(command) && isOwnScript(command, words))) return undefined
  const switchesOn =
    wordsOf(named).some(matching(ON_WORD)) ||
    ON_WORD.test(words[at + 1] ?? '') ||
    command.args.some(({ known }) => known.startsWith('--') && ON_WORD.test(known.slice(2)))
  return switchesOn ? [named, ...words.slice(at + 1)].join(' ') : undefined
}

function isOwnScript(command: Command, [script = '']: readonly string[]): boolean {
  const { name = '' } = command
  if (familyFor(name) === 'interpreters') return !script.startsWith('/')
  // `php bin/console x`: read as what the project's own script runs.
  if (hasWrapper(command, 'other', 'remote')) return true
  return name.includes('/') && !name.startsWith('/')
}

function isPlainWord(word: string): boolean {
  return word.length < 60 && /^[a-z][\w.:-]*$/i.test(word)
}

const CLUSTER_PART =
  /^(?:osds?|nodes?|brokers?|peers?|members?|hosts?|hypervisors?|shards?|replicas?|bricks?|servers?|workers?|ranks?)$/
const TAKE_OUT_WORD = /^(?:out|offline|mark-out|set-offline|down-out|ok-to-stop-force)$/

/** `osd out 3`, `node offline n3`: one of the machines no longer holds its share. */
function removedClusterPart(words: readonly string[]): string | undefined {
  const at = words
    .slice(0, MAX_WORDS - 1)
    .findIndex((word, index) => CLUSTER_PART.test(word) && TAKE_OUT_WORD.test(words[index + 1] ?? ''))
  return at < 0 || words.length < at + 3 ? undefined : words.slice(at).join(' ')
}

const REPLICATED_STORE = /^(?:pools?|volumes?|topics?|keyspaces?|clusters?|ind(?:ex|ices)|replicasets?)$/
const REPLICATION_SETTING =
  /^(?:size|min_?size|replicas?|replica-?count|replication(?:[-_]?factor)?|copies|redundancy)$/

/** `pool set data size 2`. */
function replicationChange(words: readonly string[]): string | undefined {
  const at = words
    .slice(0, MAX_WORDS - 1)
    .findIndex((word, index) => REPLICATED_STORE.test(word) && words[index + 1] === 'set')
  const [, , thing = '', key = '', value = ''] = at < 0 ? [] : words.slice(at)
  return REPLICATION_SETTING.test(key) && /^\d{1,3}$/.test(value) ? `${thing} ${key} ${value}` : undefined
}

const FORCE_DIRECTION_OPTION = /^--?(?:force|prefer)$/
const MIRROR_OPTION =
  /^--?(?:mirror|delete(?:-(?:after|before|during|extra(?:neous)?|excluded|missing))?|remove-extra|purge)$/

export function recordRemoteOverwrite(command: Command, recorder: EffectRecorder): void {
  const { words, operands: places, free } = commandWords(command)
  const name = commandProgram(command)
  if (
    isReadOnlyVerb(name) ||
    ![name, ...free.slice(0, 1)].some((word) => isPlainWord(word) && SYNC_NAME.test(word.toLowerCase()))
  )
    return
  const there = places.find(isRemotePath)
  if (there === undefined || places.length < 2 || targetsOnlyThisMachine(command)) return
  const forced = words.findIndex(matching(FORCE_DIRECTION_OPTION))
  const side = forced < 0 ? undefined : words[forced + 1]
  const winner = side !== undefined && places.indexOf(side) < places.lastIndexOf(side) ? side : undefined
  const lost =
    winner === undefined ? words.some(matching(MIRROR_OPTION)) && places.at(-1) === there : !isRemotePath(winner)
  if (!lost) return
  recordGenericChange({ system: name, verb: 'delete', target: there }, recorder)
}

/** `ssh://host/place`, `me@host:place`, `host.example:/place`. */
function isRemotePath(word: string): boolean {
  return word.includes('://') ? isRemote(word) : /^(?:[\w.-]{1,64}@)?[\w.-]{2,100}:[/~\w]/.test(word)
}

const SHARED_RESOURCE =
  /^(?:nodes?|servers?|hosts?|hypervisors?|vms?|guests?|instances?|machines?|systems?|chassis|peers?|members?|clusters?|brokers?|replicas?|standby|primary|leader|shards?|osds?|pools?|volumes?|luns?|channels?|calls?|connections?|queues?|listeners?|trunks?|subscribers?|tenants?|realms?|users?|groups?|accounts?|principals?|neighbou?rs?|bgp|interfaces?|routes?|routers?|gateways?|switch(?:es)?|fleets?|devices?|things?|controllers?|upstreams?|backends?|resources?|mailbox(?:es)?)$/
const FAILOVER_WORD = /^(?:failover|switchover|takeover|stepdown)$/
const CONTROL_PROGRAM = /(?:ctl|adm|admin)$/

/** Is it done to something that others are served by? */
export function affectsSharedResource(line: GenericCommand): boolean {
  const { name, nouns, meaning, objects, loose, raised, script, local } = line
  if (script || local || isLocalSystem(name)) return false
  const named = objects.some(({ known }) => !isPort(known))
  const own = new Set(wordsOf(name))
  const said = [...nouns].filter((noun) => !own.has(noun))
  if (said.some(matching(FAILOVER_WORD)) || (nouns.has('power') && objects.length > 0)) return true
  // `remove x --user` has nobody: it says for whom it was installed.
  const given = [...loose.options].flatMap(([option, value]) =>
    option.length > 2 && (value !== undefined || hasOptionValue(option, line)) ? wordsOf(option) : [],
  )
  if (named && said.some(matching(SHARED_RESOURCE))) return true
  if (said.length > 0 && given.some(matching(SHARED_RESOURCE)) && meaning.act !== 'cancel') return true
  const ends = meaning.act === 'cancel' || meaning.act === 'restart'
  return (raised && ends) || (named && CONTROL_PROGRAM.test(name) && (ends || meaning.act === 'remove'))
}

function hasOptionValue(option: string, { args }: GenericCommand): boolean {
  const at = args.findIndex(({ known }) => known === option)
  return at >= 0 && /^[^-]/.test(args[at + 1]?.known ?? '')
}

export function cancelsEverything({
  meaning,
  name,
  unbounded,
  listed,
  intense,
  nameless,
  loose,
}: GenericCommand): boolean {
  return (
    meaning.change === 'cancel' &&
    !isLocalSystem(name) &&
    (unbounded || listed || loose.has('--all') || (intense && nameless))
  )
}

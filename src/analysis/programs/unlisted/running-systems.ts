import { programOf } from '../../base-name.ts'
import { goesThrough, isRaised } from '../../layers.ts'
import { isLocalSystem } from '../../local-systems.ts'
import { stageOf } from '../../stages.ts'
import { onlyLooks, wordsOf } from '../../verbs.ts'
import type { Command } from '../../words.ts'
import type { Scribe } from '../program.ts'
import { familyFor } from '../registry.ts'
import type { Line } from './line.ts'
import { aimsHere, isPort, isRemote, like, said, stateThing } from './shapes.ts'

const FIRST = 4

export function stateTakenDown(command: Command, scribe: Scribe): void {
  const words = said(command).free.slice(0, FIRST + 3)
  if (words.length === 0) return
  const cancelled = lockedOut(command, words) ?? takenOut(words)
  const target = cancelled ?? fewerCopies(words)
  if (target === undefined || aimsHere(command) || stageOf(command) === 'development') return
  const verb = cancelled === undefined ? 'update' : 'cancel'
  stateThing({ system: programOf(command), verb, target }, scribe)
}

const ON = /^(?:on|enable|enabled|enter|start|begin|activate|true|1)$/

/** `maintenance:mode --on`, `enable-maintenance web`: nobody gets in any more. A script of the project is a developer's own. */
function lockedOut(command: Command, words: readonly string[]): string | undefined {
  const at = words.slice(0, FIRST).findIndex((word) => isPlain(word) && wordsOf(word).includes('maintenance'))
  const named = words[at]
  if (named === undefined || (!isRaised(command) && isOwnScript(command, words))) return undefined
  const told =
    wordsOf(named).some(like(ON)) ||
    ON.test(words[at + 1] ?? '') ||
    command.args.some(({ known }) => known.startsWith('--') && ON.test(known.slice(2)))
  return told ? [named, ...words.slice(at + 1)].join(' ') : undefined
}

function isOwnScript(command: Command, [script = '']: readonly string[]): boolean {
  const { name = '' } = command
  if (familyFor(name) === 'interpreters') return !script.startsWith('/')
  // `php bin/console x`: read as what the project's own script runs.
  if (goesThrough(command, 'other', 'remote')) return true
  return name.includes('/') && !name.startsWith('/')
}

function isPlain(word: string): boolean {
  return word.length < 60 && /^[a-z][\w.:-]*$/i.test(word)
}

const PARTS =
  /^(?:osds?|nodes?|brokers?|peers?|members?|hosts?|hypervisors?|shards?|replicas?|bricks?|servers?|workers?|ranks?)$/
const OUT = /^(?:out|offline|mark-out|set-offline|down-out|ok-to-stop-force)$/

/** `osd out 3`, `node offline n3`: one of the machines no longer holds its share. */
function takenOut(words: readonly string[]): string | undefined {
  const at = words.slice(0, FIRST - 1).findIndex((word, index) => PARTS.test(word) && OUT.test(words[index + 1] ?? ''))
  return at < 0 || words.length < at + 3 ? undefined : words.slice(at).join(' ')
}

const COPIED = /^(?:pools?|volumes?|topics?|keyspaces?|clusters?|ind(?:ex|ices)|replicasets?)$/
const COPIES = /^(?:size|min_?size|replicas?|replica-?count|replication(?:[-_]?factor)?|copies|redundancy)$/

/** `pool set data size 2`. */
function fewerCopies(words: readonly string[]): string | undefined {
  const at = words.slice(0, FIRST - 1).findIndex((word, index) => COPIED.test(word) && words[index + 1] === 'set')
  const [, , thing = '', key = '', value = ''] = at < 0 ? [] : words.slice(at)
  return COPIES.test(key) && /^\d{1,3}$/.test(value) ? `${thing} ${key} ${value}` : undefined
}

const ALIKE = /sync|mirror|replicat|unison/
const WINS = /^--?(?:force|prefer)$/
const WHOLE = /^--?(?:mirror|delete(?:-(?:after|before|during|extra(?:neous)?|excluded|missing))?|remove-extra|purge)$/

export function stateOverridden(command: Command, scribe: Scribe): void {
  const { words, operands: places, free } = said(command)
  const name = programOf(command)
  if (onlyLooks(name) || ![name, ...free.slice(0, 1)].some((word) => isPlain(word) && ALIKE.test(word.toLowerCase())))
    return
  const there = places.find(isPlaceThere)
  if (there === undefined || places.length < 2 || aimsHere(command)) return
  const told = words.findIndex(like(WINS))
  const side = told < 0 ? undefined : words[told + 1]
  const winner = side !== undefined && places.indexOf(side) < places.lastIndexOf(side) ? side : undefined
  const lost = winner === undefined ? words.some(like(WHOLE)) && places.at(-1) === there : !isPlaceThere(winner)
  if (!lost) return
  stateThing({ system: name, verb: 'delete', target: there }, scribe)
}

/** `ssh://host/place`, `me@host:place`, `host.example:/place`. */
function isPlaceThere(word: string): boolean {
  return word.includes('://') ? isRemote(word) : /^(?:[\w.-]{1,64}@)?[\w.-]{2,100}:[/~\w]/.test(word)
}

const SERVED =
  /^(?:nodes?|servers?|hosts?|hypervisors?|vms?|guests?|instances?|machines?|systems?|chassis|peers?|members?|clusters?|brokers?|replicas?|standby|primary|leader|shards?|osds?|pools?|volumes?|luns?|channels?|calls?|connections?|queues?|listeners?|trunks?|subscribers?|tenants?|realms?|users?|groups?|accounts?|principals?|neighbou?rs?|bgp|interfaces?|routes?|routers?|gateways?|switch(?:es)?|fleets?|devices?|things?|controllers?|upstreams?|backends?|resources?|mailbox(?:es)?)$/
const LEADS = /^(?:failover|switchover|takeover|stepdown)$/
const CONTROLS = /(?:ctl|adm|admin)$/

/** Is it done to something that others are served by? */
export function isServed(line: Line): boolean {
  const { name, nouns, meaning, objects, loose, raised, script, local } = line
  if (script || local || isLocalSystem(name)) return false
  const named = objects.some(({ known }) => !isPort(known))
  const own = new Set(wordsOf(name))
  const said = [...nouns].filter((noun) => !own.has(noun))
  if (said.some(like(LEADS)) || (nouns.has('power') && objects.length > 0)) return true
  // `remove x --user` has nobody: it says for whom it was installed.
  const given = [...loose.options].flatMap(([option, value]) =>
    option.length > 2 && (value !== undefined || isGiven(option, line)) ? wordsOf(option) : [],
  )
  if (named && said.some(like(SERVED))) return true
  if (said.length > 0 && given.some(like(SERVED)) && meaning.act !== 'cancel') return true
  const ends = meaning.act === 'cancel' || meaning.act === 'restart'
  return (raised && ends) || (named && CONTROLS.test(name) && (ends || meaning.act === 'remove'))
}

function isGiven(option: string, { args }: Line): boolean {
  const at = args.findIndex(({ known }) => known === option)
  return at >= 0 && /^[^-]/.test(args[at + 1]?.known ?? '')
}

export function endsAll({ meaning, name, unbounded, listed, intense, nameless, loose }: Line): boolean {
  return (
    meaning.change === 'cancel' &&
    !isLocalSystem(name) &&
    (unbounded || listed || loose.has('--all') || (intense && nameless))
  )
}

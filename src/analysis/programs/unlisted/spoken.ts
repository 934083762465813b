import { programName } from '../../base-name.ts'
import type { Effect, Stage } from '../../effects.ts'
import { slotsOf } from '../../shell/slots.ts'
import { stageOf, stageOfName } from '../../stages.ts'
import type { Target } from '../../target.ts'
import { amountOf } from '../../targets.ts'
import { asksOnly, meaningOf, onlyLooks, wordsOf } from '../../verbs.ts'
import type { Command, Word } from '../../words.ts'
import { shown } from '../form/words.ts'
import type { Scribe, Standing } from '../program.ts'
import { familyFor, programFor } from '../registry.ts'
import { statePutOut, stateTakenOut } from './hubs.ts'
import { stateInlineCarried } from './inline.ts'
import { changesDeployed, stateLasting, stateSwitchedOff, stateUnguarded, weakened } from './lasting.ts'
import { COMMAND, INTENSE } from './line.ts'
import { statePaid } from './paid.ts'
import { stateRevealing } from './revealing.ts'
import { stateOverridden, stateTakenDown } from './running-systems.ts'
import { aimsHere, isFile, isRemote, like } from './shapes.ts'
import {
  stateForgotten,
  stateLaidOut,
  stateMirrored,
  statePublishedFolder,
  stateUnrecorded,
  stateWholeStore,
  stateWiped,
} from './spreading.ts'
import { stateHandingOut, statePassedOver, stateRecord, stateSentTo, stateSilenced, stateTelling } from './telling.ts'
import { hearerOf, linesOf } from './told-lines.ts'
import { stateTold, stateToldLines, stateUnsaid } from './unlisted.ts'

const READ_ELSEWHERE = new Set(['git', 'files', 'shell'])

const TALKS = new Set(['interpreters', 'data', 'build', 'packages', 'containers'])

function isTried(stage: Stage): boolean {
  return stage === 'development' || stage === 'preview'
}

function isTaskRunner(family: string | undefined): boolean {
  return family === 'build' || family === 'packages'
}

function isRecipeRead(command: Command, stated: readonly Effect[]): boolean {
  return stated.some(
    (effect) => effect.via.length > command.via.length && !(effect.kind === 'run-code' && !effect.read),
  )
}

/** What the words of a command say by themselves, whatever its reader; what that has stated is not said twice. */
export function stateSpoken(command: Command, standing: Standing, stated: readonly Effect[], scribe: Scribe): void {
  const { name } = command
  const family = name === undefined ? undefined : familyFor(name)
  if (name === undefined || (family !== undefined && READ_ELSEWHERE.has(family)) || asksOnly(command)) return
  const own = stated.filter(({ via }) => via.length === command.via.length)
  const known = programFor(name) !== undefined
  const says = (...kinds: readonly Effect['kind'][]) => own.some(({ kind }) => kinds.includes(kind))
  // A table of a tool's sub-commands takes what it does not know for a question.
  const proven = standing === 'proven' && family !== 'cloud'
  if (!says('expose-secret')) stateRevealing(command, { family: known ? family : undefined, proven }, scribe)
  if (proven) return
  if (!says('send-data')) stateInlineCarried(command, scribe)
  const manages = known ? family === 'system' || family === 'network' : undefined
  if (!says('weaken')) stateUnguarded(command, manages, scribe)
  if (changesDeployed(own)) stateSwitchedOff(command, scribe)
  if (family === 'cloud' && !says('external-write')) statePaid(command, scribe)
  const lasting = { stated: says('persist', 'service-control'), tasks: isTaskRunner(family) }
  if (!says('weaken')) stateLasting(command, lasting, scribe)
  if (!says('resource-change', 'database-change')) {
    if (!says('delete-path')) stateForgotten(command, scribe)
    stateWholeStore(command, scribe)
    if (!TALKS.has(family ?? '')) stateTold(command, !known, scribe)
    if (!known) stateToldThere(command, scribe)
    if (!known || family === 'interpreters') stateTakenDown(command, scribe)
    if (!known) stateOverridden(command, scribe)
  }
  if (
    family !== 'cloud' &&
    !isRecipeRead(command, stated) &&
    !says('resource-change', 'database-change', 'deploy', 'publish')
  )
    stateTask(command, scribe)
  const changes = says('resource-change', 'database-change', 'deploy', 'publish', 'git-push', 'external-write')
  if (known && !changes && !isRecipeRead(command, stated)) stateUnsaid(command, scribe)
  // A name that only sounds like a stage of development keeps nobody from seeing what lies under it.
  const out = says('publish') || own.some((effect) => effect.kind === 'deploy' && !isTried(effect.stage))
  // `www` beside a domain is a name in it.
  const zoned = own.some((effect) => effect.kind === 'resource-change' && effect.family === 'dns')
  if ((!known || family === 'cloud') && !out && !zoned) statePublishedFolder(command, scribe)
  if (!out && !says('git-push', 'resource-change') && family !== 'containers') {
    statePutOut(command, scribe)
    if (!says('database-change', 'external-write')) stateTakenOut(command, scribe)
  }
  // A form that its reader knows nothing of is read like a program that nobody knows.
  const unread = family === 'cloud' && standing === 'unknown' && own.length === 0
  if ((known && !unread) || family === 'interpreters') return
  if (!says('touch-guarded')) stateLaidOut(command, scribe)
  if (!says('external-write', 'send-data')) {
    stateTelling(command, scribe)
    stateRecord(command, scribe)
    if (!says('weaken')) {
      stateSilenced(command, scribe)
      statePassedOver(command, scribe)
    }
    stateHandingOut(command, scribe)
    stateSentTo(command, scribe)
  }
  stateUnrecorded(command, scribe)
  if (says('delete-path')) return
  stateMirrored(command, scribe)
  stateWiped(command, scribe)
}

const MACHINE = /^(?:H|host|hostname|server|target-host|remote-host)$/
const TAKES_LINES = /(?:adm|admin|ctl|console|shell)$/
/** `op bob`: somebody is made to rule. */
const RULES = /^(?:op|oper|elevate)$/i

function stateToldThere(command: Command, scribe: Scribe): void {
  const name = programName(command.name ?? '')
  if (!command.args.some(like(/\s/)) || aimsHere(command) || asksOnly(command) || onlyLooks(name)) return
  const { slots } = slotsOf(command.args)
  const takes = TAKES_LINES.test(name)
  const given = slots.flatMap(({ kind, name: option = '', word }) =>
    (kind === 'operand' ? takes : COMMAND.test(option)) && word.text !== undefined ? [word.text] : [],
  )
  const there = slots.some(
    ({ kind, name: option = '', word }) =>
      kind !== 'operand' && (isRemote(word.known) || (MACHINE.test(option) && /^[\w.:-]+$/.test(word.known))),
  )
  if (!there) {
    const text = given.flatMap(linesGiven).join('\n')
    if (text !== '') stateToldLines(command, text, hearerOf(command, text, true), scribe)
    return
  }
  for (const { kind, name: option = '', word } of slots) {
    if (word.text === undefined || !/\s/.test(word.text) || (kind !== 'operand' && !COMMAND.test(option))) continue
    stateToldLines(command, word.text, { name, kind: 'machine' }, scribe)
    stateToldRights(word.text, scribe)
  }
}

/** Lines of a command that is given as a text, but for those that a shell runs: they name a program, and are read as such. */
function linesGiven(text: string): readonly string[] {
  return text.split(/[\r\n;]+/).filter((line) => {
    const [head = ''] = line.trim().split(/\s/, 1)
    const says = meaningOf(head)
    return programFor(head) === undefined || says?.change === 'purge' || says?.change === 'cancel'
  })
}

function stateToldRights(text: string, scribe: Scribe): void {
  for (const words of linesOf(text)) {
    const [first = '', account = ''] = words
    if (meaningOf(first.toLowerCase())?.act === 'read') continue
    if (RULES.test(first) && words.length === 2)
      scribe.effect({
        kind: 'grant',
        what: 'operator',
        to: account,
        reach: 'remote',
        targets: [{ kind: 'right', account, right: 'operator', amount: 'one' }],
        certainty: 'likely',
      })
    for (const [at, word] of words.entries()) {
      const next = words[at + 1]
      const area =
        next === undefined ? undefined : /^(?:no|disable)$/i.test(word) ? weakened(next, 'off') : weakened(word, next)
      if (area !== undefined) scribe.effect({ kind: 'weaken', area, feature: `${word} ${next}`, certainty: 'likely' })
    }
  }
}

interface Task {
  readonly name: string
  readonly words: readonly string[]
  readonly objects: readonly Word[]
}

const FIRST = 3
const RUNS = /^(?:run|exec|x|task|tasks|run-script|artisan|console|do|call)$/
const COMPOUND = /^[a-z][a-z0-9]*(?:[-_:.][a-z0-9]+)+$|^[a-z]+(?:[A-Z][a-z0-9]+)+$/
const ONLY_TRIES = /^(?:tests?|testing|specs?|e2e|mocks?|fakes?|samples?|examples?|fixtures?|seeds?|dummy|preview)$/
const REBUILT =
  /^(?:cach(?:e|es|ed)|builds?|dist|out|output|tmp|temp|coverage|artifacts?|assets?|logs?|views?|routes?|config|deps|dependencies|modules|packages?|plugins?|hooks?|docs?|snapshots?|stale|unused|types?|containers?|images?|volumes?|branches|files?|lint|sessions?|contenttypes|pyc|migrations?|locks?|dev|local)$/
const PEOPLE =
  /^(?:users?|accounts?|customers?|clients?|tenants?|members?|subscribers?|subscriptions?|orders?|org(?:s|anizations?)?|teams?|payments?|invoices?|workspaces?|shops?|stores?|sites?|leads?|contacts?|patients?|students?|employees?|merchants?|sellers?|vendors?)$/
const SENDS =
  /^(?:send|sends|resend|blast|broadcast|announce|notify|notifications?|email|emails|mail|mails|mailing|newsletters?|sms|remind|reminders?)$/
const CHARGES = /^(?:charge|charges|bill|payout|payouts|refund|refunds)$/
const MASS = /^(?:-{0,2}[\w-]*=)?(?:all|everyone|everybody|everything|\*)(?:[-_]\w+)*$|^--(?:all|everyone)(?:-\w+)*$/i
const REHEARSES = /^--(?:dry[-_]?run|pretend|check|preview|simulate|list|help)(?:=(?:true|1|yes))?$/
const UNASKED = /^--?(?:no-?input|no-interaction|non-interactive)$/

/** A task nobody has read, by its name: it removes things or reaches people, on production, elsewhere, or for all there are. */
function stateTask(command: Command, scribe: Scribe): void {
  const task = taskIn(command)
  if (task === undefined || command.args.some(like(REHEARSES))) return
  const stage = stageOf(command)
  if (stage === 'development' || stage === 'preview' || aimsHere(command)) return
  const mass = command.args.some(like(MASS))
  const elsewhere = stage === 'production' || stage === 'staging' || command.args.some(({ known }) => isRemote(known))
  const forced = command.args.some(like(INTENSE, UNASKED))
  const told = elsewhere || mass || (forced && task.words.some(like(PEOPLE)))
  if (!told) return
  const nature = task.words.some(like(CHARGES)) ? 'payment' : 'message'
  const verb = task.words.map((word) => meaningOf(word)).find((meaning) => meaning !== undefined)
  const removes = verb?.act === 'destroy' || verb?.act === 'remove'
  if (!removes && (nature === 'payment' || task.words.some(like(SENDS)))) {
    const target = sentTo(command, task)
    scribe.effect({ kind: 'external-write', service: task.name, nature, target, certainty: 'likely' })
    return
  }
  if (!removes || task.words.some(like(REBUILT))) return
  scribe.effect({
    kind: 'resource-change',
    system: task.name,
    verb: verb.change === 'purge' ? 'purge' : 'delete',
    target: [task.name, ...task.objects.map(shown)].join(' ').slice(0, 120),
    targets: targetsOf(task, mass),
    mass,
    stage,
    family: 'other',
    certainty: 'likely',
  })
}

function taskIn({ name = '', args }: Command): Task | undefined {
  if (/test|spec|lint/i.test(programName(name))) return undefined
  const operands = args.filter(({ known }) => !known.startsWith('-') && !/^\w+=/.test(known))
  for (const [at, { known }] of operands.slice(0, FIRST).entries()) {
    if (isFile(known) || RUNS.test(known) || known.includes('/')) continue
    // `install send-mail`, `test delete_users`: what follows is no task.
    if (meaningOf(known) !== undefined) return undefined
    if (!COMPOUND.test(known) || known.length > 60) continue
    const words = wordsOf(known)
    const tries = words.some((word) => {
      const act = meaningOf(word)?.act
      return ONLY_TRIES.test(word) || ((act === 'read' || act === 'work') && !SENDS.test(word))
    })
    if (tries) return undefined
    const objects = operands.slice(at + 1).filter((word) => stageOfName(word.known) !== 'production')
    return { name: known, words, objects }
  }
  return undefined
}

function sentTo({ args }: Command, { objects }: Task): string {
  const many = args.find(like(MASS))
  return many ? shown(many).replace(/^.*=|^-+/, '') : objects.map(shown).join(', ').slice(0, 120)
}

function targetsOf({ name, words, objects }: Task, mass: boolean): readonly Target[] {
  const type = words.filter((word) => meaningOf(word) === undefined).at(-1) ?? ''
  if (objects.length === 0)
    return [{ kind: 'resource', system: name, type: '', name: type, amount: mass ? 'all' : 'one' }]
  return objects.map((word) => {
    const text = shown(word)
    return { kind: 'resource', system: name, type, name: text, amount: mass ? 'several' : amountOf(text) }
  })
}

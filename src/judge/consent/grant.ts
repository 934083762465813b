import type { Action } from '../../analysis/action.ts'
import { callAround, placesOf, type Telling, tellingOf, toldVerbs, withoutPackage } from '../../analysis/call-words.ts'
import { type Effect, onceOf } from '../../analysis/effects.ts'
import { isRollout } from '../../analysis/files/treachery.ts'
import { isOtherKind } from '../../analysis/kinds.ts'
import { type Clause, objectOf } from '../../analysis/speech/clauses.ts'
import { runsTask } from '../../analysis/speech/orders.ts'
import { isMet } from '../../analysis/speech/ruled-out.ts'
import { tokensOf } from '../../analysis/speech/tokens.ts'
import { actsCalled, beginsWith } from '../../analysis/speech/verb-forms.ts'
import { stagesIn } from '../../analysis/stages.ts'
import { partsOf, type Target } from '../../analysis/target.ts'
import { isOtherRegistry, targetsOf } from '../../analysis/targets.ts'
import { toldBy } from '../../analysis/telling.ts'
import { spokenVerbs } from '../../analysis/verbs.ts'
import type { Finding } from '../../categories/category.ts'
import {
  isAboutMore,
  isByFile,
  isOnlyKept,
  isOnlyOne,
  isOtherFolder,
  ownVerbs,
  placed,
  rollsOutOther,
  withoutOwnDomain,
} from './by-kind.ts'
import { isOddPlace, withoutSaid } from './by-words.ts'
import { areFlagsSaid, covered } from './coverage.ts'
import { isEveryday, isOtherRecord } from './everyday.ts'
import { isOpen, LEFTOVER, meantBy, once } from './meant.ts'
import {
  ALL,
  type Here,
  isHeadNamed,
  isNamed,
  isOfCall,
  isOtherStage,
  isReferent,
  namesIn,
  namesTarget,
} from './naming.ts'
import { bareOf, isOnlyWhere } from './only-where.ts'
import { isOtherValue, isOtherWay, VERSION } from './other-way.ts'
import { isSecretSaid } from './shown-secret.ts'
import { withoutSpelled } from './spoken.ts'
import type { HumanTurn } from './turns.ts'
import { dictates, putsOnly, types } from './typed.ts'
import { isWritten, namesWritten } from './written.ts'

/** A consent covers the task it was given for: this many later turns that ask for something else. */
const FRESH_TURNS = 6
const STANDING = /\b(?:always|whenever|every time|from now on|each time|(?:in|for) this session|as needed|any ?time)\b/
/** "No wait, don't", "cancel that": what was asked before it is taken back. */
const TAKEN_BACK =
  /^(?:no,? )?(?:wait|stop|hold on|cancel (?:that|it)|never ?mind|scratch that|forget (?:it|that)|undo that)\b/

/** Whoever speaks of rolling out at all is not surprised by a pipeline that does; it is judged by people before it runs. */
const ROLLS_OUT =
  /(?<!\b(?:not|n't|never|no|without)\b.{0,40})\b(?:deploy\w*|roll(?:s|ed|ing)?[- ]?outs?|releas\w+|ship\w*|publish\w*|prod|production|cd|delivery|promot\w+|upgrad\w+)\b/i

/** What a consent is weighed with, beside the finding. */
export interface Occasion {
  readonly action: Action
  /** The branch one is on, when that is known. */
  readonly branch: string | undefined
  /** What the session did once already: one "publish" is one release. */
  readonly done: ReadonlySet<string>
}

/** Did a person ask for this very act on this very target? */
export function isGranted(finding: Finding, turns: readonly HumanTurn[], { action, branch, done }: Occasion): boolean {
  if (turns.length === 0) return false
  if (finding.effect.onRunner && isRollout(finding.effect) && turns.some(({ names }) => ROLLS_OUT.test(names)))
    return true
  const once = onceOf(finding.effect)
  const call = `${callAround(finding.effect, action)} ${branch ?? ''}`
  let age = 0
  for (const [back, turn] of turns.toReversed().entries()) {
    if (age > FRESH_TURNS) return false
    const spent = age > 0 && once !== undefined && done.has(once) && !STANDING.test(turn.names)
    const before = turns[turns.length - back - 2]
    if (
      !spent &&
      !awaits(turn, turns.slice(turns.length - back)) &&
      grants(finding, turn, { branch, call, action, turn: turn.names, before })
    )
      return true
    if (TAKEN_BACK.test(turn.names.trim())) return false
    if (turn.clauses.some(({ kind }) => kind === 'order')) age++
  }
  return false
}

const EVENT =
  /\b(?:after|once|when|as soon as) (?!(?:you|that|this|it)\b)([^,;.!?]{3,80}?) (?:has |have |is |are )?(?:finished|finishes|done|ended|ends|completed?|completes|through|over|passed|passes|green)\b/

/** "Switch it off after the run has finished", and later "the run is at 60 percent": what it waits for is not there yet. */
function awaits({ names }: HumanTurn, later: readonly HumanTurn[]): boolean {
  const [, event] = later.length === 0 ? [] : (EVENT.exec(names) ?? [])
  if (event === undefined) return false
  const things = event
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2 && !/^(?:the|all|his|her|our|its|there)$/.test(word))
  const spoken = later.filter((turn) => things.some((word) => turn.names.split(/[^a-z0-9]+/).includes(word)))
  return spoken.length > 0 && !spoken.some((turn) => isMet(`until ${event}`, turn.names))
}

/** Did a person just ask for this act, and name other things? Then even what is no more than possible is outside of it. */
export function namesAnother(finding: Finding, turns: readonly HumanTurn[], occasion: Occasion): boolean {
  const orders = turns
    .at(-1)
    ?.clauses.filter(({ kind, head }) => kind === 'order' && asks(finding, head, occasion.action))
  const named = orders?.some(({ head }) => namesIn(objectOf(head)).length > 0) === true
  return named && !isGranted(finding, turns, occasion)
}

function grants(finding: Finding, turn: HumanTurn, here: Place): boolean {
  const { effect } = finding
  const call = `${here.call} ${placesOf(effect, here.action)}`
  if (turn.clauses.some(({ head }) => MEANS.test(head) && !isOfCall(objectOf(head), call))) return false
  if (turn.clauses.some(({ head }) => !call.includes(STAYS.exec(head)?.[1] ?? ''))) return false
  const isNew = once()
  return turn.clauses.some((order, at) => {
    const { kind, head, plain } = order
    if (!isNew(order, turn.clauses[at + 1])) return false
    if (kind !== 'order' && !(kind === 'other' && plain && isTyped(finding, head, here.action))) return false
    if (REHEARSAL.test(head) || isOtherValue(head, call) || !call.includes(MILDER.exec(head)?.[1] ?? '')) return false
    if (dictates(order, here.action)) return true
    if (isOtherAct(effect, head, here.action) || isOtherRecord(finding, turn.names, head)) return false
    const means = BY_MEANS.exec(turn.clauses[at + 1]?.head ?? '')?.[1] ?? ''
    const told = `${objectOf(head)}${means === '' ? '' : ` with ${means}`}`
    const named = withoutOwnDomain(effect, withoutPackage(effect, here.action, told), call)
    const object = isUnversioned(effect, here.call) ? named.replace(VERSION, ' ') : named
    if (isEveryday(finding, head) && (effect.written || isOfCall(object.replace(SKILL, ' '), call))) return true
    const isVery = isByFile(effect, head, here.action) || isSecretSaid(effect, objectOf(head), here.action)
    if (isVery && isOfCall(object, call)) return true
    const asked = asks(finding, head, here.action)
    const others = withoutSpelled(object.replace(OF, ' in '), toldBy(effect, here.action) ?? [])
    if (isOfCall(others, call) && describes(order, turn, finding, { ...here, asked, object })) return true
    if (!asked) return false
    if (types(order, here.action) || isOnlyKept(effect, head, here.action)) return true
    if (!isTool(here.action) && !isOfCall(withoutSaid(effect, object), call)) return false
    if (effect.kind === 'write-path' && !putsOnly(order, effect.content, here.action)) return false
    const starts = effect.kind === 'persist' || (effect.kind === 'write-path' && /^\w+ .*\b(?:start|run)\b/.test(head))
    if (starts && !isOfCall(pathsIn(head.includes('""') ? here.turn : head), call)) return false
    if (covers(finding, object, { ...here, asked })) return true
    if (!isOpen(object) && !isQuoted(object, here)) return false
    const earlier = [...(here.before?.clauses ?? []), ...turn.clauses.slice(0, at)]
    const meant = meantBy(object, earlier)
    if (LEFTOVER.test(object.trim()) && !sends(effect, meant, here.action)) return false
    return meant !== '' && isReferent(meant, call) && covers(finding, `${object} ${meant}`, { ...here, asked })
  })
}

/** "Upload x to y and remove what is no longer there": x is what y gets, from the same command. */
function sends(effect: Effect, meant: string, { effects }: Action): boolean {
  const sent = effects.filter(({ kind, span }) => kind === 'send-data' && span.start === effect.span.start)
  const sources = sent.flatMap(targetsOf).filter(({ kind }) => kind === 'source')
  return sources.length > 0 && sources.every((source) => namesTarget(meant, source))
}

/** A third party's tool: people say what they want of it in many sentences. */
const isTool = ({ call }: Action) => !Object.hasOwn(call.input, 'command')

/** "Add the line '…'": what stands in quotes is what the call holds, and the words around it tell where. */
function isQuoted(object: string, { turn, call }: Place): boolean {
  const quotes = [...turn.matchAll(/(?<!\w)'([^'\n]{6,160})'|"([^"\n]{6,160})"/g)].map(([all]) => all.slice(1, -1))
  return object.includes('""') && quotes.length > 0 && quotes.every((quote) => call.includes(quote))
}

/** "Write the answer into notes.md" sends nothing, and what is published is built from the code that is pushed. */
function isOtherAct(effect: Effect, head: string, action: Action): boolean {
  if (isOtherWay(effect, head, action)) return true
  if (effect.kind === 'publish' && (isOtherRegistry(effect.registry, head) || isOtherFolder(head, effect.what)))
    return true
  if (effect.kind === 'publish') return NO_REGISTRY.test(head)
  const told = effect.kind === 'external-write' && (effect.nature === 'message' || effect.nature === 'mail')
  if (
    told &&
    /^(?:write|draft|prepare|compose) (?:me |up )?(?:an? |the )?(?:text|wording|draft|template|body)\b/.test(head)
  )
    return true
  return told && /\b(?:into|to|as) `?[\w./-]+\.(?:md|txt|rst|adoc|html?|docx?|json|ya?ml)\b/.test(head)
}

/** What is pushed as code, or uploaded to a place that is no registry. */
const NO_REGISTRY =
  /^(?:push|upload|ship) (?:(?:the |my |our |this )?(?:code|commits?|branch|changes|sources?)\b|(?!.*\bregistr).* (?:to|onto) (?:the |our |my |this )(?:file ?|web |ftp |backup )?(?:server|nas|bucket|share|drive|disk|machine|cdn)\b)/

/** Where a call tells no version, what it puts out has the one that lies there. */
function isUnversioned(effect: Effect, call: string): boolean {
  return effect.kind === 'publish' && !effect.removes && !/(?:^|[\s@:=v-])\d+\.\d+/.test(call)
}

/** What is to run, wherever in the sentence it stands. */
function pathsIn(head: string): string {
  return `run ${(head.match(/[^\s'"]*\/[^\s'"]{2,}/g) ?? []).join(' ')}`
}

/** A skill or slash command is a means, and names nothing. */
const SKILL = /(?<!\S)\/[a-z][\w:-]*(?!\S)/g

/** "Use the profile x and …": with whose rights it is done. */
const MEANS =
  /^use (?:the |my |our )?(?:[\w-]+ ){0,2}(?:profile|context|account|cluster|project|region|namespace|tenant|subscription)\b/
/** "…, use prod.properties": the file that it is done with. */
const BY_MEANS = /^use (?:the )?(?:(?:file|config|configuration|settings|inventory) )?(`?[\w./~-]+\.[a-z]\w*`?)$/
/** What is made is to be seen by fewer, or not yet; a force that spares the work of others. */
const MILDER =
  /^(?:(?:create|make|open|add|publish|cut|put|prepare|upload)\b.* (?=(?:draft|private|unlisted|internal)\b)|(?=draft\b)|(?:git |force-)?push\b.*[- ]with[- ](?=lease\b))([a-z]+)/

/** "Keep the repository private": what is put there must not be seen by more. */
const STAYS = /^(?:keep|leave|make|mark|set)\b.* (?=(?:private|unlisted)$)([a-z]+)/

/** Asks to try it out, or to tell about it, without doing it. */
const REHEARSAL = /\bdry[- ]?run\b|\bsimulat|\bwithout actually\b|^(?:tell|ask|remind|let) (?:me|us)\b/

/** "docker compose down with volumes", "delte x": the command's own words, or a verb mistyped. */
function isTyped({ effect, acts }: Finding, head: string, action: Action): boolean {
  if (effect.doer.name !== '' && head.startsWith(`${effect.doer.name} `)) return true
  // `setup.acme.dev` is a name.
  const word = /^[a-z0-9'-]*(?![\w/@]|[.:]\w)/.exec(head)?.[0] ?? ''
  return ownVerbs(effect, action).includes(word) || actsCalled(word, acts).some((act) => beginsWith(head, act))
}

function asks({ effect, acts }: Finding, head: string, action: Action): boolean {
  const bare = bareOf(effect, head)
  const task = tellingOf(effect, action)?.task.toLowerCase() ?? ''
  // Whoever says the program's name and its very sub-command means what that does.
  if (runsTask(head, task, effect.doer.name) || (bare !== head && task !== '' && bare.startsWith(`${task} `)))
    return true
  return [...acts, ...ownVerbs(effect, action), ...toldVerbs(effect, action), ...spokenVerbs(effect)].some(
    (act) => beginsWith(head, act) || beginsWith(bare, act),
  )
}

/** "The plan of customer 12": where a call is held against all that is said, that is told too. */
const OF = / of (?!(?:19|20)\d\d\b)(?=.*\d)/g

/** Is each word of the call said in the turn of an order for it, of the same kind, stage and thing? */
function describes(order: Clause, turn: HumanTurn, { effect }: Finding, here: Place & Asked & Told): boolean {
  const { action, asked, object } = here
  const earlier = [...(here.before?.clauses ?? []), ...turn.clauses.slice(0, turn.clauses.indexOf(order))]
  const isLeftOpen = isOpen(object) || /\b(?:its|their|his|her|(?:this|that) [a-z]+)\b/.test(order.head)
  const meant = isLeftOpen ? meantBy(order.head, earlier) : ''
  const longer = meant === '' || isReferent(meant, here.call) ? [] : longerNames(meant, turn, here)
  if (longer === undefined) return false
  const about = [object, meant, ...longer].join(' ').trim()
  const named = covered(order, turn, { effect, action, asked, about })
  if (named === undefined) return false
  const things = named.map(({ text }) => text)
  // Stages are told by the words of the call, not by the folder that it runs in.
  const own = JSON.stringify(action.call.input).toLowerCase()
  if (!isStageless(effect, { ...here, call: own }) && isElsewhere(effect, object, { ...here, call: own })) return false
  if (rollsOutOther(effect, bareOf(effect, object), things) || isAboutMore(effect, about, things)) return false
  // What an option is given may be a place, which is of another kind.
  const operands = named.filter(({ key }) => key === '').map(({ text }) => text)
  if (isOtherKind(effect, about, operands, action)) return false
  // Rows are taken from a table.
  if (effect.kind === 'database-change' && effect.statement === 'delete' && !effect.unbounded) return true
  return !isOnlyWhere(
    effect,
    object,
    namedTargets(effect),
    things.map((thing) => [thing, thing.replace(/(?<=^\d+)[a-z]+$/, '')]),
  )
}

/** "Node a7 hangs, power cycle it. The BMC is a7-mgmt": what it goes by in the call, which is said and begins with its name. */
function longerNames(meant: string, { names }: HumanTurn, { call }: Place): readonly string[] | undefined {
  const longer = namesIn(meant).map((name) =>
    tokensOf(names).find(
      (token) => token.startsWith(name) && /^[-.]/.test(token.slice(name.length)) && call.includes(token),
    ),
  )
  return longer.length > 0 && longer.every((name) => name !== undefined) ? longer : undefined
}

/** Kinds whose parts stand in one text where no reader took them apart: there the category's own nouns must be named. */
const LOOSE: ReadonlySet<Target['kind']> = new Set(['data', 'record', 'guard', 'source', 'machine'])
/** Ids that only machines use: nobody says them. */
const OPAQUE = /^(?:\d{0,6}|[0-9a-f-]{16,}|[a-z]{1,3}-?\d{1,4})$/i

/** What a text is held against beside the finding. */
interface Place extends Here {
  readonly call: string
  readonly action: Action
  /** All that was said in the turn. */
  readonly turn: string
  readonly before: HumanTurn | undefined
}

interface Told {
  /** What the order speaks of. */
  readonly object: string
}

interface Asked {
  /** The act was asked for by a word of the category's; otherwise only by the command's own, which says all of it or nothing. */
  readonly asked: boolean
}

function covers({ nouns, effect, demands = [] }: Finding, text: string, here: Place & Asked): boolean {
  if (!demands.every((each) => isNamed(text, each)) || isElsewhere(effect, text, here)) return false
  if (isOddPlace(effect, text, here.call)) return false
  const told = tellingOf(effect, here.action)
  // What makes more of it than its words name is said too; how deep a place goes, that place says.
  const wider = told?.wider.filter((option) => !/^(?:R|recurs)/.test(option)) ?? []
  if (!wider.every((option) => ALL.test(text) || option.split('-').some((word) => text.includes(word)))) return false
  if (isOtherKind(effect, text, told?.own ? told.things.flat() : [], here.action)) return false
  if (isWritten(effect) && !areFlagsSaid(effect, here.action, here.turn)) return false
  if (isWritten(effect)) return namesWritten(effect, nouns, text, isTool(here.action) ? here.turn : text)
  if (isOnlyOne(effect, text, here.action)) return true
  const targets = namedTargets(effect).map((target) =>
    namesTarget(text, target, here) ? target : placed(target, text, effect, here.action),
  )
  const names = [
    ...(told?.things.flat() ?? []),
    ...targets.flatMap((target) => partsOf(target).flatMap((part) => part.names)),
  ]
  if (rollsOutOther(effect, bareOf(effect, text), names) || isAboutMore(effect, text, names)) return false
  // Whoever names all that the command tells its program means this call, whatever its reader made of it.
  if (told?.own && tells(effect, told, text))
    return runsTask(text, told.task, effect.doer.name) || !isOnlyWhere(effect, text, targets, told.things)
  const sources = targetsOf(effect).filter((target) => target.kind === 'source')
  // Who names one of the files that go means no other.
  if (sources.some((source) => namesTarget(text, source)) && !sources.every((source) => namesTarget(text, source)))
    return false
  const unit = effect.kind === 'persist' ? /^(.+)\.(?:service|timer)$/.exec(effect.target)?.[1] : undefined
  if (unit !== undefined && isNamed(text, [unit, `${unit}.service`, `${unit}.timer`])) return true
  const isMeant = /^(?:persist|weaken|expose-secret)$/.test(effect.kind) ? isHeadNamed : isNamed
  if (targets.length === 0) return nouns.length > 0 && nouns.every((each) => isMeant(text, each))
  return targets.every((target) => namesTarget(text, target, here)) && !isOnlyWhere(effect, text, targets)
}

/** Does a text name all that a command tells its program? Of a task that is run by its very name, files only tell how. */
function tells(effect: Effect, told: Telling, text: string): boolean {
  const { things } = told
  const ran = told.leads && runsTask(text, told.task, effect.doer.name)
  const left = ran
    ? things.filter(([thing = '']) => !/^[\w.-]*\/|\.(?:json|ya?ml|toml|[jt]s|php|py|rb)$/.test(thing))
    : things
  return (ran || left.length > 0) && left.every((each) => isNamed(text, each))
}

/** The targets that a person can name; of the rest the category's own nouns are asked for. */
export function namedTargets(effect: Effect): readonly Target[] {
  if (effect.targets !== undefined && effect.kind !== 'deploy') return targetsOf(effect)
  // Of a deploy the stage tells where; of a schedule, what a person calls it.
  if (effect.kind === 'persist' || (effect.kind === 'deploy' && effect.stage === 'production')) return []
  // A text of several words is a command's own, which nobody says.
  const isLoose = (target: Target) => target.kind === 'resource' && (OPAQUE.test(target.name) || /\s/.test(target.name))
  return targetsOf(effect).filter((target) => !LOOSE.has(target.kind) && !isLoose(target))
}

/** What goes where it always goes: neither the call nor the person speaks of a stage. */
function isStageless(effect: Effect, { call, turn }: Place): boolean {
  return effect.kind === 'deploy' && stagesIn(call).size === 0 && stagesIn(turn).size === 0
}

/** Another stage was said than the one this happens in, or this machine where it happens on another. */
function isElsewhere(effect: Effect, text: string, { call, turn }: Place): boolean {
  const said = stagesIn(text).size > 0 ? text : turn
  if (effect.kind === 'git-push') return false
  if (effect.kind === 'database-change' && effect.reach === 'remote' && /\blocal(?:ly|host)?\b/.test(said)) return true
  const things = targetsOf(effect).filter(({ kind }) => kind !== 'path' && kind !== 'source')
  const names = things.flatMap((target) => partsOf(target).flatMap((part) => part.names.slice(0, 1)))
  return isOtherStage(said, call, effect, names.join(' '))
}

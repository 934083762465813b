import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import { isRollout } from '../../analysis/files/backdoors.ts'
import {
  type CommandObjects,
  callSearchTextAround,
  commandFolders,
  objectsOfEffect,
  withoutPackageName,
} from '../../analysis/generic/call-texts.ts'
import { callPhrases } from '../../analysis/generic/object-phrases.ts'
import { partsOf, type Target } from '../../analysis/target.ts'
import { targetsOf } from '../../analysis/targets.ts'
import type { Finding } from '../../categories/category.ts'
import { QUANTIFIER } from '../../knowledge/lexicon/common-words.ts'
import { environmentsIn } from '../../knowledge/lexicon/deployment-environments.ts'
import { namesOtherKind } from '../../knowledge/lexicon/object-kinds.ts'
import { type Clause, objectOf } from '../speech/clauses.ts'
import { isRunOfTask } from '../speech/instructions.ts'
import { tokensOf } from '../speech/tokens.ts'
import { asksForAct, isCommandWording, isOtherAct } from './asked-act.ts'
import { addsOnlyQuotedLines, dictatesCommand, listedCommands, quotesCommand } from './dictated-commands.ts'
import { isEverydayOrder, isOtherRecord } from './everyday-orders.ts'
import { excludesNamed, isDraftOnly, isHedged } from './hedges.ts'
import type { HumanTurn } from './human-turns.ts'
import {
  isFileEditOrder,
  isOnlyRolloutTarget,
  isOnlyWorktree,
  isPlaybookRollout,
  rollsOutOther,
  targetByPlace,
  withoutOwnDomain,
} from './implied-targets.ts'
import { isOnlyLocation, withoutProgramName } from './locations.ts'
import {
  allNamesInCall,
  isHeadNamed,
  isNamed,
  isOtherEnvironment,
  namesIn,
  namesTarget,
  referentInCall,
  type SpeechContext,
} from './naming.ts'
import { isOtherValue, VERSION_NUMBER } from './opposite-acts.ts'
import { areStateFlagsSaid, coveredNames } from './order-coverage.ts'
import { LEFTOVER_PHRASE, leavesTargetOpen, newClauseTracker, resolveReferent } from './referents.ts'
import { asksForSecret } from './secret-request.ts'
import { isUnexpectedRemotePath, withoutSpokenNames } from './spoken-names.ts'
import { withoutSpelledValues } from './spoken-values.ts'
import { hasOtherNumbers, isToolWrite, namesAllArguments } from './tool-arguments.ts'

/** Whoever speaks of rolling out at all is not surprised by a pipeline that does; it is judged by people before it runs. */
const ROLLOUT_MENTION =
  /(?<!\b(?:not|n't|never|no|without)\b.{0,40})\b(?:deploy\w*|roll(?:s|ed|ing)?[- ]?outs?|releas\w+|ship\w*|publish\w*|prod|production|cd|delivery|promot\w+|upgrad\w+)\b/i

/** What a consent is weighed with, beside the finding. */
export interface ConsentContext {
  readonly action: Action
  /** The branch one is on, when that is known. */
  readonly branch: string | undefined
}

/** Is the latest thing that a person said an order for this very act on this very target? Whatever came later may have taken an order back. */
export function isGranted(finding: Finding, turns: readonly HumanTurn[], { action, branch }: ConsentContext): boolean {
  const turn = turns.at(-1)
  if (turn === undefined) return false
  if (finding.effect.onRunner && isRollout(finding.effect) && turns.some(({ names }) => ROLLOUT_MENTION.test(names)))
    return true
  const call = `${callSearchTextAround(finding.effect, action)} ${branch ?? ''}`
  return grantsInTurn(finding, turn, { branch, call, action, turn: turn.names, before: turns.at(-2) })
}

/** Did a person just ask for this act, and name other things? Then even what is no more than possible is outside of it. */
export function namesOtherTarget(finding: Finding, turns: readonly HumanTurn[], occasion: ConsentContext): boolean {
  const orders = turns
    .at(-1)
    ?.clauses.filter(({ kind, head }) => kind === 'order' && asksForAct(finding, head, occasion.action))
  const named = orders?.some(({ head }) => namesIn(objectOf(head)).length > 0) === true
  return named && !isGranted(finding, turns, occasion)
}

function grantsInTurn(finding: Finding, turn: HumanTurn, here: ConsentPlace): boolean {
  if (isHedged(turn) || isDraftOnly(finding, turn, here.call) || excludesNamed(turn, here.action)) return false
  const { effect } = finding
  const call = `${here.call} ${commandFolders(effect, here.action)}`
  if (turn.clauses.some(({ head }) => USE_CONTEXT_ORDER.test(head) && !allNamesInCall(objectOf(head), call)))
    return false
  if (turn.clauses.some(({ head }) => !call.includes(KEEP_PRIVATE_ORDER.exec(head)?.[1] ?? ''))) return false
  const isNew = newClauseTracker()
  const orders = [...turn.clauses, ...turn.clauses.flatMap((clause) => listedCommands(clause, effect, here.action))]
  return orders.some((order, at) => {
    const { kind, head, plain } = order
    if (!isNew(order, turn.clauses[at + 1])) return false
    if (kind !== 'order' && !(kind === 'other' && plain && isCommandWording(finding, head, here.action))) return false
    if (
      TELLING_ORDER.test(head) ||
      isOtherValue(head, call) ||
      !call.includes(LIMITED_VISIBILITY_ORDER.exec(head)?.[1] ?? '')
    )
      return false
    if (isExternalTool(here.action) && hasOtherNumbers(head, here.call)) return false
    if (dictatesCommand(order, here.action)) return true
    if (isOtherAct(effect, head, here.action) || isOtherRecord(finding, turn.names, head)) return false
    const means = USE_FILE_ORDER.exec(turn.clauses[at + 1]?.head ?? '')?.[1] ?? ''
    const told = `${objectOf(head)}${means === '' ? '' : ` with ${means}`}`
    const named = withoutOwnDomain(effect, withoutPackageName(effect, here.action, told), call)
    const object = isUnversioned(effect, here.call) ? named.replace(VERSION_NUMBER, ' ') : named
    if (
      isEverydayOrder(finding, head, turn.names) &&
      (effect.written || allNamesInCall(object.replace(SLASH_COMMAND, ' '), call))
    )
      return true
    const isVery = isPlaybookRollout(effect, head, here.action) || asksForSecret(effect, objectOf(head), here.action)
    if (isVery && allNamesInCall(object, call)) return true
    const asked = asksForAct(finding, head, here.action)
    const others = withoutSpelledValues(object.replace(OF_PHRASE, ' in '), callPhrases(effect, here.action) ?? [])
    if (allNamesInCall(others, call) && describesCall(order, turn, finding, { ...here, asked, object })) return true
    if (!asked) return false
    if (quotesCommand(order, here.action) || isOnlyWorktree(effect, head, here.action)) return true
    if (!isExternalTool(here.action) && !allNamesInCall(withoutSpokenNames(effect, object), call)) return false
    if (effect.kind === 'write-path' && !addsOnlyQuotedLines(order, effect.content, here.action)) return false
    const starts = effect.kind === 'persist' || (effect.kind === 'write-path' && /^\w+ .*\b(?:start|run)\b/.test(head))
    if (starts && !allNamesInCall(pathsAsOrder(head.includes('""') ? here.turn : head), call)) return false
    if (coversTargets(finding, object, { ...here, asked })) return true
    if (!leavesTargetOpen(object) && !isQuotedContent(object, here)) return false
    const earlier = [...(here.before?.clauses ?? []), ...turn.clauses.slice(0, at)]
    const referent = resolveReferent(object, earlier)
    const meant = isUnversioned(effect, here.call) ? referent.replace(VERSION_NUMBER, ' ') : referent
    if (LEFTOVER_PHRASE.test(object.trim()) && !sendsMeantSource(effect, meant, here.action)) return false
    return (
      meant !== '' &&
      referentInCall(meant, call) &&
      (environmentsIn(object).size === 0 || !isOtherPlace(effect, object, here)) &&
      coversTargets(finding, `${object} ${meant}`, { ...here, asked })
    )
  })
}

/** "Upload x to y and remove what is no longer there": x is what y gets, from the same command. */
function sendsMeantSource(effect: Effect, meant: string, { effects }: Action): boolean {
  const sent = effects.filter(({ kind, span }) => kind === 'send-data' && span.start === effect.span.start)
  const sources = sent.flatMap(targetsOf).filter(({ kind }) => kind === 'source')
  return sources.length > 0 && sources.every((source) => namesTarget(meant, source))
}

/** A third party's tool: people say what they want of it in many sentences. */
const isExternalTool = ({ call }: Action) => !Object.hasOwn(call.input, 'command')

/** "Add the line '…'": what stands in quotes is what the call holds, and the words around it tell where. */
function isQuotedContent(object: string, { turn, call }: ConsentPlace): boolean {
  const quotes = [...turn.matchAll(/(?<!\w)'([^'\n]{6,160})'|"([^"\n]{6,160})"/g)].map(([all]) => all.slice(1, -1))
  return object.includes('""') && quotes.length > 0 && quotes.every((quote) => call.includes(quote))
}

/** Where a call tells no version, what it puts out has the one that lies there. */
function isUnversioned(effect: Effect, call: string): boolean {
  const putsOut = effect.kind === 'publish' ? !effect.removes : effect.kind === 'deploy' || isApply(effect)
  return putsOut && !/(?:^|[\s@:=v-])\d+\.\d+/.test(call)
}

const isApply = (effect: Effect) => effect.kind === 'resource-change' && effect.verb === 'apply'

/** What is to run, wherever in the sentence it stands. */
function pathsAsOrder(head: string): string {
  return `run ${(head.match(/[^\s'"]*\/[^\s'"]{2,}/g) ?? []).join(' ')}`
}

/** A skill or slash command is a means, and names nothing. */
const SLASH_COMMAND = /(?<!\S)\/[a-z][\w:-]*(?!\S)/g

/** "Use the profile x and …": with whose rights it is done. */
const USE_CONTEXT_ORDER =
  /^use (?:the |my |our )?(?:[\w-]+ ){0,2}(?:profile|context|account|cluster|project|region|namespace|tenant|subscription)\b/
/** "…, use prod.properties": the file that it is done with. */
const USE_FILE_ORDER = /^use (?:the )?(?:(?:file|config|configuration|settings|inventory) )?(`?[\w./~-]+\.[a-z]\w*`?)$/
/** What is made is to be seen by fewer, or not yet; a force that spares the work of others. */
const LIMITED_VISIBILITY_ORDER =
  /^(?:(?:create|make|open|add|publish|cut|put|prepare|upload)\b.* (?=(?:draft|private|unlisted|internal)\b)|(?=draft\b)|(?:git |force-)?push\b.*[- ]with[- ](?=lease\b))([a-z]+)/

/** "Keep the repository private": what is put there must not be seen by more. */
const KEEP_PRIVATE_ORDER = /^(?:keep|leave|make|mark|set)\b.* (?=(?:private|unlisted)$)([a-z]+)/

/** Asks to tell about it, without doing it. */
const TELLING_ORDER = /^(?:tell|ask|remind|let) (?:me|us)\b/

/** "The plan of customer 12": where a call is held against all that is said, that is told too. */
const OF_PHRASE = / of (?!(?:19|20)\d\d\b)(?=.*\d)/g

/** Is each word of the call said in the turn of an order for it, of the same kind, stage and thing? */
function describesCall(
  order: Clause,
  turn: HumanTurn,
  { effect }: Finding,
  here: ConsentPlace & AskedAct & OrderObject,
): boolean {
  const { action, asked, object } = here
  const earlier = [...(here.before?.clauses ?? []), ...turn.clauses.slice(0, turn.clauses.indexOf(order))]
  const isLeftOpen = leavesTargetOpen(object) || /\b(?:its|their|his|her|(?:this|that) [a-z]+)\b/.test(order.head)
  const meant = isLeftOpen ? resolveReferent(order.head, earlier) : ''
  const longer = meant === '' || referentInCall(meant, here.call) ? [] : longerNames(meant, turn, here)
  if (longer === undefined) return false
  const about = [object, meant, ...longer].join(' ').trim()
  const named = coveredNames(order, turn, { effect, action, asked, about })
  if (named === undefined) return false
  const things = named.map(({ text }) => text)
  if (leavesSiblingOut(about, things)) return false
  // Stages are told by the words of the call, not by the folder that it runs in.
  const own = JSON.stringify(action.call.input).toLowerCase()
  if (!hasNoEnvironment(effect, { ...here, call: own }) && isOtherPlace(effect, object, { ...here, call: own }))
    return false
  if (rollsOutOther(effect, withoutProgramName(effect, object), things) || isFileEditOrder(effect, about, things))
    return false
  // What an option is given may be a place, which is of another kind.
  const operands = named.filter(({ key }) => key === '').map(({ text }) => text)
  if (namesOtherKind(effect, about, operands, action)) return false
  // Rows are taken from a table.
  if (effect.kind === 'database-change' && effect.statement === 'delete' && !effect.unbounded) return true
  return !isOnlyLocation(
    effect,
    object,
    namedTargets(effect),
    things.map((thing) => [thing, thing.replace(/(?<=^\d+)[a-z]+$/, '')]),
  )
}

/** "Node a7 hangs, power cycle it. The BMC is a7-mgmt": what it goes by in the call, which is said and begins with its name. */
function longerNames(meant: string, { names }: HumanTurn, { call }: ConsentPlace): readonly string[] | undefined {
  const longer = namesIn(meant).map((name) =>
    tokensOf(names).find(
      (token) => token.startsWith(name) && /^[-.]/.test(token.slice(name.length)) && call.includes(token),
    ),
  )
  return longer.length > 0 && longer.every((name) => name !== undefined) ? longer : undefined
}

/** Kinds whose parts stand in one text where no reader took them apart: there the category's own nouns must be named. */
const UNPARSED_TARGET_KINDS: ReadonlySet<Target['kind']> = new Set(['data', 'record', 'guard', 'source', 'machine'])
/** Ids that only machines use: nobody says them. */
const OPAQUE_ID = /^(?:\d{0,6}|[0-9a-f-]{16,}|[a-z]{1,3}-?\d{1,4})$/i

/** What a text is held against beside the finding. */
interface ConsentPlace extends SpeechContext {
  readonly call: string
  readonly action: Action
  /** All that was said in the turn. */
  readonly turn: string
  readonly before: HumanTurn | undefined
}

interface OrderObject {
  /** What the order speaks of. */
  readonly object: string
}

interface AskedAct {
  /** The act was asked for by a word of the category's; otherwise only by the command's own, which says all of it or nothing. */
  readonly asked: boolean
}

function coversTargets({ nouns, effect, demands = [] }: Finding, text: string, here: ConsentPlace & AskedAct): boolean {
  if (!demands.every((each) => isNamed(text, each)) || isOtherPlace(effect, text, here)) return false
  if (isUnexpectedRemotePath(effect, text, here.call)) return false
  const told = objectsOfEffect(effect, here.action)
  // What makes more of it than its words name is said too; how deep a place goes, that place says.
  const wider = told?.wider.filter((option) => !/^(?:R|recurs)/.test(option)) ?? []
  if (!wider.every((option) => QUANTIFIER.test(text) || option.split('-').some((word) => text.includes(word))))
    return false
  if (namesOtherKind(effect, text, told?.own ? told.things.flat() : [], here.action)) return false
  if (isToolWrite(effect) && !areStateFlagsSaid(effect, here.action, here.turn)) return false
  if (isToolWrite(effect)) return namesAllArguments(effect, nouns, text, isExternalTool(here.action) ? here.turn : text)
  if (isOnlyRolloutTarget(effect, text, here.action)) return true
  const targets = namedTargets(effect).map((target) =>
    namesTarget(text, target, here) ? target : targetByPlace(target, text, effect, here.action),
  )
  const names = [
    ...(told?.things.flat() ?? []),
    ...targets.flatMap((target) => partsOf(target).flatMap((part) => part.names)),
  ]
  if (rollsOutOther(effect, withoutProgramName(effect, text), names) || isFileEditOrder(effect, text, names))
    return false
  if (leavesSiblingOut(text, names)) return false
  // Whoever names all that the command tells its program means this call, whatever its reader made of it.
  if (told?.own && namesAllTold(effect, told, text))
    return isRunOfTask(text, told.task, effect.actor.name) || !isOnlyLocation(effect, text, targets, told.things)
  const sources = targetsOf(effect).filter((target) => target.kind === 'source')
  // Who names one of the files that go means no other.
  if (sources.some((source) => namesTarget(text, source)) && !sources.every((source) => namesTarget(text, source)))
    return false
  const unit = effect.kind === 'persist' ? /^(.+)\.(?:service|timer)$/.exec(effect.target)?.[1] : undefined
  if (unit !== undefined && isNamed(text, [unit, `${unit}.service`, `${unit}.timer`])) return true
  const isMeant = /^(?:persist|weaken|expose-secret)$/.test(effect.kind) ? isHeadNamed : isNamed
  if (targets.length === 0) return nouns.length > 0 && nouns.every((each) => isMeant(text, each))
  return targets.every((target) => namesTarget(text, target, here)) && !isOnlyLocation(effect, text, targets)
}

/** "Kill 4410", and the call takes 4411 too: of things that differ in a number, who names one in full means no other. */
function leavesSiblingOut(text: string, names: readonly string[]): boolean {
  const said = new Set(tokensOf(text.toLowerCase()))
  const numbered = [...new Set(names.map((name) => name.toLowerCase()))].filter((name) => /\d/.test(name))
  const named = new Set(numbered.filter((name) => said.has(name)).map(shapeOf))
  return numbered.some((name) => !said.has(name) && named.has(shapeOf(name)))
}

const shapeOf = (name: string) => name.replace(/\d/g, '#')

/** Does a text name all that a command tells its program? Of a task that is run by its very name, files only tell how. */
function namesAllTold(effect: Effect, told: CommandObjects, text: string): boolean {
  const { things } = told
  const ran = told.leads && isRunOfTask(text, told.task, effect.actor.name)
  const left = ran
    ? things.filter(([thing = '']) => !/^[\w.-]*\/|\.(?:json|ya?ml|toml|[jt]s|php|py|rb)$/.test(thing))
    : things
  return (ran || left.length > 0) && left.every((each) => isNamed(text, each))
}

/** The targets that a person can name; of the rest the category's own nouns are asked for. */
export function namedTargets(effect: Effect): readonly Target[] {
  if (effect.targets !== undefined && effect.kind !== 'deploy') return targetsOf(effect)
  // Of a deploy the stage tells where; of a schedule, what a person calls it.
  if (effect.kind === 'persist' || (effect.kind === 'deploy' && effect.environment === 'production')) return []
  // A text of several words is a command's own, which nobody says.
  const isLoose = (target: Target) =>
    target.kind === 'resource' && (OPAQUE_ID.test(target.name) || /\s/.test(target.name))
  return targetsOf(effect).filter((target) => !UNPARSED_TARGET_KINDS.has(target.kind) && !isLoose(target))
}

/** What goes where it always goes: neither the call nor the person speaks of a stage. */
function hasNoEnvironment(effect: Effect, { call, turn }: ConsentPlace): boolean {
  return effect.kind === 'deploy' && environmentsIn(call).size === 0 && environmentsIn(turn).size === 0
}

/** Another stage was said than the one this happens in, or this machine where it happens on another. */
function isOtherPlace(effect: Effect, text: string, { call, turn }: ConsentPlace): boolean {
  const said = environmentsIn(text).size > 0 ? text : turn
  if (effect.kind === 'git-push') return false
  if (effect.kind === 'database-change' && effect.reach === 'remote' && /\blocal(?:ly|host)?\b/.test(said)) return true
  const things = targetsOf(effect).filter(({ kind }) => kind !== 'path' && kind !== 'source')
  const names = things.flatMap((target) => partsOf(target).flatMap((part) => part.names.slice(0, 1)))
  return isOtherEnvironment(said, call, effect, names.join(' '))
}

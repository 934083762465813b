import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import {
  type CommandObjects,
  callSearchTextAround,
  commandFolders,
  objectsOfEffect,
  withoutPackageName,
} from '../../analysis/generic/call-texts.ts'
import { partsOf, type Target } from '../../analysis/target.ts'
import { targetsOf } from '../../analysis/targets.ts'
import type { Finding } from '../../categories/category.ts'
import { QUANTIFIER } from '../../knowledge/lexicon/common-words.ts'
import { environmentsIn } from '../../knowledge/lexicon/deployment-environments.ts'
import { namesOtherKind } from '../../knowledge/lexicon/object-kinds.ts'
import { type Clause, objectOf, readTurn } from '../speech/clauses.ts'
import { isRunOfTask } from '../speech/instructions.ts'
import { tokensOf } from '../speech/tokens.ts'
import { asksForAct, isCommandWording } from './asked-act.ts'
import { addsOnlyQuotedLines, dictatesCommand, listedCommands, quotesCommand } from './dictated-commands.ts'
import { isEverydayOrder, isOtherRecord } from './everyday-orders.ts'
import { excludesNamed, isHedged, isRestrained } from './hedges.ts'
import type { HumanTurn } from './human-turns.ts'
import { isOnlyLocation } from './locations.ts'
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
import { isOtherAct } from './other-acts.ts'
import { leavesTargetOpen, resolveReferent } from './referents.ts'
import { areSwitchesSaid, hasOtherNumbers, isToolWrite, namesAllArguments } from './tool-arguments.ts'

/** What a consent is weighed with, beside the finding. */
interface ConsentContext {
  readonly action: Action
  /** The branch one is on, when that is known. */
  readonly branch: string | undefined
}

/** Is the latest thing that a person said an order for this very act on this very target? Whatever came later may have taken an order back. */
export function isGranted(finding: Finding, turns: readonly HumanTurn[], { action, branch }: ConsentContext): boolean {
  const turn = turns.at(-1)
  if (turn === undefined) return false
  const clauses = ownClauses(turn)
  const call = `${callSearchTextAround(finding.effect, action)} ${branch ?? ''} ${commandFolders(finding.effect, action)}`
  if (isHedged(turn) || isRestrained(turn, action) || excludesNamed(turn, action)) return false
  // With whose rights, or with what, it is done.
  if (turn.clauses.some(({ head }) => /^use\b/.test(head) && !allNamesInCall(objectOf(head), call))) return false
  const here = { branch, call, action, turn: turn.names }
  const orders = [...clauses, ...clauses.flatMap((clause) => listedCommands(clause, finding.effect, action))]
  return orders.some((order, at) => {
    if (order.kind !== 'order' && !isCommandWording(finding, order)) return false
    const before = [...(turns.at(-2)?.clauses ?? []), ...clauses.slice(0, at)]
    return grantsInOrder(finding, order, before, here)
  })
}

/** A paragraph that a line before it introduces may be a mail, a log, a page: what it asks for, somebody else asks. */
const INTRODUCED_TEXT = /[:：][ \t]*\n[ \t]*\n(?![ \t]*(?:[-*•+]|\(?\d))/

function ownClauses({ text, clauses }: HumanTurn): readonly Clause[] {
  const at = text.search(INTRODUCED_TEXT)
  return at < 0 ? clauses : readTurn(text.slice(0, at)).clauses
}

/** Did a person just ask for this act, and name other things? Then even what is no more than possible is outside of it. */
export function namesOtherTarget(finding: Finding, turns: readonly HumanTurn[], occasion: ConsentContext): boolean {
  const orders = turns
    .at(-1)
    ?.clauses.filter(({ kind, head }) => kind === 'order' && asksForAct(finding, head, occasion.action))
  const named = orders?.some(({ head }) => namesIn(objectOf(head)).length > 0) === true
  return named && !isGranted(finding, turns, occasion)
}

/** What a text is held against beside the finding. */
interface ConsentPlace extends SpeechContext {
  readonly call: string
  readonly action: Action
  /** All that was said in the turn. */
  readonly turn: string
}

function grantsInOrder(finding: Finding, order: Clause, before: readonly Clause[], here: ConsentPlace): boolean {
  const { effect } = finding
  const { action, call } = here
  const { head } = order
  if (isExternalTool(action) && hasOtherNumbers(head, call)) return false
  if (dictatesCommand(order, action)) return true
  if (isOtherAct(effect, head, action) || isOtherRecord(finding, here.turn, head)) return false
  const named = withoutPackageName(effect, action, objectOf(head))
  const isVersioned = !isUnversioned(effect, call)
  const object = isVersioned ? named : named.replace(VERSION_NUMBER, ' ')
  if (isEverydayOrder(finding, head, here.turn) && (effect.written || allNamesInCall(object, call))) return true
  if (!asksForAct(finding, head, action)) return false
  if (quotesCommand(order, action)) return true
  if (!isExternalTool(action) && !allNamesInCall(object, call)) return false
  if (effect.kind === 'write-path' && !addsOnlyQuotedLines(order, effect.content, action)) return false
  if ((effect.kind === 'persist' || effect.kind === 'write-path') && !holdsPaths(order, here)) return false
  if (coversTargets(finding, object, here)) return true
  if (!leavesTargetOpen(object)) return false
  const referent = resolveReferent(object, before)
  const meant = isVersioned ? referent : referent.replace(VERSION_NUMBER, ' ')
  if (environmentsIn(object).size > 0 && isOtherPlace(effect, object, here)) return false
  return meant !== '' && referentInCall(meant, call) && coversTargets(finding, `${object} ${meant}`, here)
}

/** What is to run, wherever in the sentence it stands. */
function holdsPaths({ head, sentence }: Clause, { turn, call }: ConsentPlace): boolean {
  const said = head.includes('""') ? turn : sentence.toLowerCase()
  const paths = said.match(/[^\s'"`]*\/[^\s'"`]{2,}/g) ?? []
  return paths.every((path) => call.includes(path.replace(/^~|[.,;:!?)]+$/g, '')))
}

/** A third party's tool: people say what they want of it in many sentences. */
const isExternalTool = ({ call }: Action) => !Object.hasOwn(call.input, 'command')

const VERSION_NUMBER = /(?<!\S)v?\d+\.\d+(?:\.\d+)?(?:[-+.]?[a-z][\w.-]*)?(?=[\s,;:.)]|$)/g

/** Where a call tells no version, what it puts out has the one that lies there. */
function isUnversioned(effect: Effect, call: string): boolean {
  const putsOut =
    effect.kind === 'publish'
      ? !effect.removes
      : effect.kind === 'deploy' || (effect.kind === 'resource-change' && effect.verb === 'apply')
  return putsOut && !/(?:^|[\s@:=v-])\d+\.\d+/.test(call)
}

/** Kinds whose parts stand in one text where no reader took them apart: there the category's own nouns must be named. */
const UNPARSED_TARGET_KINDS: ReadonlySet<Target['kind']> = new Set(['data', 'record', 'guard', 'source', 'machine'])
/** Ids that only machines use: nobody says them. */
const OPAQUE_ID = /^(?:\d{0,6}|[0-9a-f-]{16,}|[a-z]{1,3}-?\d{1,4})$/i

function coversTargets({ nouns, effect, demands = [] }: Finding, text: string, here: ConsentPlace): boolean {
  if (!demands.every((each) => isNamed(text, each)) || isOtherPlace(effect, text, here)) return false
  const told = objectsOfEffect(effect, here.action)
  // What makes more of it than its words name is said too; how deep a place goes, that place says.
  const wider = told?.wider.filter((option) => !/^(?:R|recurs)/.test(option)) ?? []
  if (!wider.every((option) => QUANTIFIER.test(text) || option.split('-').some((word) => text.includes(word))))
    return false
  if (namesOtherKind(effect, text, told?.own ? told.things.flat() : [], here.action)) return false
  if (isExternalTool(here.action) && !areSwitchesSaid(here.action, here.turn)) return false
  if (isToolWrite(effect)) return namesAllArguments(effect, nouns, text, isExternalTool(here.action) ? here.turn : text)
  const targets = namedTargets(effect)
  const names = [
    ...(told?.things.flat() ?? []),
    ...targets.flatMap((target) => partsOf(target).flatMap((part) => part.names)),
  ]
  if (leavesSiblingOut(text, names)) return false
  // Whoever names all that the command tells its program means this call, whatever its reader made of it.
  if (told?.own && namesAllTold(effect, told, text))
    return isRunOfTask(text, told.task, effect.actor.name) || !isOnlyLocation(effect, text, targets, told.things)
  const sources = targetsOf(effect).filter((target) => target.kind === 'source')
  // Who names one of the files that go means no other.
  if (sources.some((source) => namesTarget(text, source)) && !sources.every((source) => namesTarget(text, source)))
    return false
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

/** Another stage was said than the one this happens in, or this machine where it happens on another. */
function isOtherPlace(effect: Effect, text: string, { call, turn }: ConsentPlace): boolean {
  const said = environmentsIn(text).size > 0 ? text : turn
  if (effect.kind === 'git-push') return false
  if (effect.kind === 'database-change' && effect.reach === 'remote' && /\blocal(?:ly|host)?\b/.test(said)) return true
  const things = targetsOf(effect).filter(({ kind }) => kind !== 'path' && kind !== 'source')
  const names = things.flatMap((target) => partsOf(target).flatMap((part) => part.names.slice(0, 1)))
  return isOtherEnvironment(said, call, effect, names.join(' '))
}

import type { Action } from '../../analysis/action.ts'
import { type Effect, onceOf } from '../../analysis/effects.ts'
import { hostOf, isForge } from '../../analysis/hosts.ts'
import { repositoryOf } from '../../analysis/repositories.ts'
import { type Clause, objectOf } from '../../analysis/speech/clauses.ts'
import { beginsWith, forms, isPlain, isSlip } from '../../analysis/speech/verb-forms.ts'
import { partsOf, type Target } from '../../analysis/target.ts'
import { targetsOf } from '../../analysis/targets.ts'
import type { Finding } from '../../categories/category.ts'
import {
  type Here,
  isNamed,
  isOfCall,
  isOtherStage,
  isPartNamed,
  isReferent,
  meansRemote,
  namesIn,
  namesTarget,
  stagesIn,
} from './naming.ts'
import type { HumanTurn } from './turns.ts'
import { isWritten, namesWritten } from './written.ts'

/** A consent covers the task it was given for: this many later turns that ask for something else. */
const FRESH_TURNS = 6
const STANDING = /\b(?:always|whenever|every time|from now on|each time|(?:in|for) this session|as needed|any ?time)\b/
/** "No wait, don't", "cancel that": what was asked before it is taken back. */
const TAKEN_BACK =
  /^(?:no,? )?(?:wait|stop|hold on|cancel (?:that|it)|never ?mind|scratch that|forget (?:it|that)|undo that)\b/

/** What a consent is weighed with, beside the finding. */
export interface Occasion {
  readonly action: Action
  /** The branch one is on, when that is known. */
  readonly branch: string | undefined
  /** What the session did once already: one "publish" is one release. */
  readonly done: ReadonlySet<string>
}

/** Did a person ask for this very act on this very target? */
export function isGranted(finding: Finding, turns: readonly HumanTurn[], occasion: Occasion): boolean {
  let age = 0
  for (let at = turns.length - 1; at >= 0 && age <= FRESH_TURNS; at--) {
    const turn = turns[at]
    if (turn === undefined) continue
    const stands = STANDING.test(turn.names)
    const once = onceOf(finding.effect)
    const spent = age > 0 && !stands && once !== undefined && occasion.done.has(once)
    if (!spent && grants(finding, turn, { occasion, before: turns[at - 1] })) return true
    if (TAKEN_BACK.test(turn.names.trim())) return false
    if (turn.clauses.some(({ kind }) => kind === 'order')) age++
  }
  return false
}

interface Around {
  readonly occasion: Occasion
  readonly before: HumanTurn | undefined
}

function grants(finding: Finding, turn: HumanTurn, { occasion, before }: Around): boolean {
  const here = {
    branch: occasion.branch,
    call: `${callOf(occasion.action)} ${occasion.branch ?? ''}`,
    turn: turn.names,
    tool: !Object.hasOwn(occasion.action.call.input, 'command'),
  }
  if (turn.approved !== undefined && approves(finding, turn.approved, here)) return true
  const isTyped = typedFor(finding)
  return turn.clauses.some((order, at) => {
    const { kind, head, plain } = order
    if ((kind !== 'order' && !(kind === 'other' && plain && isTyped(head))) || REHEARSAL.test(head)) return false
    if (dictates(order, occasion.action)) return true
    if (isOtherRecord(finding, upTo(turn.names, head))) return false
    const object = objectOf(head)
    if (isEveryday(finding, head) && isOfCall(object.replace(SKILL, ' '), here.call)) return true
    if (!asks(finding, order)) return false
    const said = `${object} ${leading(order.sentence)}`
    if (!here.tool && !isOfCall(said, here.call)) return false
    if (covers(finding, said, here)) return true
    if (!PRONOUN.test(object) && object.trim().includes(' ')) return false
    const meant = referent([...(before?.clauses ?? []), ...turn.clauses.slice(0, at)], before?.approved)
    return meant !== '' && isReferent(meant, here.call) && covers(finding, `${said} ${meant}`, here)
  })
}

/** What "it" stands for: what was named last before it, without the verb that it was the object of. */
function referent(clauses: readonly Clause[], approved = ''): string {
  const objects = clauses.map(({ kind, head }) => (kind === 'order' ? head.replace(/^\S+/, '') : head))
  return objects.findLast((object) => namesIn(object).length > 0) ?? `${approved} ${objects.join(' ')}`.trim()
}

/** Everything that the call says, and what it works on: whoever names something else means another call. */
export function callOf({ call, effects }: Action): string {
  const names = effects.flatMap((effect) =>
    targetsOf(effect).flatMap((target) => partsOf(target).flatMap((part) => part.names)),
  )
  const texts = textsIn(call.input)
  // An owner and a repository in fields of their own are named as one.
  return [...texts, texts.join('/'), ...names].join(' ').replaceAll('%2F', '/').toLowerCase()
}

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value.slice(0, MAX_CALL)]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null && depth < 4
    ? Object.values(value).flatMap((each) => textsIn(each, depth + 1))
    : []
}

const MAX_CALL = 20_000

/** A skill or slash command is a means, and names nothing. */
const SKILL = /(?<!\S)\/[a-z][\w:-]*(?!\S)/g

/** Asks to try it out, or to tell about it, without doing it. */
const REHEARSAL =
  /\bdry[- ]?run\b|\bsimulat|\bwithout actually\b|^(?:tell|show|give|ask|remind|explain to|let) (?:me|us)\b/

/** "docker compose down with volumes", "flushall please", "delte x": the command's own words, or a verb mistyped. */
function typedFor({ effect, acts }: Finding): (head: string) => boolean {
  const verb = effect.doer.words[1]?.toLowerCase() ?? ''
  const starts = [effect.doer.name, OWN_VERBS.has(effect.kind) ? verb : ''].flatMap((word) =>
    word === '' ? [] : [`${word} `],
  )
  const verbs = acts.map((act) => ({ act, verb: act.split(' ', 1)[0] ?? '' }))
  return (head) => {
    if (starts.some((start) => head.startsWith(start))) return true
    const word = /^[a-z0-9'-]*/.exec(head)?.[0] ?? ''
    return verbs.some((each) => isPlain(word, each.verb) && beginsWith(head, each.act))
  }
}

/** Where a category asks for no narrower word: a push by force is more than a push. */
const OWN_VERBS: ReadonlySet<Effect['kind']> = new Set([
  'resource-change',
  'database-change',
  'publish',
  'grant',
  'weaken',
])

/** The verbs of the command itself are words for its act. */
function ownVerbs({ effect }: Finding): readonly string[] {
  if (!OWN_VERBS.has(effect.kind)) return []
  return effect.doer.words
    .slice(1)
    .flatMap((word) => word.toLowerCase().split(/[-_:]+/))
    .filter((word) => /^[a-z]{3,}$/.test(word))
}

/** "git push --force origin x" as it would be typed: program and verb. */
function isOwnCommand(head: string, { effect }: Finding): boolean {
  const [program = '', verb = ''] = effect.doer.words.map((word) => word.toLowerCase())
  return (
    OWN_VERBS.has(effect.kind) && verb !== '' && (head.startsWith(`${program} ${verb}`) || head.startsWith(`${verb} `))
  )
}

function asks(finding: Finding, { head }: Clause): boolean {
  const { effect } = finding
  const acts = [...finding.acts, ...ownVerbs(finding)]
  if (isOwnCommand(head, finding)) return true
  // "helm uninstall the release x": the program's name before the act adds nothing.
  const bare = head.startsWith(`${effect.doer.name} `) ? head.slice(effect.doer.name.length + 1) : head
  return acts.some((act) => beginsWith(head, act) || beginsWith(bare, act))
}

const PRONOUN = /\b(?:it|them|this|that|these|those|both|one|the same|all of (?:it|them))\b/

/** "In the prod cluster, delete …", "on web1: restart …": where, said before the act. */
function leading(sentence: string): string {
  return /^(?:in|on|for|from|at|with|under|inside) ([^,:]{2,80})[,:]/i.exec(sentence.trim())?.[1]?.toLowerCase() ?? ''
}

/** Kinds whose parts stand in one text where no reader took them apart: there the category's own nouns must be named. */
const LOOSE: ReadonlySet<Target['kind']> = new Set(['data', 'record', 'guard', 'source', 'machine'])

/** Ids that only machines use: nobody says them. */
const OPAQUE = /^(?:\d{0,6}|[0-9a-f-]{16,}|[a-z]{1,3}-?\d{1,4})$/i

/** A text of several words is a command's own, which nobody says. */
function isLoose(target: Target, effect: Effect): boolean {
  // Of a deploy the stage tells where; of a schedule, what a person calls it.
  if (effect.kind === 'persist' || (effect.kind === 'deploy' && effect.stage === 'production')) return true
  return LOOSE.has(target.kind) || (target.kind === 'resource' && (OPAQUE.test(target.name) || /\s/.test(target.name)))
}

/** What a text is held against beside the finding. */
interface Place extends Here {
  readonly call: string
  /** All that was said in the turn. */
  readonly turn: string
  /** A third party's tool: people say what they want of it in many sentences. */
  readonly tool: boolean
}

function covers({ nouns, effect, demands = [] }: Finding, text: string, here: Place): boolean {
  const named = (entries: readonly (readonly string[])[]) => entries.every((spellings) => isNamed(text, spellings))
  if (!named(demands) || isElsewhere(effect, text, here)) return false
  if (isWritten(effect)) return namesWritten(effect, here.tool ? here.turn : text, nouns)
  const targets = namedTargets(effect)
  const sources = targetsOf(effect).filter((target) => target.kind === 'source')
  // Who names one of the files that go means no other.
  if (sources.some((source) => namesTarget(text, source)) && !sources.every((source) => namesTarget(text, source)))
    return false
  if (targets.length === 0) return nouns.length > 0 && named(nouns)
  return targets.every((target) => namesTarget(text, target, here)) && !isOnlyWhere(effect, text, targets)
}

/** The targets that a person can name; of the rest the category's own nouns are asked for. */
export function namedTargets(effect: Effect): readonly Target[] {
  return targetsOf(effect).filter(
    (target) => (effect.targets !== undefined && effect.kind !== 'deploy') || !isLoose(target, effect),
  )
}

/** Another stage was said than the one this happens in, or this machine where it happens on another. */
function isElsewhere(effect: Effect, text: string, { call, turn }: Place): boolean {
  if (effect.kind === 'run-code' && isOtherOwner(effect.address ?? '', `${text} ${turn}`)) return true
  const said = stagesIn(text).size > 0 ? text : turn
  if (effect.kind === 'git-push') return effect.deletes && !meansRemote(text, turn)
  if (effect.kind === 'database-change' && effect.reach === 'remote' && /\blocal(?:ly|host)?\b/.test(said)) return true
  const things = targetsOf(effect).filter(({ kind }) => kind !== 'path' && kind !== 'source')
  const names = things.flatMap((target) => partsOf(target).flatMap((part) => part.names.slice(0, 1)))
  return isOtherStage(said, 'stage' in effect ? `${call} ${effect.stage}` : call, names.join(' '))
}

/** Another owner's repository of that name. */
function isOtherOwner(address: string, said: string): boolean {
  const forge = isForge(hostOf(address).replace('usercontent', '')) && !/\/(?:pull|merge_requests)\//.test(address)
  const owner = forge ? repositoryOf(address)?.owner.split('/').at(-1) : undefined
  return owner !== undefined && !said.includes(owner.toLowerCase())
}

/** Acts on a thing itself, never on a place where something else lies. */
function isOnItself(effect: Effect): boolean {
  switch (effect.kind) {
    case 'delete-path':
    case 'git-discard':
    case 'signal-process':
    case 'service-control':
    case 'database-change':
      return true
    case 'git-push':
      return effect.force || effect.deletes
    case 'resource-change':
      return !/^(?:create|update|apply|scale)$/.test(effect.verb)
    default:
      return false
  }
}

const WHERE = /(?<!\b(?:rid|end\w*|start\w*|begin\w*))\s(?=(?:from|in|of|inside|within|under|below|out of)\s)/
const ALL_OF_IT =
  /^\S+(?: (?:up|out|down|all|the|every|each|everything|anything|whole|entire|contents?|files?|folders?|objects?|data|keys?|stuff|it|them|that|this|is|there|my|our|old))*$/

/** "Remove the footer from x" leaves x: what is taken away stands before the words for where it is. */
function isOnlyWhere(effect: Effect, text: string, targets: readonly Target[]): boolean {
  if (!isOnItself(effect)) return false
  const [before = '', ...listed] = text.trim().split(/:\s|\(/)
  const direct = [before.split(WHERE, 1)[0], ...listed].join(' ')
  if (direct === text.trim() || ALL_OF_IT.test(direct) || PRONOUN.test(direct)) return false
  return !targets.some((target) =>
    partsOf(target).some((part) => isPartNamed(direct, part, {}) || isKind(direct, target)),
  )
}

/** "The stack in infra/preview": a word for the thing itself. */
const isKind = (direct: string, target: Target): boolean =>
  new RegExp(
    `\\b(?:${target.kind}|${'type' in target ? target.type.replace(/\W/g, '.') || target.kind : target.kind}|stack|folder|directory)s?$`,
  ).test(direct)

/** Additive acts on the project's own services clear by everyday words of that act. */
function isEveryday({ everyday, effect }: Finding, head: string): boolean {
  if (everyday === undefined) return false
  if (everyday.some((words) => words.test(head) || words.test(mended(head)))) return true
  // Whoever names the very record may ask in any words for what only adds to it.
  const record = targetsOf(effect).find((target) => target.kind === 'record' && target.id !== '')
  return record !== undefined && !GRAVE.test(head) && namesTarget(head, record)
}

/** What was said before an order, and in it: one that is named later is another matter. */
function upTo(said: string, head: string): string {
  const at = said.indexOf(head.slice(0, 24))
  return at < 0 ? said : said.slice(0, at + head.length)
}

const RECORDS = /(?:#|\b(?:prs?|mrs?|issues?|tickets?|requests?|bugs?|cards?) #?)(\d{1,9})\b|\b([a-z]{2,10}-\d{1,6})\b/g

/** Another one was named: a comment on 219 is none on 291. */
function isOtherRecord({ effect }: Finding, said: string): boolean {
  const records = targetsOf(effect).flatMap((target) => (target.kind === 'record' ? [target.id] : []))
  const ids = effect.kind === 'external-write' ? [...records, ...effect.target.split(/,\s*/, 4)] : records
  const told = [...said.toLowerCase().matchAll(RECORDS)].map(([, number, key]) => number ?? key)
  const known = ids.map((id) => id.toLowerCase().replace(/^[#!]/, '')).filter((id) => /^(?:\d+|[a-z]+-\d+)$/.test(id))
  return told.length > 0 && known.length > 0 && !known.some((id) => told.includes(id))
}

/** Words of everyday orders, for those who mistype them. */
const COMMON = ['everything', 'changes', 'commits', 'branch', 'comment', 'please', 'request', 'remote', 'origin']

function mended(head: string): string {
  return head.replace(/[a-z]{5,12}/g, (word) => COMMON.find((meant) => word !== meant && isSlip(word, meant)) ?? word)
}

const GRAVE = /^(?:close|merge|delete|remove|look|read|check|view|show|explain|describe|summari[sz]e|fix|review|see)\b/

/** The person typed the command itself as an order, and it is all the call consists of. */
function dictates({ head, sentence }: Clause, { call }: Action): boolean {
  const command = Object.hasOwn(call.input, 'command') ? call.input['command'] : undefined
  if (typeof command !== 'string' || command.trim().length < 4) return false
  const wanted = squeeze(command)
  const text = squeeze(sentence)
  const at = text.toLowerCase().indexOf(wanted.toLowerCase())
  if (at < 0 || text.slice(at, at + wanted.length) !== wanted) return false
  const runs = /^(?:re-?run|run|execute|do|use|try|type|issue|call|invoke|perform)\b/.test(head)
  const opens = head.startsWith(wanted.toLowerCase().slice(0, 12))
  return (runs || opens) && ENDS.test(text.slice(at + wanted.length)) && /(?:^|[\s`'"(:])$/.test(text.slice(0, at))
}

/** What may follow without being a part of the command. */
const ENDS =
  /^[`'")\]]*(?:$|[,.;:!?)](?:\s|$)|\s+(?:and|then|please|now|so|because|again|first|once|before|after|for me|when|thanks|but|which|-|–|—)(?=\s|$|[,.!]))/i

function squeeze(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

/** A yes covers what the question spells out: the act and every part of the target. */
function approves(finding: Finding, question: string, here: Place): boolean {
  const words = new Set(question.split(/[^a-z0-9'-]+/))
  const named = finding.acts.some((act) =>
    act.includes(' ') ? question.includes(act.replace(' …', '')) : forms(act).some((form) => words.has(form)),
  )
  if (!named) return false
  const everyday = finding.everyday?.some((words) => words.test(question)) === true
  return isOfCall(question, here.call) && (everyday || covers(finding, question, { ...here, turn: question }))
}

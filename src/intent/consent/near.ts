import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import {
  commandOfEffect,
  effectCommandWords,
  objectsOfEffect,
  verbsFromCommand,
} from '../../analysis/generic/call-texts.ts'
import { partsOf, type Target } from '../../analysis/target.ts'
import { targetsOf } from '../../analysis/targets.ts'
import { canonicalJson } from '../../analysis/text/canonical-json.ts'
import { sha256 } from '../../analysis/text/sha256.ts'
import type { Finding } from '../../categories/category.ts'
import { COMMON_NAME_WORDS, EVERYDAY_VERBS } from '../../knowledge/lexicon/common-words.ts'
import { environmentOfName, environmentsIn } from '../../knowledge/lexicon/deployment-environments.ts'
import { effectVerbs } from '../../knowledge/lexicon/verbs.ts'
import type { Transcript } from '../../transcript/entries.ts'
import { baseVerb, isBaseVerb, stemWord, verbOfParticiple } from '../speech/verb-forms.ts'
import { isHedged, isRestrained } from './hedges.ts'
import { type HumanTurn, humanTurns, REFUSAL_ANSWER } from './human-turns.ts'
import { isOtherEnvironment } from './naming.ts'

/** What a user said that comes near a finding: never a grant, always worth a question. */
export interface NearRequest {
  /** The turn, as typed, where it speaks of the act and of the target. */
  readonly quote?: string
  /** What is asked, a key for each effect: a no to it holds, however the call is written. */
  readonly questions: readonly string[]
}

/** A task is as long as this many turns: what was said before it belongs to another one. */
const TASK_TURNS = 8

/** Does a turn of this task speak of the act or of its target? Every command that was found fault with must be spoken of, by whatever turn. */
export function nearRequest(
  findings: readonly Finding[],
  transcript: Transcript,
  action: Action,
): NearRequest | undefined {
  const questions = questionKeys(findings)
  if (assentsToDenied(transcript, action)) return { questions }
  const recent = sinceRefusal(humanTurns(transcript))
    .slice(-TASK_TURNS)
    .filter(({ clauses }) => clauses.length === 0 || clauses.some(({ kind }) => kind !== 'boundary'))
    .map((turn) => ({ turn, words: wordsOfTurn(turn) }))
  if (recent.length === 0 || findings.length === 0) return undefined
  let quote: string | undefined
  // What one command does is one thing: who names the playbook need not name its inventory.
  const keyOf = ({ effect }: Finding) => commandOfEffect(effect, action) ?? effect
  const missing = new Set(findings.map(keyOf))
  for (const finding of findings) {
    const acts = actWords(finding, action)
    const names = targetNames(finding.effect, action)
    const near = recent.filter(({ turn, words }) => {
      const act = speaksOfAct(words, acts)
      const target =
        speaksOfTarget(turn, words, names) ||
        speaksOfEnvironment(turn, finding, action) ||
        speaksOfKind(words, finding.effect)
      return onlyAsks(turn) ? act && target : act || target
    })
    if (near.length > 0) missing.delete(keyOf(finding))
    quote ??= near.findLast(
      ({ turn, words }) =>
        !isHedged(turn) &&
        !isRestrained(turn, action) &&
        speaksOfAct(words, acts) &&
        speaksOfTarget(turn, words, { whole: names.whole, parts: names.ends }) &&
        !isOtherEnvironment(turn.names, callText(action), finding.effect),
    )?.turn.text
  }
  if (missing.size > 0) return undefined
  return quote === undefined ? { questions } : { quote, questions }
}

export function questionKeys(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ effect }) => questionKey(effect)))]
}

function questionKey(effect: Effect): string {
  const names = targetsOf(effect).flatMap(namesOfTarget).sort()
  return sha256(canonicalJson([effect.kind, names])).slice(0, 16)
}

/** What was said before a "no, wait" may have been taken back by it. */
function sinceRefusal(turns: readonly HumanTurn[]): readonly HumanTurn[] {
  return turns.slice(Math.max(0, turns.findLastIndex(isRefusal)))
}

function isRefusal({ clauses, text }: HumanTurn): boolean {
  return REFUSAL_ANSWER.test(text) || clauses.some(({ kind }) => kind === 'boundary')
}

/** An answer this short says nothing but yes or no. */
const MAX_ASSENT_WORDS = 6

/** "Yes", "mach", "do it" behind a denial of this very call, in any language: who means no can say so once more. */
function assentsToDenied(transcript: Transcript, { call }: Action): boolean {
  const last = transcript.findLastIndex(({ kind }) => kind === 'user' || kind === 'consent')
  const entry = transcript[last]
  const [turn] = entry?.kind === 'user' ? humanTurns([entry]) : []
  if (turn === undefined || isRefusal(turn) || SLASH_COMMAND.test(turn.text)) return false
  if (wordsIn(turn.text).length > MAX_ASSENT_WORDS) return false
  const before = transcript.slice(0, last).findLast(({ kind }) => kind === 'call')
  if (before?.kind !== 'call' || before.denied !== true || before.tool !== call.tool) return false
  return canonicalJson(before.input) === canonicalJson(call.input)
}

/** A question tells what it is about, and wants nothing done. */
function onlyAsks({ clauses, text }: HumanTurn): boolean {
  if (clauses.some(({ kind }) => kind === 'order')) return false
  return /[?？]\s*$/.test(text) || clauses.some(({ stated }) => !stated)
}

/** Words of a name in any script: `feat/seat-map` is feat, seat and map. */
function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Its name is a repository's text. */
const SLASH_COMMAND = /^\s*\/[\w:-]+(?=\s|$)/

/** As they were said, and as orders in other languages were read. */
function wordsOfTurn({ names, clauses }: HumanTurn): ReadonlySet<string> {
  const orders = clauses.flatMap(({ kind, head }) => (kind === 'order' ? [head] : []))
  return new Set([names, ...orders].flatMap((text) => wordsIn(text.replace(SLASH_COMMAND, ''))))
}

/** The verbs that name what a finding does. */
function actWords({ acts, effect }: Finding, action: Action): readonly string[] {
  const own = 'verb' in effect ? [effect.verb] : []
  const all = [...acts, ...verbsFromCommand(effect, action).filter(isBaseVerb), ...effectVerbs(effect), ...own]
  return [...new Set(all.map((act) => act.replace(/ …/g, '').toLowerCase()))].filter(
    (act) => /[\s-]/.test(act) || !EVERYDAY_VERBS.has(act),
  )
}

function speaksOfAct(words: ReadonlySet<string>, acts: readonly string[]): boolean {
  const said = [...words]
  return acts.some((act) => {
    const parts = act.split(/[\s-]+/)
    if (parts.length > 1) return parts.every((part) => words.has(part))
    return said.some((word) => isFormOfAct(word, act))
  })
}

/** `publishing`, `migration`: a form of the verb, or a noun made of it. */
function isFormOfAct(word: string, act: string): boolean {
  if (word === act) return true
  if (word.length < 4 || act.length < 3) return false
  const base = baseVerb(word) ?? verbOfParticiple(word)
  if (base !== undefined) return base === act
  const stem = stemWord(act)
  return stem.length > 3 && word.startsWith(stem) && NOUN_ENDINGS.has(word.slice(stem.length))
}

const NOUN_ENDINGS = new Set(['', ...'s e es ion ions ation ations ment ments al als age'.split(' ')])

/** "Put it on staging": of what is rolled out, the environment tells which. */
function speaksOfEnvironment({ names }: HumanTurn, { effect }: Finding, action: Action): boolean {
  if (effect.kind !== 'deploy' && !(effect.kind === 'resource-change' && ROLLOUT_VERBS.has(effect.verb))) return false
  const said = environmentsIn(names)
  return [...environmentsIn(callText(action))].some((environment) => said.has(environment))
}

/** "All docker volumes": the program and the kind of thing together tell what is spoken of. */
function speaksOfKind(words: ReadonlySet<string>, effect: Effect): boolean {
  if (!words.has(effect.actor.name.toLowerCase())) return false
  const kinds = targetsOf(effect)
    .flatMap(partsOf)
    .flatMap(({ role, names }) => (role === 'type' || role === 'what' ? names.flatMap(wordsIn) : []))
  return kinds.some((kind) => words.has(kind) || words.has(`${kind}s`) || words.has(kind.replace(/s$/, '')))
}

const ROLLOUT_VERBS: ReadonlySet<string> = new Set(['apply', 'deploy', 'update', 'restart', 'scale'])

function callText({ call }: Action): string {
  return JSON.stringify(call.input).toLowerCase()
}

const MIN_PART_LENGTH = 4

interface TargetNames {
  /** Whole names, which may be short. */
  readonly whole: readonly string[]
  readonly parts: ReadonlySet<string>
  /** Of places, parts of the last name alone: what lies beside it is another target. */
  readonly ends: ReadonlySet<string>
  /** Names that many things have: they tell which one is meant when they are said together. */
  readonly common: readonly string[]
}

function targetNames(effect: Effect, action: Action): TargetNames {
  const named = targetsOf(effect).flatMap((target) => namesOfTarget(target))
  const things = objectsOfEffect(effect, action)?.things.flat() ?? []
  const said = [...named, ...things, ...shortArguments(action)].map((name) => name.toLowerCase())
  const found = [...said.filter(isTelling), ...mechanismNames(effect)]
  const whole = [...new Set([...found, ...argumentNames(effect, action)])]
  const parts = (nameOf: (name: string) => string) =>
    whole
      .flatMap((name) => wordsIn(nameOf(name)))
      .flatMap((word) => [word, word.replace(/\d+$/, '')])
      .filter(
        (word) =>
          word.length >= MIN_PART_LENGTH && !COMMON_NAME_WORDS.has(word) && environmentOfName(word) === 'unknown',
      )
  const common = [...new Set(said)].filter((name) => COMMON_NAME_WORDS.has(name))
  const hosts = targetsOf(effect).flatMap((target) => (target.kind === 'host' ? (target.host.split('.')[0] ?? []) : []))
  const labels = hosts.filter((label) => /[a-z]/i.test(label)).map((label) => label.toLowerCase())
  return {
    whole: [...whole, ...labels.filter(isTelling)],
    parts: new Set(parts((name) => (isPlace(name) ? name.split('/').slice(-PLACE_SEGMENTS).join('/') : name))),
    ends: new Set(parts((name) => name.split('/').at(-1) ?? '')),
    common: common.length > 1 ? common : [],
  }
}

/** The names that its command is given, and of a database without one the program that keeps it. */
function argumentNames(effect: Effect, action: Action): readonly string[] {
  const [, ...words] = effectCommandWords(effect, action)
  const given = words.flatMap((word) => (/^-|[/=\s]/.test(word) ? [] : [word.toLowerCase()]))
  const keeper = effect.kind === 'database-change' && effect.target === '' ? [effect.actor.name.toLowerCase()] : []
  return [...given.filter((word) => wordsIn(word).length > 1), ...keeper].filter(isTelling)
}

/** Of a path only its end is its name: everybody works below `/home/dev/work`. */
const PLACE_SEGMENTS = 2

function isPlace(name: string): boolean {
  return name.startsWith('/') || name.startsWith('~')
}

/** What outlives the session or faces the internet goes by its mechanism: "an ngrok link", "via cron". */
function mechanismNames(effect: Effect): readonly string[] {
  if (effect.kind !== 'persist' && effect.kind !== 'listen') return []
  const mechanism = effect.kind === 'persist' ? [effect.mechanism] : []
  return [effect.actor.name, ...mechanism].map((name) => name.toLowerCase()).filter(isTelling)
}

/** Parts that say of what kind a target is, and not which one. */
const KIND_ROLES = new Set(['system', 'type', 'area', 'what', 'store'])

function namesOfTarget(target: Target): readonly string[] {
  return partsOf(target).flatMap(({ role, names, short = [] }) => (KIND_ROLES.has(role) ? [] : [...names, ...short]))
}

const MAX_ARGUMENT_LENGTH = 60

/** What a tool of others is handed: names, ids, addresses. Longer texts are content. */
function shortArguments({ call }: Action): readonly string[] {
  if (Object.hasOwn(call.input, 'command') || Object.hasOwn(call.input, 'file_path')) return []
  return Object.values(call.input).flatMap((value) =>
    (typeof value === 'string' && value.length <= MAX_ARGUMENT_LENGTH) || typeof value === 'number'
      ? [String(value)]
      : [],
  )
}

function isTelling(name: string): boolean {
  const words = wordsIn(name)
  return words.length > 1 || (words.length === 1 && !COMMON_NAME_WORDS.has(words[0] ?? '') && name.length > 1)
}

function speaksOfTarget(
  { names }: HumanTurn,
  words: ReadonlySet<string>,
  { whole, parts, common = [] }: Pick<TargetNames, 'whole' | 'parts'> & Partial<TargetNames>,
): boolean {
  for (const part of parts)
    if (words.has(part) || words.has(`${part}s`) || words.has(part.replace(/s$/, ''))) return true
  if (common.length > 0 && common.every((name) => words.has(name))) return true
  return whole.some((name) => name.length > 2 && standsIn(names, name))
}

/** In scripts without blanks names stand between other letters; an ASCII name ends where ASCII letters do. */
function standsIn(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isNameCharacter(text[at - 1]) && !isNameCharacter(text[at + name.length])) return true
  return false
}

function isNameCharacter(character: string | undefined): boolean {
  return character !== undefined && /[a-z0-9]/.test(character)
}

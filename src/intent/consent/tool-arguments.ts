import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import type { Finding } from '../../categories/category.ts'
import { stemWord } from '../speech/verb-forms.ts'
import { isNamed } from './naming.ts'

type ExternalWrite = Extract<Effect, { kind: 'external-write' }>

const DATE_OR_LITERAL = /^\d{4}-\d\d-\d\d|^\d{1,2}:\d\d|^(?:true|false|null|yes|no)$/i
/** A body or a subject: long, of several words, or the end of a sentence. */
const PROSE_VALUE = /\n|[.!?…]$|^(?:\S+\s+){5}|^.{61}/
/** Ids that only machines use: nobody says them. */
const OPAQUE_ID = /^(?:[0-9a-f]{8,}-[0-9a-f-]{8,}|[0-9a-f]{20,}|[a-z]{1,4}-?\d{1,4}|\d)$/

/** Was it a tool that did it, whose arguments are all there is to go by? */
export function isToolWrite(effect: Effect): effect is ExternalWrite {
  if (effect.kind !== 'external-write' || effect.targets !== undefined) return false
  return effect.nature !== 'visibility' && effect.target !== '' && !effect.target.includes('://')
}

/** What a tool of a third party was handed, as far as a person would name it: no dates, no texts, no opaque ids. */
export function nameableArguments({ target }: ExternalWrite): readonly string[] {
  return target
    .split(', ')
    .map((part) => part.trim())
    .filter((part) => part !== '' && ![DATE_OR_LITERAL, OPAQUE_ID, PROSE_VALUE].some((form) => form.test(part)))
}

/** Where something stands in somebody's workflow: it is said by the act itself. */
const CLOSED_STATE =
  /^(?:done|closed?|resolved|fixed|completed?|finished|duplicate|cancell?ed|rejected|declined|invalid|wont ?(?:fix|do)|won't (?:fix|do)|obsolete|merged)$/i
const CLOSING_VERBS = /\b(?:close|resolve|finish|complete|cancel|reject|decline|dismiss|abandon)\b/
const RECORD_REFERENCE = /^(?:#\d{1,9}|[a-z][a-z0-9]{1,9}-\d{1,6})$/i

/** Is everything that the tool is handed named in what the person said, in an order with what it stands for or in its turn? */
export function namesAllArguments(
  effect: ExternalWrite,
  kinds: Finding['nouns'],
  order: string,
  turn: string,
): boolean {
  const parts = nameableArguments(effect)
  // Which record is meant, the order tells; what is done to it, the turn.
  const isMeant = (part: string) => isArgumentSaid(RECORD_REFERENCE.test(part) ? order : turn, part)
  if (!parts.every((part) => isMeant(part) || (CLOSED_STATE.test(part) && CLOSING_VERBS.test(order)))) return false
  // A deletion of things that only have ids is not told apart from any other.
  const byKind = effect.nature !== 'deletion' && kinds.length > 0
  return parts.length > 0 || (byKind && kinds.every((spellings) => isNamed(turn, spellings)))
}

/** What a tool is told by a switch to make of a thing (`archived: true`) is said, in whatever form. */
export function areSwitchesSaid({ call }: Action, turn: string): boolean {
  const said = new Set(wordsOf(turn).map(stemWord))
  const on = Object.entries(call.input).flatMap(([key, value]) => (value === true ? [key] : []))
  return on.every((key) => wordsOf(key.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')).some((word) => said.has(stemWord(word))))
}

/** By its name, by all of its words, or for people by all words of the name in their address. */
function isArgumentSaid(said: string, part: string): boolean {
  const plain = part.replace(/^[#@!]/, '')
  if (isNamed(said, [part, plain])) return true
  const at = plain.indexOf('@')
  // Whoever writes addresses means these.
  if (at >= 0 && /[\w.+-]+@[\w.-]+/.test(said)) return false
  const words = wordsOf(at < 0 ? plain : plain.slice(0, at)).filter((word) => word.length > 2)
  const known = new Set(wordsOf(said))
  return words.length > 0 && words.every((word) => known.has(word))
}

/** "Refund 10 euros", "the rows from 2019": a number that the call knows nothing of says that less was asked for. */
export function hasOtherNumbers(order: string, call: string): boolean {
  const known = new Set((call.match(/\d+/g) ?? []).map(Number))
  return [...order.matchAll(SAID_NUMBER)]
    .map(([text]) =>
      Number(
        text
          .replace(/[.,]$/, '')
          .replace(/,(?=\d{3}\b)/g, '')
          .replace(',', '.'),
      ),
    )
    .some((number) => !known.has(Math.floor(number)) && !known.has(Math.round(number * 100)))
}

/** Times of day are written in many ways, and tell when. */
const SAID_NUMBER = /(?<![\w.,#:/-]|\bat )\d[\d.,]*(?![\w:/-])/g

const wordsOf = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

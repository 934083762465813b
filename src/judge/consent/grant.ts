import type { Action } from '../../analysis/action.ts'
import type { Finding } from '../../categories/category.ts'
import { covers } from './covers.ts'
import { dictates } from './dictated.ts'
import { fits } from './fits.ts'
import { isNamed } from './names.ts'
import { namesWhatItTakes, ownObject } from './object.ts'
import { type Order, ordersOf, stillAsked } from './orders.ts'
import type { HumanTurn } from './turns.ts'
import { beginsWith, forms, tellingWords } from './words.ts'

/** A consent holds for the task it was given for: this many turns with something in them, unless it was meant to stand. */
const FRESH_TURNS = 6
const STANDING =
  /\b(?:always|whenever|every time|from now on|each time|in this session|for this session|as needed|any time|anytime)\b/

/** Words that leave the choice of act to the agent; they count only when the thing itself is named. */
const LEFT_TO_THE_AGENT = ['sort', 'sort out', 'take care of', 'deal with', 'handle', 'clear up']

/** What a consent is asked for: the command as typed, where it runs, and whether the session did the same before. */
export interface Occasion {
  readonly command?: string
  readonly cwd?: string
  readonly repeats?: boolean
  readonly action?: Action
  /** What the last calls asked for, lower-case. */
  readonly looked?: string
}

/** Asks to try it out without doing it. */
const REHEARSAL = /\bdry[- ]?run\b|\bsimulat|\bwhat would\b|\bwithout actually\b|\bwould (?:be|do|happen)\b/

/** "Tell me", "let me know": the answer is for the one who asks, here. */
const FOR_ONESELF = /^(?:tell|let|ask|answer|show|give|inform) (?:me|us)\b/
/** "Make a list of my orders" orders nothing. */
const ACCOUNT =
  /^(?:make|create|give|write|prepare|get|compile|build|draw up|add) (?:me |us )?(?:a|an|the) (?:[\w-]+ )?(?:list|summary|overview|table|comparison|report|ranking|outline|analysis|chart|plan) (?:of|from|about|for|with|on)\b/

function isForOneself(head: string, { effect }: Finding): boolean {
  if (FOR_ONESELF.test(head)) return true
  const reaches = effect.kind === 'external-write' && /^(?:payment|mail|message)$/.test(effect.nature)
  return reaches && (ACCOUNT.test(head) || /^remind (?:me|us)\b/.test(head))
}

/** "Confirm it by mail": whatever is said that way is to be sent. */
const BY_LETTER = /\b(?:by|via|per|through|over) (?:e-?mail|mail|sms|text|slack|chat|message|whatsapp|teams|dm)\b/

function isLetter({ effect }: Finding): boolean {
  return effect.kind === 'external-write' && (effect.nature === 'mail' || effect.nature === 'message')
}

/** Did a person ask for what was found, naming what the category demands? */
export function isGranted(finding: Finding, turns: readonly HumanTurn[], occasion: Occasion = {}): boolean {
  let age = 0
  let newTask = false
  for (const turn of turns.toReversed()) {
    const stands = STANDING.test(turn.names)
    // One "publish" is one release: after it was done and another task was given, it is used up.
    const spent = newTask && occasion.repeats === true && isOnce(finding)
    const fresh = age < FRESH_TURNS && !spent
    if ((fresh || stands) && grants(finding, turn, occasion)) return true
    // "No wait, don't": what was asked before it is taken back.
    if (turn.refused === undefined && turn.sentences.some(({ parts }) => parts.some((part) => part.voids))) return false
    if (turn.substantive) age++
    if (turn.substantive && turn.clauses.some(({ kind }) => kind === 'directive')) newTask = true
  }
  return false
}

function isOnce({ effect }: Finding): boolean {
  if (effect.kind === 'publish' || effect.kind === 'deploy') return true
  return effect.kind === 'external-write' && ['payment', 'mail', 'message', 'merge'].includes(effect.nature)
}

function grants(finding: Finding, turn: HumanTurn, occasion: Occasion): boolean {
  if (turn.approved !== undefined && approves(finding, turn.approved)) return true
  if (turn.waits) return false
  const asked = stillAsked(turn)
  if (dictates(asked, occasion.command ?? '', finding.acts)) return true
  const acts = finding.nouns.length > 0 ? [...finding.acts, ...LEFT_TO_THE_AGENT] : finding.acts
  const said = ordersOf(asked, acts)
  const asks = ({ head }: Order) =>
    !REHEARSAL.test(head) &&
    !isForOneself(head, finding) &&
    (acts.some((act) => beginsWith(head, act)) || (isLetter(finding) && BY_LETTER.test(head)))
  const { action } = occasion
  const names = (order: Order) =>
    namesWhatItTakes(finding, order, said) ||
    wasLookedUp(finding, order, occasion.looked ?? '') ||
    (action !== undefined && covers({ text: ownObject(finding, order), besides: said.besides }, finding.effect, action))
  return said.orders.some((order) => asks(order) && names(order) && fits(finding, order, occasion))
}

/** "Move my 1:1 with Hedda": the id in the call came from a look-up of Hedda. Nobody says such an id. */
function wasLookedUp({ effect }: Finding, { text }: Order, looked: string): boolean {
  if (effect.kind !== 'external-write' || !/^(?:calendar|record|file|deletion)$/.test(effect.nature) || looked === '')
    return false
  const ids = effect.target.split(', ')
  const opaque = (id: string | undefined) => id !== undefined && /^[\w-]{1,40}$/.test(id) && /\d/.test(id)
  return (
    (effect.nature === 'deletion' ? ids.every(opaque) : opaque(ids[0])) &&
    tellingWords(text)
      .slice(1)
      .some((word) => word.length > 3 && looked.includes(word))
  )
}

/** A yes covers what the question spells out: the act and every noun. */
function approves(finding: Finding, question: string): boolean {
  const words = new Set(question.split(/[^a-z0-9'-]+/))
  const named = finding.acts.some((act) =>
    act.includes(' ') ? question.includes(act) : forms(act).some((form) => words.has(form)),
  )
  return named && finding.nouns.every((spellings) => isNamed(question, spellings))
}

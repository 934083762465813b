import type { Finding } from '../../categories/category.ts'
import { dictates } from './dictated.ts'
import { fits } from './fits.ts'
import { isNamed } from './names.ts'
import { namesWhatItTakes } from './object.ts'
import { type Order, ordersOf, stillAsked } from './orders.ts'
import type { HumanTurn } from './turns.ts'
import { beginsWith, forms } from './words.ts'

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
}

/** Asks to try it out without doing it. */
const REHEARSAL = /\bdry[- ]?run\b|\bsimulat|\bwhat would\b|\bwithout actually\b|\bwould (?:be|do|happen)\b/

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
  const asks = ({ head }: Order) => !REHEARSAL.test(head) && acts.some((act) => beginsWith(head, act))
  return said.orders.some(
    (order) => asks(order) && namesWhatItTakes(finding, order, said) && fits(finding, order, occasion),
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

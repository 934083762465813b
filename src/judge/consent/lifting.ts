import { type Clause, objectOf } from '../../analysis/speech/clauses.ts'
import { beginsWith, forms, isVerb } from '../../analysis/speech/verb-forms.ts'
import { EDITS } from '../../analysis/verbs.ts'
import { type Ban, FILLING, isProjectFile } from './ban.ts'
import { isNamed, namesIn, tokensOf } from './naming.ts'
import type { HumanTurn } from './turns.ts'

/** Takes away the bans that a turn lifts: by a later order for the act, or by a word that it is over. */
export function lift(held: Map<string, Ban>, turn: HumanTurn): void {
  const orders = turn.clauses.filter(({ kind }) => kind === 'order').map(({ head }) => head)
  const ended = turn.clauses.filter(({ kind }) => kind === 'ended')
  if (orders.length === 0 && ended.length === 0 && turn.approved === undefined) return
  const said = { orders: distinct(orders), ended, approved: turn.approved }
  for (const [mark, ban] of held) if (isLifted(ban, said)) held.delete(mark)
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}

const LOOKS =
  /^(?:look|check|explain|tell|show|review|investigate|analy[sz]e|describe|read|find|see|validate|verify|summari[sz]e|search|list|compare|inspect|report|answer)\b/

/** What a turn says that may lift a ban. */
interface Lifting {
  readonly orders: readonly string[]
  readonly ended: readonly Clause[]
  /** What was agreed to. */
  readonly approved: string | undefined
}

/** A later order for the same act lifts; a ban on one thing only by naming it; a passing one by any order. */
function isLifted(ban: Ban, { orders, ended, approved }: Lifting): boolean {
  // "No edits, just look" belongs to its task: the next order to do something begins another.
  const ends = ban.passing || (ban.object.type === 'kind' && ban.object.is === isProjectFile)
  if (ends && orders.some((head) => ban.passing || !LOOKS.test(head))) return true
  if (ended.some((clause) => isEnded(ban, clause)) || orders.some((head) => asksFor(ban, objectOf(head)))) return true
  return approved !== undefined && names(ban, approved)
}

const FREEZE = /\bfreeze|\bfrozen|\bban\b|\brestriction|\brule\b|\blimit/

function isEnded({ verb, sentence, text }: Ban, { head }: Clause): boolean {
  if (FREEZE.test(head)) return FREEZE.test(sentence.toLowerCase()) || !/\b(?:on|for)\b/.test(head)
  if (/^(?:that|it|this)?$/.test(head.trim())) return true
  const said = tokensOf(head)
  return said.some((token) => forms(verb).includes(token) || (token.length > 2 && tokensOf(text).includes(token)))
}

/** Acts that are asked for where a ban was put in wider words. */
const WIDER: ReadonlyMap<string, readonly string[]> = new Map([
  ['share', ['push', 'publish', 'deploy', 'send', 'upload', 'open', 'ship', 'release']],
  ['install', ['add', 'upgrade', 'use']],
  ['add', ['install', 'use']],
])

/** The same act on the same thing; an order about something else lifts nothing. */
function asksFor(ban: Ban, order: string): boolean {
  const acts = EDITS.includes(ban.verb) ? EDITS : [ban.verb, ...(WIDER.get(ban.verb) ?? [])]
  return acts.some((act) => beginsWith(order, act)) && (ban.object.type === 'any' || names(ban, order))
}

function names({ verb, object, text }: Ban, said: string): boolean {
  switch (object.type) {
    case 'any':
      return said.split(/\W+/).some((word) => isVerb(word, verb) || WIDER.get(verb)?.includes(word))
    case 'kind': {
      const words = text.replace(FILLING, ' ').match(/\w{2,}/g) ?? []
      return words.every(
        (word) =>
          /^(?:anything|everything|it|code|suites?|commands?)$/.test(word) || said.includes(word.replace(/s$/, '')),
      )
    }
    case 'names':
      return (
        isNamed(said, object.names) ||
        tokensOf(said).some((token) => object.names.some((name) => token.startsWith(`${name}/`)))
      )
    case 'only':
      return namesIn(said).length > 0
  }
}

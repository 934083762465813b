import { resolveReferent } from '../../consent/referents.ts'
import type { Clause } from '../../speech/clauses.ts'
import type { Condition, Statement } from '../statement.ts'
import { type SaidAct, scopesOf } from './scopes.ts'

/** A condition in the sentence: nobody can tell offline when it applies. */
const CONDITIONAL = /\b(?:if|when(?:ever)?|where|while|as long as|in case|that (?!is|are)|which|who|so that)\b/
/** When, and where the agent works anyway: "for now", "on this machine", "in this session". */
const TIME_AND_PLACE =
  /\b(?:yet|for now|right now|at this point|for the moment|first|today|tonight|anymore|any more|at all|ever|please|though|either|yourself|on your own|directly|automatically|(?:on|in|from|for|during) (?:this|my|the) (?:machine|computer|system|laptop|session|repo|repository|project|task|conversation)|here|there)\b/g
/** It lasts until the person says so. */
const UNTIL_CLAUSE = /\b(?:until|unless|before|without|after|because|since|as(?! long))\b.*$/

/** What a clause rules out, where that is understood. */
export function limitsIn(clause: Clause, before: readonly Clause[]): readonly Omit<Statement, 'sentence'>[] {
  if (clause.kind !== 'boundary') return []
  const said = saidAct(clause, before)
  if (said === undefined) return []
  const condition = conditionIn(clause.sentence)
  return scopesOf(said).map((scope) => ({ kind: 'limit', scope, ...(condition && { condition }) }))
}

function saidAct({ head, sentence }: Clause, before: readonly Clause[]): SaidAct | undefined {
  const [verb = ''] = head.split(/[^a-z-]+/, 1)
  const asked = head.slice(verb.length).replace(UNTIL_CLAUSE, ' ')
  if (CONDITIONAL.test(asked.split(/,\s/, 1)[0] ?? '')) return undefined
  const text = asked.replace(TIME_AND_PLACE, ' ').replace(/[\s,;:!.-]+$|^(?:[\s,;:!]|-+(?!-*\w)|\.(?!\w))+/g, '')
  const meant = /^(?:it|them|that|this|those|these)$/.test(text) ? resolveReferent(text, before) : ''
  return { verb, text, meant, sentence }
}

const ASKS = /\b(?:ask|asking|check with|confirm with|consult|approve|approval|telling me|past me|by me)\b/
const AWAITED = /\b(?:until|till|before)\b ([^,;.!]{3,80})/

function conditionIn(sentence: string): Condition | undefined {
  const told = sentence.toLowerCase()
  if (ASKS.test(told)) return { type: 'ask-first' }
  const [, event] = AWAITED.exec(told) ?? []
  return event === undefined ? undefined : { type: 'until', event: event.trim() }
}

import type { Action } from '../../analysis/action.ts'
import { isLocalServer } from '../../analysis/mcp/local-servers.ts'
import { wordsOf } from '../../analysis/mcp/verbs.ts'
import type { HumanTurn } from './turns.ts'
import { forms } from './words.ts'

/** Verbs that ask to be told something. */
const TELLS = new Set(
  'read show list tell find search look check see give summarise summarize explain describe compare count translate review get fetch view display print analyse analyze transcribe calculate estimate convert recommend suggest research identify inspect examine investigate remind report walk'
    .split(' ')
    .flatMap(forms),
)
/** Tools without a telling verb that do nothing outside: thinking aloud, the browser's own moves. */
const INNER =
  /^(?:think|thinking|sequentialthinking|thought|plan|todo|todos|ask|browser|page|ide|scroll|hover|resize|wait|back|lsp|reflect|finish|done|complete|answer|final|response|reason|reasoning|calculator|time|weather|web|crawl|scrape|index|embed|context7|print|chart|render|draw|docs?|library)$/

/** The person wants to know something, and nothing says that this tool only looks. */
export function isBeyondInformation(action: Action, turn: HumanTurn): boolean {
  const opaque = action.effects.some(
    (effect) =>
      effect.kind === 'external-write' &&
      effect.certainty === 'possible' &&
      effect.doer.words[0]?.startsWith(action.call.tool),
  )
  const server = /^mcp__(.+?)__/.exec(action.call.tool)?.[1] ?? ''
  if (isLocalServer(server)) return false
  if (!opaque || action.commands.length > 0 || wordsOf(action.call.tool).some((word) => INNER.test(word))) return false
  const orders = turn.clauses.filter(({ kind }) => kind === 'directive')
  const questions = turn.sentences.some(({ typed }) => /\?\s*$/.test(typed))
  return (
    (orders.length > 0 || questions) &&
    orders.every(
      ({ head }) =>
        TELLS.has(/^[a-z]+/.exec(head)?.[0] ?? '') &&
        !/\b(?:and|then) (?!tell|show|list|give)\w+ (?:it|them|the)\b/.test(head),
    )
  )
}

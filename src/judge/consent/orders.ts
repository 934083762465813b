import * as acts from '../../categories/acts.ts'
import * as dealings from '../../categories/dealings.ts'
import type { Sentence } from './clauses.ts'
import type { HumanTurn } from './turns.ts'
import { forms } from './words.ts'

/** One thing a person told the agent to do, with everything said of it in the same breath. */
export interface Order {
  readonly head: string
  /** Verb and object, and what goes on from there: "delete a, b and c". */
  readonly text: string
  /** The sentence it stands in, lower-case. */
  readonly sentence: string
}

export interface Said {
  readonly orders: readonly Order[]
  /** What was said besides: statements, questions, places. It may name what an order is about. */
  readonly besides: string
}

const MORE_VERBS =
  'list show check look read review test build lint format commit rebase merge fetch pull clone explain describe document find search compare rename refactor implement investigate analyse analyze verify validate generate download migrate ensure keep leave report tell summarize summarise bump tag debug inspect open print cat ls grep cd make archive backup back zip compress tar unzip extract mount stash sync scan measure count profile benchmark visit translate rewrite inline cache import confirm decline accept acknowledge apologize apologise agree reject resolve decide choose pick select prepare plan rate renew sign'.split(
    ' ',
  )
const VERBS: ReadonlySet<string> = new Set(
  [
    ...[...Object.values(acts), ...Object.values(dealings)].flatMap((list) =>
      list.map((act) => act.split(' ', 1)[0] ?? ''),
    ),
    ...MORE_VERBS,
  ].flatMap(forms),
)

/** The sentences that no later word of the same turn took back. */
export function stillAsked({ sentences }: HumanTurn): readonly Sentence[] {
  const last = sentences.findLastIndex(({ parts }) => parts.some((part) => part.voids))
  if (last < 0) return sentences
  const parts = sentences[last]?.parts ?? []
  const after = parts.slice(parts.findLastIndex((part) => part.voids) + 1)
  const typed = after.map((part) => part.text).join(', ')
  return [{ typed, clauses: after, parts: after }, ...sentences.slice(last + 1)]
}

/** Tells orders from what is said around them. What is ruled out names nothing. */
export function ordersOf(sentences: readonly Sentence[], wanted: readonly string[]): Said {
  const orders: Order[] = []
  const besides: string[] = []
  const known = new Set(wanted.flatMap((act) => forms(act.split(' ', 1)[0] ?? '')))
  for (const { parts, typed } of sentences) {
    const sentence = typed.toLowerCase()
    let open: Order | undefined
    for (const { kind, head, text } of parts) {
      // `try/2` is a name, though it begins like a verb.
      const first = /^[a-z0-9'-]*(?![\w./@]*[/.@_]\w)/.exec(head)?.[0] ?? ''
      // "Delete dist, build and tmp": a lone word goes on with the list.
      const lone = open !== undefined && text === first
      if (kind === 'directive' && (known.has(first) || (VERBS.has(first) && !lone))) {
        if (open) orders.push(open)
        open = { head, text: spelledOut(head, text), sentence }
      } else if (kind === 'directive' && open) open = { ...open, text: `${open.text} , ${text}` }
      else if (kind !== 'prohibition') besides.push(text)
    }
    if (open) orders.push(open)
  }
  return { orders, besides: besides.join('\n') }
}

/** The text of a part from its verb on, with what was quoted. */
function spelledOut(head: string, text: string): string {
  const verb = head.split(/[^a-z0-9'-]+/, 1)[0] ?? ''
  const at = verb === '' ? -1 : text.search(new RegExp(`(?<![a-z0-9'-])${verb}(?![a-z0-9'-])`))
  return at < 0 ? text : text.slice(at)
}

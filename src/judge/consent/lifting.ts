import { type Ban, EDITS, isProjectFile, namesIn } from './ban.ts'
import type { Clause } from './clauses.ts'
import { isNamed, tokensOf } from './naming.ts'
import type { HumanTurn } from './turns.ts'
import { beginsWith, forms } from './verbs.ts'

/** Takes away the bans that a turn lifts: by a later order for the act, or by a word that it is over. */
export function lift(held: Map<string, Ban>, turn: HumanTurn): void {
  const orders = turn.clauses.filter(({ kind }) => kind === 'order').map(({ head }) => head)
  const ended = turn.clauses.filter(({ kind }) => kind === 'ended')
  if (orders.length === 0 && ended.length === 0 && turn.approved === undefined) return
  const said = { orders: distinct(orders), ended, told: distinct([...orders, turn.approved ?? []].flat()) }
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
  /** The orders, and what was agreed to. */
  readonly told: readonly string[]
}

/** A later order for the same act lifts; a ban on one thing only by naming it; a passing one by any order. */
function isLifted(ban: Ban, { orders, ended, told }: Lifting): boolean {
  // "No edits, just look" belongs to its task: the next order to do something begins another.
  const ends = ban.passing || (ban.object.type === 'kind' && ban.object.is === isProjectFile)
  if (ends && orders.some((head) => ban.passing || !LOOKS.test(head))) return true
  return ended.some((clause) => isEnded(ban, clause)) || told.some((head) => asksFor(ban, head))
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

function asksFor({ verb, object }: Ban, head: string): boolean {
  const acts =
    verb === 'touch' || EDITS.test(verb)
      ? [
          'edit',
          'change',
          'modify',
          'touch',
          'write',
          'update',
          'fix',
          'refactor',
          'implement',
          'add',
          'make',
          'apply',
          verb,
        ]
      : [verb]
  const wide = [...acts, ...(WIDER.get(verb) ?? [])]
  if (!wide.some((act) => beginsWith(head, act) || head.split(/\W+/).slice(0, 3).includes(act))) return false
  switch (object.type) {
    case 'any':
    case 'kind':
      return true
    case 'names':
      return (
        isNamed(head, object.names) ||
        tokensOf(head).some((token) => object.names.some((name) => token.startsWith(`${name}/`)))
      )
    case 'only':
      return namesIn(head).length > 0
  }
}

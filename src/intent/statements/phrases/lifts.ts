import { isNamed, namesIn } from '../../consent/naming.ts'
import { PRONOUN } from '../../consent/referents.ts'
import { type Clause, objectOf } from '../../speech/clauses.ts'
import { isEventTold } from '../../speech/prohibitions.ts'
import { tokensOf } from '../../speech/tokens.ts'
import { isFormOfVerb } from '../../speech/verb-forms.ts'
import { isPathWithin } from '../aims.ts'
import type { Aim, StatedScope, StatedStatement } from '../statement.ts'
import { limitNamesIn } from './scopes.ts'
import { THING_PHRASES } from './things.ts'
import { phrasesOfVerb } from './verbs.ts'

/** What is left of a limit after a turn. `narrowed`: all but what the turn asked for by name. */
export type LimitAfter =
  | { readonly kind: 'held' }
  | { readonly kind: 'lifted'; readonly clause: Clause }
  | { readonly kind: 'narrowed'; readonly clause: Clause; readonly scope: StatedScope }

/** A later order for the act lifts, of one thing only by naming it; so does a word that it is over, or that what it waits for is there. */
export function limitAfter(limit: StatedStatement, telling: readonly Clause[]): LimitAfter {
  for (const clause of telling) {
    if (clause.kind === 'ended' && (isOver(limit, clause.head) || isReached(limit, `${clause.head} is done`)))
      return { kind: 'lifted', clause }
    if (clause.kind === 'other' && isReached(limit, clause.head)) return { kind: 'lifted', clause }
    if (clause.kind === 'order' && isOrderAgainst(limit, clause.head)) return { kind: 'lifted', clause }
  }
  for (const clause of telling) {
    const scope = clause.kind === 'order' ? scopeWithout(limit.scope, clause.head) : undefined
    if (scope !== undefined) return { kind: 'narrowed', clause, scope }
  }
  return { kind: 'held' }
}

/** The clauses of a turn that may take something back. */
export function tellingClauses(clauses: readonly Clause[]): readonly Clause[] {
  return clauses
    .map((clause, at) => (clause.kind === 'order' ? withReferent(clause, clauses[at - 1]) : clause))
    .filter(({ kind, stated }) => kind === 'order' || kind === 'ended' || (kind === 'other' && stated))
}

/** "They are done with x, you can change it again": in the same sentence it was said that something ended, and "it" is that. */
function withReferent(clause: Clause, last: Clause | undefined): Clause {
  const ends = last?.kind === 'ended' && last.sentence === clause.sentence && PRONOUN.test(objectOf(clause.head))
  return ends ? { ...clause, head: `${clause.head} ${clause.sentence.toLowerCase()}` } : clause
}

function isReached({ condition }: StatedStatement, told: string): boolean {
  return condition?.type === 'until' && isEventTold(condition.event, told)
}

/** "The freeze is over", "pushing is fine again", "that no longer holds". */
function isOver(limit: StatedStatement, head: string): boolean {
  if (/^(?:that|it|this)?$/.test(head.trim())) return true
  if (/\b(?:freeze|ban|restriction|rule|limit)\b(?!.*\b(?:on|for)\b)/.test(head)) return true
  const values = limit.scope.aims.flatMap((aim) => aim.values)
  return tokensOf(head).some((token) => isActWord(limit, token) || (token.length > 2 && isNamed(token, values)))
}

function isActWord({ scope }: StatedStatement, word: string): boolean {
  return phrasesOfVerb(word).some(({ acts }) => acts.some((act) => scope.acts.includes(act)))
}

/** Orders that leave files as they are. */
const NON_EDITING_ORDER =
  /^(?:run|test|commit|push|pull|fetch|start|plan|propose|wait|look|check|explain|tell|show|review|investigate|analy[sz]e|describe|read|find|see|validate|verify|summari[sz]e|search|list|compare|inspect|report|answer)\b/

/** The same act on the same thing; an order about something else lifts nothing. */
function isOrderAgainst(limit: StatedStatement, head: string): boolean {
  const { acts, aims } = limit.scope
  // "No edits, just look" belongs to its task: the next order to do something begins another.
  const isNoEdits = aims.length === 0 && acts.length === 1 && acts[0] === 'edit'
  if (isNoEdits && !NON_EDITING_ORDER.test(head)) return true
  const order = objectOf(head)
  if (!isSameAct(limit, order)) return false
  // "Add a date picker" asks for no package.
  if (aims.length === 0)
    return !acts.includes('add-dependency') || /\b(?:dependenc|package|librar|module|deps?\b)/.test(order)
  return aims.every((aim) => speaksOf(aim, order))
}

function isSameAct(limit: StatedStatement, order: string): boolean {
  const [word = ''] = order.split(/[^a-z-]+/, 1)
  if (limit.scope.acts.includes('run')) return isRunOrder(word, limit, order)
  return isActWord(limit, word) || (word === 'ship' && limit.scope.acts.includes('share'))
}

/** "Run docker now": a command by its own word, or one that is named. */
function isRunOrder(word: string, { scope }: StatedStatement, order: string): boolean {
  const values = scope.aims.flatMap((aim) => aim.values).flatMap((value) => value.split(' '))
  return (
    /^(?:run|execute|use|start|call|invoke)$/.test(word) ||
    values.some((value) => isFormOfVerb(word, value) && order !== '')
  )
}

function speaksOf({ what, how, values }: Aim, order: string): boolean {
  if (how === 'only') return false
  const [word = ''] = order.split(/[^a-z-]+/, 1)
  const thing = THING_PHRASES.find(({ aims }) => aims.some((aim) => aim.values.some((value) => values.includes(value))))
  const tokens = tokensOf(order)
  if (thing !== undefined) {
    const object = order.slice(word.length).split(/[^a-z]+/)
    return object.some((each) => thing.words.test(each)) && !tokens.some((token) => /[/.]\w/.test(token))
  }
  return values.some((value) => {
    if (what === 'command')
      return value
        .split(' ')
        .every((part) => part === '*' || tokens.some((token) => token === part || isFormOfVerb(token, part)))
    if (value.endsWith('*')) return tokens.some((token) => token.startsWith(value.slice(0, -1)))
    return isNamed(order, [value.replace(/\/$/, '')])
  })
}

/** A limit without what an order names: "install left-pad" after "no new packages", "server/ too" after "only client/". */
function scopeWithout({ acts, aims }: StatedScope, head: string): StatedScope | undefined {
  if (NON_EDITING_ORDER.test(head)) return undefined
  const order = objectOf(head)
  const [word = ''] = order.split(/[^a-z-]+/, 1)
  const rows = phrasesOfVerb(word)
  if (aims.length === 0 && acts.includes('add-dependency')) {
    const names = rows.some((row) => row.nouns?.startsWith('package')) ? packagesIn(order.slice(word.length)) : []
    return names.length === 0 ? undefined : { acts, aims: [{ what: 'package', how: 'only', values: names }] }
  }
  const [aim] = aims
  if (aim?.what !== 'path' || aims.length > 1) return undefined
  if (!acts.some((act) => rows.some((row) => row.acts.includes(act)))) return undefined
  const names = limitNamesIn(order.slice(word.length)).filter((name) => /[/.]/.test(name) || aim.how === 'only')
  if (aim.how === 'only')
    return names.length === 0
      ? undefined
      : { acts, aims: [{ ...aim, values: [...new Set([...aim.values, ...names])] }] }
  const spared = names.filter(
    (name) => aim.values.some((value) => isPathWithin(name, value)) && !aim.except?.includes(name),
  )
  return spared.length === 0 ? undefined : { acts, aims: [{ ...aim, except: [...(aim.except ?? []), ...spared] }] }
}

function packagesIn(text: string): readonly string[] {
  const named = namesIn(text).filter((name) => name.length > 1)
  if (named.length > 0) return named
  const [first = ''] = tokensOf(text).filter(
    (word) => !/^(?:the|a|an|it|then|now|please|package|dependency)$/.test(word),
  )
  return /^[a-z][\w-]{1,40}$/.test(first) && tokensOf(text).length <= 3 ? [first] : []
}

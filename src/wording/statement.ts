import type { StatedActId } from '../intent/statements/stated-acts.ts'
import type { Aim, Condition, Statement } from '../intent/statements/statement.ts'
import { ACT_WORDS, ANY_ACT } from './statement-acts.ts'

/** What of a statement is worded. */
export type WordedStatement = Pick<Statement, 'kind' | 'scope' | 'condition' | 'rest'>

/** A statement as it was read, in a few words: "only client/\*\*", "no commits", "ask before deploys", "may push to feat/x". */
export function wordStatement({ kind, scope, condition, rest }: WordedStatement): string {
  const { acts, aims } = scope
  const isUntyped = acts.length === 0 && aims.length === 0 && rest !== undefined
  const core = isUntyped ? quoted(rest) : kind === 'grant' ? wordGrant(acts, aims) : wordLimit(acts, aims, condition)
  if (isUntyped || rest === undefined) return `${core}${conditionText(condition)}`
  // What isn't typed is weighed by a judge: it forbids nothing as such.
  return `${core.replace(/^no /, '')}${conditionText(condition)}: ${quoted(rest)}`
}

/** "only client/\*\*; no commits": what is in force, in one line. */
export function wordStatements(statements: readonly WordedStatement[]): string {
  return statements.map(wordStatement).join('; ')
}

/** What is said where a model reads what people say. */
export const LIMITS_ARE_READ = 'Limits in your own words are read by the model; `irongate limits` lists them.'

/** What is said where no model reads what people say. */
export const FREE_WORDS_NEED_MODEL =
  'Limits in free words need a model: `irongate judge setup`. Without one, only plain forms such as "don\'t push" hold (docs/limits.md).'

/** "1 limit", "2 limits, 1 grant"; empty without any. */
export function countStatements(statements: readonly Pick<Statement, 'kind'>[]): string {
  return (['limit', 'grant'] as const)
    .map((kind) => ({ kind, count: statements.filter((one) => one.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kind}${count === 1 ? '' : 's'}`)
    .join(', ')
}

function wordLimit(acts: readonly StatedActId[], aims: readonly Aim[], condition: Condition | undefined): string {
  const asks = condition?.type === 'ask-first'
  const [aim, ...others] = aims
  if (!asks && aim?.how === 'only' && others.length === 0) {
    const places = `only ${valuesText(aim, 'and')}`
    return isImplied(acts, aim) ? places : `${nounsText(acts, 'and')} ${onlyPlace(acts, aim)}`
  }
  // Commands and tools stand for themselves: "no `npm publish`".
  const own = aims.find(({ what, how }) => how === 'named' && (what === 'command' || what === 'tool'))
  const said = own !== undefined && isImplied(acts, own) ? own : undefined
  const what = said === undefined ? nounsText(acts, 'or') : valuesText(said, 'or')
  const where = aims.filter((one) => one !== said).map((one) => ` ${placeText(acts, one, 'or')}`)
  return `${asks ? 'ask before' : 'no'} ${what}${where.join('')}`
}

function wordGrant(acts: readonly StatedActId[], aims: readonly Aim[]): string {
  const own = aims.find(({ what, how }) => how === 'named' && what === 'command')
  const said = own !== undefined && isImplied(acts, own) ? own : undefined
  const verbs = acts.map((id) => ACT_WORDS[id].verb)
  const what = said === undefined ? listText(verbs, 'and') || ANY_ACT.verb : `run ${valuesText(said, 'and')}`
  const where = aims.filter((one) => one !== said).map((one) => ` ${placeText(acts, one, 'and')}`)
  return `may ${what}${where.join('')}`
}

/** Acts that an aim tells by itself: whoever says "only client/" speaks of edits. */
const IMPLIED_ACTS: ReadonlyMap<Aim['what'], readonly StatedActId[]> = new Map([
  ['path', ['edit']],
  ['command', ['run']],
  ['host', ['network']],
  ['tool', ['use-tool']],
])

function isImplied(acts: readonly StatedActId[], { what }: Aim): boolean {
  return acts.every((id) => IMPLIED_ACTS.get(what)?.includes(id))
}

function nounsText(acts: readonly StatedActId[], and: 'and' | 'or'): string {
  return (
    listText(
      acts.map((id) => ACT_WORDS[id].noun),
      and,
    ) || ANY_ACT.noun
  )
}

/** "to package.json", "outside client/\*\*", "in production". */
function placeText(acts: readonly StatedActId[], aim: Aim, and: 'and' | 'or'): string {
  const values = valuesText(aim, and)
  if (aim.how === 'named') return `${prepositionOf(acts, aim)} ${values}`
  return aim.what === 'path' ? `outside ${values}` : `${prepositionOf(acts, aim)} anything but ${values}`
}

function onlyPlace(acts: readonly StatedActId[], aim: Aim): string {
  const before = aim.what === 'command' ? 'by' : prepositionOf(acts, aim)
  return `only ${before === 'to' && aim.what === 'path' ? 'in' : before} ${valuesText(aim, 'and')}`
}

function prepositionOf(acts: readonly StatedActId[], { what }: Aim): string {
  const [act] = acts
  const own = act === undefined ? ANY_ACT.to : ACT_WORDS[act].to
  switch (what) {
    case 'path':
    case 'resource':
    case 'branch':
      return own
    case 'host':
      return own === 'from' ? 'from' : own === 'to' ? 'to' : 'on'
    case 'environment':
      return own === 'to' ? 'to' : 'in'
    case 'package':
      return 'of'
    case 'command':
    case 'tool':
    case 'detail':
      return 'with'
  }
}

function valuesText({ what, values, except = [] }: Aim, and: 'and' | 'or'): string {
  const named = (all: readonly string[]) =>
    listText(
      all.map((value) => (what === 'command' ? `\`${clean(value)}\`` : clean(value))),
      and,
    )
  return except.length === 0 ? named(values) : `${named(values)} except ${named(except)}`
}

function conditionText(condition: Condition | undefined): string {
  switch (condition?.type) {
    case 'until':
    case 'when':
      return ` ${clean(condition.event).startsWith(`${condition.type} `) ? '' : `${condition.type} `}${clean(condition.event)}`
    case 'today':
      return ' today'
    default:
      return ''
  }
}

const MOST_LISTED = 4
const MOST_VALUE = 60

function listText(parts: readonly string[], and: 'and' | 'or'): string {
  const all = [...new Set(parts)]
  const shown =
    all.length > MOST_LISTED ? [...all.slice(0, MOST_LISTED - 1), `${all.length - MOST_LISTED + 1} more`] : all
  return shown.length > 1
    ? `${shown.slice(0, -1).join(', ')} ${all.length > MOST_LISTED ? 'and' : and} ${shown.at(-1)}`
    : shown.join('')
}

function quoted(text: string): string {
  return `"${clean(text)}"`
}

/** Words of people, read by a model: one line, and nothing that ends a quote. */
function clean(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/["`]/g, "'")
    .trim()
  return line.length <= MOST_VALUE ? line : `${line.slice(0, MOST_VALUE - 1).toWellFormed()}…`
}

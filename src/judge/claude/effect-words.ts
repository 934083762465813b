import type { Effect } from '../../analysis/effects.ts'
import type { PathUse } from '../../analysis/paths.ts'

/** Fields that are said otherwise, or are text of the agent and too long for one line. */
const LEFT_OUT = new Set(
  'kind span via through certainty by doer targets content prompt file as tree source'.split(' '),
)

const MAX_VALUE = 200

/** One effect in a few words: `delete-path /etc (system) recursive, by rm -rf, through sudo`. `tool` is named by the call itself. */
export function effectWords(effect: Effect, tool: string): string {
  const said = Object.entries(effect)
    .filter(([key]) => !LEFT_OUT.has(key))
    .map(([key, value]) => (isPath(value) ? pathWords(value, effect.kind) : fieldWords(key, value)))
    .filter((words) => words !== '')
  const through = effect.via.length > 0 ? `, through ${short(effect.via.map(told).join(' > '))}` : ''
  const sure = effect.certainty === 'certain' ? '' : `, ${effect.certainty}`
  const by = effect.doer.words.join(' ') === tool ? '' : `, by ${told(effect.by)}`
  return `${[effect.kind, ...said].join(' ')}${by}${through}${sure}`
}

function fieldWords(key: string, value: unknown): string {
  if (value === undefined || value === false) return ''
  if (value === true) return key
  if (typeof value === 'string') return value === '' ? '' : `${key}=${told(value)}`
  if (Array.isArray(value)) return value.length === 0 ? '' : `${key}=${short(value.map(itemWords).join(' '))}`
  return `${key}=${itemWords(value)}`
}

function itemWords(value: unknown): string {
  return typeof value === 'string' ? told(value) : short(JSON.stringify(value))
}

function isPath(value: unknown): value is PathUse {
  return typeof value === 'object' && value !== null && 'zone' in value
}

function pathWords(
  { text, real, zone, tags, sessionMade, recoverable, dynamic }: PathUse,
  kind: Effect['kind'],
): string {
  const lost = (kind === 'delete-path' || kind === 'write-path') && recoverable() === 'no'
  const traits = [
    zone,
    ...tags,
    ...(sessionMade ? ['made by this session'] : []),
    ...(lost ? ['cannot be got back'] : []),
    ...(dynamic ? ['partly unknown'] : []),
  ]
  return `${told(real ?? text)} (${traits.join(', ')})`
}

/** A foreign word inside a statement of the gate: in quotes unless it is plain, so that it cannot go on with the statement. */
export function told(text: string): string {
  const cut = short(text)
  return /^[\w./~@:+=%&?#*$-]+$/.test(cut) ? cut : JSON.stringify(cut)
}

function short(text: string): string {
  return text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE)}… (${text.length} characters)`
}

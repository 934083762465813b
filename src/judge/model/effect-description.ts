import type { Effect } from '../../analysis/effects.ts'
import type { PathUse } from '../../analysis/paths/paths.ts'
import { wordEffect } from '../../wording/wording.ts'

/** Fields that are said otherwise, or are text of the agent and too long for one line. */
const OMITTED_FIELDS = new Set(
  'kind span wrapperNames wrappers certainty by actor targets content prompt file as tree source'.split(' '),
)

const MAX_VALUE = 200

/** One effect in a few words: `delete-path /etc (system) recursive, by rm -rf, through sudo`. `tool` is named by the call itself. */
export function describeEffectBriefly(effect: Effect, tool: string): string {
  const said = Object.entries(effect)
    .filter(([key]) => !OMITTED_FIELDS.has(key))
    .map(([key, value]) => (isPath(value) ? pathWords(value, effect.kind) : fieldWords(key, value)))
    .filter((words) => words !== '')
  const through =
    effect.wrapperNames.length > 0
      ? `, through ${shortenText(effect.wrapperNames.map(quoteForeignWord).join(' > '))}`
      : ''
  const sure = effect.certainty === 'certain' ? '' : `, ${effect.certainty}`
  const by = effect.actor.words.join(' ') === tool ? '' : `, by ${quoteForeignWord(effect.by)}`
  return `${ownVerb(effect)}${[effect.kind, ...said].join(' ')}${by}${through}${sure}`
}

/**
 * The verb that people are told, where the effect's kind says another: `moves` is no deletion. Of their sentence no more than that stands
 * here: a name in it could continue the gate's own statement.
 */
function ownVerb(effect: Effect): string {
  if (effect.kind !== 'delete-path') return ''
  const [doing = ''] = wordEffect(effect).headline.split(' ')
  return doing === 'deletes' ? '' : `${doing}: `
}

function fieldWords(key: string, value: unknown): string {
  if (value === undefined || value === false) return ''
  if (value === true) return key
  if (typeof value === 'string') return value === '' ? '' : `${key}=${quoteForeignWord(value)}`
  if (Array.isArray(value)) return value.length === 0 ? '' : `${key}=${shortenText(value.map(itemWords).join(' '))}`
  return `${key}=${itemWords(value)}`
}

function itemWords(value: unknown): string {
  return typeof value === 'string' ? quoteForeignWord(value) : shortenText(JSON.stringify(value))
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
  return `${quoteForeignWord(real ?? text)} (${traits.join(', ')})`
}

/** A foreign word inside a statement of the gate: in quotes unless it is plain, so that it cannot continue the statement. */
export function quoteForeignWord(text: string): string {
  const cut = shortenText(text)
  return /^[\w./~@:+=%&?#*$-]+$/.test(cut) ? cut : JSON.stringify(cut)
}

function shortenText(text: string): string {
  return text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE)}… (${text.length} characters)`
}

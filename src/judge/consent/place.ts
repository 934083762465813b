import type { Effect, Stage } from '../../analysis/effects.ts'
import type { Aims } from './aims.ts'
import { tokensOf } from './names.ts'
import { isNear } from './near.ts'

const KINDS = 'namespace|cluster|project|region|account|partition|app|realm|database|host|environment'
const STOP =
  'the|a|an|my|our|your|this|that|these|same|whole|right|correct|wrong|old|new|only|and|or|to|in|on|of|is|are|with|for|it|its|first|other|shared|local|remote|single|each|every|all|named|called|default|current|intended'
const KIND_FIRST = new RegExp(
  `\\b(${KINDS}) (?:named |called |is )?[\`"']?(?!(?:${STOP})\\b)([a-z0-9][\\w.-]{1,60})`,
  'g',
)
const NAME_FIRST = new RegExp(`(?<![\\w.-])(?!(?:${STOP})\\b)([a-z0-9][\\w.-]{1,60})[\`"']? (${KINDS})\\b`, 'g')
const REMOTES = /\b(?:on|to|from|at|in|and) (?:the )?[`"']?(origin|upstream|fork)\b/g
const LOW_STAGE =
  /\b(?:in|on|to|for|of|the|our|my) (?:the )?(?:staging|stage|dev|development|test|testing|qa|preview|sandbox)\b(?! (?:files?|suites?|runs?|cases?|branch|code|results?|script|server|data|failures?))/
const HIGH_STAGE = /\b(?:prod|production|prd|live)\b/

const STAGE = /^(?:prod|production|live|staging|stage|dev|development|test|testing|qa|preview|sandbox)$/
/** Places that a call gives by an option. */
const BY_OPTION = /^(?:namespace|cluster|project|account|partition|group|app|environment|realm)$/

/** Why a place that the call acts in is not the one that was named; undefined when it is, or none was. */
export function strayPlace(
  { told: text, said }: { readonly told: string; readonly said: string },
  effect: Effect,
  aims: Aims | undefined,
): string | undefined {
  if (isProduction(effect, aims) && LOW_STAGE.test(text) && !HIGH_STAGE.test(text))
    return 'the user named a lower stage, and this acts on production'
  const home =
    effect.kind === 'resource-change'
      ? /^(?:namespaces?|ns)[\s/](\S+)/.exec(effect.target)?.[1]?.toLowerCase()
      : undefined
  if (home !== undefined && isOnlyPlace(home, text))
    return `the user spoke of something in ${home}, and this ends ${home} itself`
  // Where no order names a place, what was said around it may.
  const inOrder = placesIn(text)
  const wanted = inOrder.length > 0 || text === '' ? inOrder : placesIn(said)
  const tokens = tokensOf(text)
  for (const { kind, name } of aims?.places ?? []) {
    const named = wanted.filter((place) => place.kind === kind).map((place) => place.name)
    if (
      named.length > 0 &&
      !named.some((place) => name === place || (STAGE.test(place) && name.split(/[-_./]/).includes(place)))
    )
      return `the user named the ${kind} ${named[0]}, not ${name}`
    const near =
      !BY_OPTION.test(kind) || tokens.includes(name) ? undefined : tokens.find((token) => isNear(token, name))
    if (near !== undefined) return `the user named ${near}, not ${name}`
  }
  return undefined
}

function isProduction(effect: Effect, aims: Aims | undefined): boolean {
  const stage: Stage | undefined = 'stage' in effect ? effect.stage : undefined
  return (
    stage === 'production' || (aims?.places.some(({ name }) => /^(?:prod|production|prd|live)$/.test(name)) ?? false)
  )
}

function placesIn(text: string): readonly { readonly kind: string; readonly name: string }[] {
  const clean = (name: string | undefined) => (name ?? '').replace(/[.,:;]+$/, '')
  return [
    ...[...text.matchAll(KIND_FIRST)].map(([, kind = '', name]) => ({ kind, name: clean(name) })),
    ...[...text.matchAll(NAME_FIRST)].map(([, name, kind = '']) => ({ kind, name: clean(name) })),
    ...[...text.matchAll(REMOTES)].map(([, name]) => ({ kind: 'remote', name: clean(name) })),
  ]
}

/** "The job in the namespace x" is not about x. */
function isOnlyPlace(name: string, text: string): boolean {
  const mentions = [...text.matchAll(/(\w+) (?:the |our |my |whole |entire )*namespace [`"']?([\w.-]+)/g)].filter(
    (match) => (match[2] ?? '').replace(/\.$/, '') === name,
  )
  return mentions.length > 0 && mentions.every((match) => /^(?:in|from|of|within|inside|on|into)$/.test(match[1] ?? ''))
}

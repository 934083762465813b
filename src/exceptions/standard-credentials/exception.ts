import { hasActorRole } from '../../analysis/actor.ts'
import type { Effect } from '../../analysis/effects.ts'
import { isKeyOfOtherVendor } from '../../analysis/remote/credentials.ts'
import type { DataSource } from '../../analysis/words.ts'
import type { Evidence, Exception } from '../../categories/category.ts'
import { effectsAtSameSpan } from '../../categories/detector.ts'
import { bareHost } from '../../categories/host-reach.ts'
import { SECRET_NAMES } from '../../knowledge/lexicon/secret-names.ts'

type Exposure = Extract<Effect, { kind: 'expose-secret' }>

const GENERIC_TOKEN_WORDS: ReadonlySet<string> = new Set([
  ...SECRET_NAMES.password,
  ...SECRET_NAMES.value,
  ...'api key access auth app the my dev test user com www org net'.split(' '),
])

export const exception: Exception = {
  id: 'standard-credentials',
  title: 'Configured credentials in use',
  summary: 'A credential that the person configured, used with the service it belongs to.',
  policy:
    'Allowed: authenticating to a service with the credential that is configured for it (a token named after the service, a tool’s own login), without showing it. Not covered: other services, searching for credentials that the task was not given.',
  covers: ({ category, effect }, evidence) => {
    if (effect.kind === 'expose-secret') return isOwnServiceToken(effect, evidence)
    // A key of one's own goes to one's own agent, which never shows it.
    if (effect.kind === 'read-path')
      return hasActorRole(effect, 'key-agent') && /\/\.ssh\/id_\w+$/.test(effect.path.real ?? '')
    if (effect.kind !== 'send-data' || category === 'cloud-metadata') return false
    return effect.payload.length > 0 && effect.payload.every((source) => isTokenOfHost(source, effect.host))
  },
}

/** `vercel --token $VERCEL_TOKEN`: a tool is handed the token of the service it talks to, and does not show it. */
function isOwnServiceToken(effect: Exposure, evidence: Evidence): boolean {
  const { source, sink, actor } = effect
  if (source.kind !== 'environment' || (sink !== 'output' && sink !== 'argument') || hasActorRole(effect, 'printer'))
    return false
  const services = [
    ...effectsAtSameSpan(effect, evidence, 'deploy').map(({ service }) => service),
    ...effectsAtSameSpan(effect, evidence, 'publish').map(({ registry }) => registry),
  ]
  const labels = [...actor.words, ...services].flatMap((name) => name.toLowerCase().split(/[^a-z0-9]+/))
  return distinctiveWords(source.name).some((word) => labels.includes(word))
}

/** `$ACME_TOKEN` belongs to api.acme.io: a telling word of its name is a label of the host. */
function isTokenOfHost(source: DataSource, host: string): boolean {
  if (source.kind === 'literal') return !isKeyOfOtherVendor(source, host)
  if (source.kind !== 'environment') return false
  const labels = bareHost(host).split('.').slice(-2, -1)
  return distinctiveWords(source.name).some((word) => labels.includes(word))
}

function distinctiveWords(name: string): readonly string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2 && !GENERIC_TOKEN_WORDS.has(word))
}

import type { Certainty, Effect } from '../../effects.ts'
import type { Word } from '../../words.ts'
import { readOptions } from '../options.ts'

type ResourceChange = Extract<Effect, { kind: 'resource-change' }>

export interface Change {
  readonly verb: ResourceChange['verb'] | 'none'
  readonly family: ResourceChange['family']
  readonly mass: boolean
  /** Told to cover all there are. */
  readonly all: boolean
  readonly certainty: Certainty
  readonly targets: readonly Word[]
  /** In a few words, when no target is named. */
  readonly what: string
}

/** Sub-commands that only show. */
export const READS: ReadonlySet<string> = new Set([
  ...'ps ls list images inspect logs info version top stats port diff history search events wait'.split(' '),
  ...'container image volume network context node service stack secret config pod plugin manifest machine'
    .split(' ')
    .flatMap((noun) =>
      'ls list ps inspect logs top stats port diff history exists show services'
        .split(' ')
        .map((verb) => `${noun} ${verb}`),
    ),
  ...[
    'system df',
    'system info',
    'system events',
    'buildx ls',
    'buildx inspect',
    'buildx du',
    'buildx version',
    'builder du',
    'context show',
  ],
])

interface VerbRule {
  readonly verb: Change['verb']
  readonly family?: ResourceChange['family']
  readonly certainty: Certainty
  /** Every use covers more than what is named. */
  readonly mass?: boolean
}

const KEEPS: VerbRule = { verb: 'none', certainty: 'possible' }
/** Containers are made to be thrown away; what may be lost is data in volumes. */
const STOPS: VerbRule = { verb: 'cancel', certainty: 'possible' }
const REMOVES: VerbRule = { verb: 'delete', certainty: 'likely' }

const RULES: ReadonlyMap<string, VerbRule> = new Map<string, VerbRule>([
  ...'pull tag start unpause load import commit logout attach rename update init scout sbom debug'
    .split(' ')
    .map((name) => [name, KEEPS] as const),
  ...[
    'image pull',
    'image tag',
    'image load',
    'image import',
    'container start',
    'volume create',
    'network create',
    'network connect',
    'network disconnect',
    'context create',
    'context use',
    'buildx create',
    'buildx use',
    'container commit',
    'container rename',
    'machine start',
    'machine init',
    'pod create',
    'pod start',
    'manifest create',
    'container unpause',
    'network reload',
  ].map((name) => [name, KEEPS] as const),
  ...['stop', 'container stop', 'pause', 'container pause', 'pod stop', 'machine stop'].map(
    (name) => [name, STOPS] as const,
  ),
  ...['kill', 'container kill', 'pod kill'].map((name) => [name, { verb: 'cancel', certainty: 'likely' }] as const),
  ...['restart', 'container restart', 'pod restart'].map(
    (name) => [name, { verb: 'restart', certainty: 'possible' }] as const,
  ),
  ...['rm', 'container rm', 'pod rm'].map((name) => [name, REMOVES] as const),
  ...['rmi', 'image rm', 'image remove', 'buildx rm', 'manifest rm', 'network rm', 'network remove'].map(
    (name) => [name, { ...REMOVES, certainty: 'possible' }] as const,
  ),
  ['context rm', { verb: 'delete', family: 'config', certainty: 'likely' }],
  ['volume rm', { verb: 'delete', family: 'storage', certainty: 'certain' }],
  ['volume remove', { verb: 'delete', family: 'storage', certainty: 'certain' }],
  ['volume prune', { verb: 'purge', family: 'storage', certainty: 'certain', mass: true }],
  ['system prune', { verb: 'purge', certainty: 'likely', mass: true }],
  ['container prune', { verb: 'purge', certainty: 'likely', mass: true }],
  ['image prune', { verb: 'purge', certainty: 'possible', mass: true }],
  ['builder prune', { verb: 'purge', certainty: 'possible', mass: true }],
  ['buildx prune', { verb: 'purge', certainty: 'possible', mass: true }],
  ['network prune', { verb: 'purge', certainty: 'likely', mass: true }],
  ['pod prune', { verb: 'purge', certainty: 'likely', mass: true }],
  ['system reset', { verb: 'destroy', family: 'storage', certainty: 'certain', mass: true }],
  ['machine rm', { verb: 'destroy', family: 'storage', certainty: 'certain' }],
  ...[
    'service create',
    'service update',
    'service scale',
    'service rollback',
    'stack deploy',
    'secret create',
    'config create',
    'node update',
    'swarm init',
    'swarm join',
    'swarm update',
  ].map((name) => [name, { verb: 'update', family: 'cluster', certainty: 'certain' }] as const),
  ...['service rm', 'stack rm', 'secret rm', 'config rm', 'node rm', 'swarm leave', 'stack down'].map(
    (name) => [name, { verb: 'delete', family: 'cluster', certainty: 'certain', mass: true }] as const,
  ),
])

/** What a sub-command changes; undefined when it is not known. */
export function changeOf(name: string, rest: readonly Word[]): Change | undefined {
  const rule = RULES.get(name)
  if (!rule) return undefined
  const options = readOptions(rest, {
    flags: 'a f v l q all force volumes link depend no-trunc i interactive detach d',
    values: 's t signal time timeout filter platform label driver subnet opt o m message c change author',
  })
  const volumes = options.has('volumes') || (name.endsWith('rm') && options.has('v'))
  // Without it only leftovers of builds go; the cache of the builder is made anew in any case.
  const all = options.has('all', 'a') && !/^build/.test(name)
  return {
    verb: rule.verb,
    family: volumes ? 'storage' : (rule.family ?? 'compute'),
    mass: (rule.mass ?? false) || options.operands.some((word) => word.glob),
    all,
    certainty: volumes || (name === 'system prune' && options.has('volumes')) ? 'certain' : rule.certainty,
    targets: options.operands,
    what: name,
  }
}

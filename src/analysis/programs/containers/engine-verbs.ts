import type { Certainty, Effect } from '../../effects.ts'
import type { Word } from '../../words.ts'
import { readOptions } from '../options.ts'
import type { Scribe } from '../program.ts'

type ResourceChange = Extract<Effect, { kind: 'resource-change' }>

export interface Change {
  readonly verb: ResourceChange['verb'] | 'none'
  readonly family: ResourceChange['family']
  readonly mass: boolean
  readonly all: boolean
  readonly certainty: Certainty
  readonly targets: readonly Word[]
  /** In a few words, when no target is named. */
  readonly what: string
}

/** States a change to what an engine of this machine keeps or runs. */
export function changesEngine(
  change: Pick<ResourceChange, 'verb' | 'target' | 'mass' | 'family'> &
    Partial<Pick<ResourceChange, 'stage' | 'targets' | 'certainty'>>,
  scribe: Scribe,
): 'plain' {
  scribe.effect({ kind: 'resource-change', system: 'docker', stage: 'development', ...change })
  return 'plain'
}

/** `container/ls|ps top`: with any of the verbs behind a noun, or alone. */
export function formsIn(text: string): readonly string[] {
  return text.split(' ').flatMap((form) => {
    const [nouns = '', verbs] = form.split('/')
    return nouns.split('|').flatMap((noun) => verbs?.split('|').map((verb) => `${noun} ${verb}`) ?? noun)
  })
}

export const READS: ReadonlySet<string> = new Set(
  formsIn(
    'ps ls list images inspect logs info version top stats port diff history search events wait container|image|volume|network|context|node|service|stack|secret|config|pod|plugin|manifest|machine/ls|list|ps|inspect|logs|top|stats|port|diff|history|exists|show|services system/df|info|events buildx/ls|inspect|du|version builder/du',
  ),
)

interface VerbRule {
  readonly verb: Change['verb']
  readonly family?: ResourceChange['family']
  readonly certainty: Certainty
  /** Every use covers more than what is named. */
  readonly mass?: boolean
}

/** Containers are made to be thrown away; what may be lost is data in volumes. */
const RULES: ReadonlyMap<string, VerbRule> = new Map(
  (
    [
      [
        'pull tag start unpause load import commit logout attach rename update init scout sbom debug image/pull|tag|load|import container/start|commit|rename|unpause volume/create network/create|connect|disconnect|reload context|buildx/create|use machine/start|init pod/create|start manifest/create',
        { verb: 'none', certainty: 'possible' },
      ],
      ['stop pause container/stop|pause pod|machine/stop', { verb: 'cancel', certainty: 'possible' }],
      ['kill container|pod/kill', { verb: 'cancel', certainty: 'likely' }],
      ['restart container|pod/restart', { verb: 'restart', certainty: 'possible' }],
      ['rm container|pod/rm', { verb: 'delete', certainty: 'likely' }],
      ['rmi image|network/rm|remove buildx|manifest/rm', { verb: 'delete', certainty: 'possible' }],
      ['context/rm', { verb: 'delete', family: 'config', certainty: 'likely' }],
      ['volume/rm|remove', { verb: 'delete', family: 'storage', certainty: 'certain' }],
      ['volume/prune', { verb: 'purge', family: 'storage', certainty: 'certain', mass: true }],
      ['system|container|network|pod/prune', { verb: 'purge', certainty: 'likely', mass: true }],
      ['image|builder|buildx/prune', { verb: 'purge', certainty: 'possible', mass: true }],
      ['system/reset', { verb: 'destroy', family: 'storage', certainty: 'certain', mass: true }],
      ['machine/rm', { verb: 'destroy', family: 'storage', certainty: 'certain' }],
      [
        'service/create|update|scale|rollback stack/deploy secret|config/create node/update swarm/init|join|update',
        { verb: 'update', family: 'cluster', certainty: 'certain' },
      ],
      [
        'service|stack|secret|config|node/rm swarm/leave stack/down',
        { verb: 'delete', family: 'cluster', certainty: 'certain', mass: true },
      ],
    ] satisfies [string, VerbRule][]
  ).flatMap(([text, rule]) => formsIn(text).map((name): [string, VerbRule] => [name, rule])),
)

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
    certainty: volumes ? 'certain' : rule.certainty,
    targets: options.operands,
    what: name,
  }
}

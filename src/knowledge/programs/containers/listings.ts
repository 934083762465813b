import type { Effect } from '../../../analysis/effects.ts'
import { type Grammar, readOptions } from '../../../analysis/interpret/options.ts'
import type { EffectRecorder } from '../../../analysis/interpret/program.ts'
import type { Value, Word } from '../../../analysis/words.ts'
import { LISTING_SOURCE } from '../../lexicon/source-names.ts'

const LISTING_GRAMMAR: Grammar = {
  flags: '-aqls all quiet latest size no-trunc digests tree',
  values: '-fn filter format last',
}
/** Filters that most of what there is passes. */
const BROAD_FILTER = /^(?:status|health|since|before)=/
const LIST_VERB = /^(?:ps|ls|list|images)$/
const RESOURCE_NOUN = /^(?:containers?|images?|volume|network|pod|compose|service|stack|c|i)$/

/** What an engine's list was kept to: `--filter name=web`; a listing of everything is about nothing. */
export function describeListing(operands: readonly Word[]): Value | undefined {
  const [first, second] = operands
  const behindNoun = RESOURCE_NOUN.test(first?.known ?? '') && LIST_VERB.test(second?.known ?? '')
  if (!LIST_VERB.test((behindNoun ? second : first)?.known ?? '')) return undefined
  const options = readOptions(operands.slice(behindNoun ? 2 : 1), LISTING_GRAMMAR)
  const narrowing = [...options.operands, ...options.values('f', 'filter', 'n', 'last')]
    .map((word) => word.known)
    .filter((text) => !BROAD_FILTER.test(text))
  // A compose project lists its own services only.
  const about = first?.known === 'compose' || options.has('l', 'latest') ? ['own', ...narrowing] : narrowing
  return {
    text: undefined,
    sources: [
      {
        kind: 'command',
        program: LISTING_SOURCE,
        secret: false,
        ...(about.length > 0 ? { about: about.join(' ').slice(0, 200) } : {}),
      },
    ],
  }
}

/** A word that stands for all containers, images or volumes there are: `$(docker ps -aq)`. */
export function isUnfilteredListing(word: Word): boolean {
  return (
    word.dynamic &&
    word.sources.some(
      (source) => source.kind === 'command' && source.program === LISTING_SOURCE && source.about === undefined,
    )
  )
}

type ResourceChange = Extract<Effect, { kind: 'resource-change' }>

/** States a change to what an engine of this machine keeps or runs. */
export function recordEngineChange(
  change: Pick<ResourceChange, 'verb' | 'target' | 'mass' | 'family'> &
    Partial<Pick<ResourceChange, 'environment' | 'targets' | 'certainty'>>,
  recorder: EffectRecorder,
): 'plain' {
  recorder.effect({ kind: 'resource-change', system: 'docker', environment: 'development', ...change })
  return 'plain'
}

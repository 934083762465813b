import type { Effect } from '../../effects.ts'
import type { Value, Word } from '../../words.ts'
import { type Grammar, readOptions } from '../options.ts'
import type { Scribe } from '../program.ts'

const GRAMMAR: Grammar = {
  flags: '-aqls all quiet latest size no-trunc digests tree',
  values: '-fn filter format last',
}
/** What a list of an engine is called as a source. */
export const LISTING = 'container list'
/** Filters that most of what there is passes. */
const WIDE = /^(?:status|health|since|before)=/
const LISTS = /^(?:ps|ls|list|images)$/
const NOUNS = /^(?:containers?|images?|volume|network|pod|compose|service|stack|c|i)$/

/** What an engine's list was kept to: `--filter name=web`; a listing of everything is about nothing. */
export function listing(operands: readonly Word[]): Value | undefined {
  const [first, second] = operands
  const behindNoun = NOUNS.test(first?.known ?? '') && LISTS.test(second?.known ?? '')
  if (!LISTS.test((behindNoun ? second : first)?.known ?? '')) return undefined
  const options = readOptions(operands.slice(behindNoun ? 2 : 1), GRAMMAR)
  const narrowing = [...options.operands, ...options.values('f', 'filter', 'n', 'last')]
    .map((word) => word.known)
    .filter((text) => !WIDE.test(text))
  // A compose project lists its own services only.
  const about = first?.known === 'compose' || options.has('l', 'latest') ? ['own', ...narrowing] : narrowing
  return {
    text: undefined,
    sources: [
      {
        kind: 'command',
        program: LISTING,
        secret: false,
        ...(about.length > 0 ? { about: about.join(' ').slice(0, 200) } : {}),
      },
    ],
  }
}

/** A word that stands for all containers, images or volumes there are: `$(docker ps -aq)`. */
export function listsEverything(word: Word): boolean {
  return (
    word.dynamic &&
    word.sources.some((source) => source.kind === 'command' && source.program === LISTING && source.about === undefined)
  )
}

type Change = Extract<Effect, { kind: 'resource-change' }>

/** States a change to what an engine of this machine keeps or runs. */
export function changesEngine(
  change: Pick<Change, 'verb' | 'target' | 'mass' | 'family'> &
    Partial<Pick<Change, 'stage' | 'targets' | 'certainty'>>,
  scribe: Scribe,
): 'plain' {
  scribe.effect({ kind: 'resource-change', system: 'docker', stage: 'development', ...change })
  return 'plain'
}

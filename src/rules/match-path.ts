import type { Facts } from '../analysis/facts.ts'
import { leadingNames, matchesNames, type PathName, type PathPattern, rootsOf } from './path-pattern.ts'
import type { Source } from './rule.ts'
import { compileSegment, matchesSegment } from './segment.ts'
import { pathNamesOf, type Touch } from './touches.ts'

export type MatchCertainty = 'yes' | 'maybe' | 'no'

/** Does a deny or ask pattern bind this path, by what was written or by what lies behind a link? */
export function matchesPathRule(pattern: PathPattern, source: Source, touch: Touch, facts: Facts): MatchCertainty {
  let answer: MatchCertainty = 'no'
  for (const root of rootsOf(pattern, source, facts).flatMap((root) => rootSpellings(root, facts))) {
    for (const place of touch.places) {
      const bound = matchesPlace(pattern, root, place, { touch, facts })
      if (bound === 'yes') return touch.certain ? 'yes' : 'maybe'
      if (bound === 'maybe') answer = 'maybe'
    }
    if (answer === 'no' && touch.hidden && mayMatchRest(pattern, root, { touch, facts })) answer = 'maybe'
  }
  return answer
}

/** A part of the path is not known: may the rest be about what the pattern is about? */
function mayMatchRest(pattern: PathPattern, root: string, at: PathContext): boolean {
  const { under, tail } = at.touch.hidden ?? { under: undefined, tail: [] }
  const segments = at.facts.caseInsensitive ? pattern.folded : pattern.segments
  const floating = segments[0] === undefined ? segments : [undefined, ...segments]
  if (tail.length > 0 && matchesNames(floating, foldNames(tail, at.facts))) return true
  if (under === undefined || (tail.length > 0 && segments.at(-1) !== undefined)) return false
  return liesBelow(pattern, root, under, { ...at, touch: { ...at.touch, reach: 'below' } }) !== 'no'
}

interface PathContext {
  readonly touch: Touch
  readonly facts: Facts
}

function matchesPlace(pattern: PathPattern, root: string, place: readonly PathName[], at: PathContext): MatchCertainty {
  const { facts, touch } = at
  const below = namesBelow(root, place, facts)
  const segments = facts.caseInsensitive ? pattern.folded : pattern.segments
  if (below && matchesNames(segments, below))
    return place.every((name) => typeof name === 'string') ? 'yes' : matchExpandedName(pattern, root, place, facts)
  const into = touch.reach === 'itself' || !below ? 'no' : entersDirectory(segments, below)
  if (into !== 'no' || touch.reach === 'inside' || touch.reach === 'itself') return into
  return liesBelow(pattern, root, place, at)
}

/** Is the path the very directory whose content the pattern is about: `src` for `src/**`? */
function entersDirectory(segments: PathPattern['segments'], below: readonly PathName[]): MatchCertainty {
  let end = segments.length
  while (end > 0 && segments[end - 1]?.kind !== 'name') end--
  const directory = segments.slice(0, end)
  if (end === 0 || end === segments.length || below.length === 0) return 'no'
  if (!matchesNames(directory, below) || matchesNames(directory, below.slice(0, -1))) return 'no'
  return segments.slice(end).every(isAny) && below.every((name) => typeof name === 'string') ? 'yes' : 'maybe'
}

function isAny(segment: PathPattern['segments'][number]): boolean {
  return segment === undefined || (segment.kind === 'glob' && segment.tokens.every((token) => token.kind === 'star'))
}

/** Everything under a directory is taken: does what the pattern is about lie there? */
function liesBelow(
  pattern: PathPattern,
  root: string,
  place: readonly PathName[],
  { touch, facts }: PathContext,
): MatchCertainty {
  const floating = pattern.segments[0] === undefined
  const base = floating ? leadingNames(pattern.segments.slice(1)) : pattern.base
  if (base.length === 0) return 'no'
  const about = foldNames([...rootNames(root), ...base], facts)
  const taken = foldNames(place, facts)
  if (taken.length >= about.length || !taken.every((name, index) => name === about[index])) return 'no'
  const hidden = about.slice(taken.length).some((name) => typeof name === 'string' && name.startsWith('.'))
  const plainFile = pattern.segments.length === base.length + (floating ? 1 : 0)
  if ((touch.reach !== 'below' && hidden) || (touch.reach === 'sources' && plainFile)) return 'no'
  const found = facts.file(`/${[...rootNames(root), ...base].join('/')}`).kind
  // A pattern for any depth is only known to be met where the file was seen.
  if (found === 'missing' || (found === 'unknown' && floating && touch.kind === 'read')) return 'no'
  return touch.kind === 'read' || touch.reach === 'sources' || (floating && found === 'unknown') ? 'maybe' : 'yes'
}

/** The shell will expand a name: look at the directory where that is known, else the answer is maybe. */
function matchExpandedName(
  pattern: PathPattern,
  root: string,
  place: readonly PathName[],
  facts: Facts,
): MatchCertainty {
  const last = place.at(-1)
  const above = place.slice(0, -1)
  if (last === undefined || typeof last === 'string' || !above.every((name) => typeof name === 'string')) return 'maybe'
  const entries = facts.list(`/${above.join('/')}`)
  if (entries === undefined) return 'maybe'
  const segments = facts.caseInsensitive ? pattern.folded : pattern.segments
  const meant = entries.filter((entry) => matchesSegment(last, entry))
  const hit = meant.some((entry) => matchesNames(segments, namesBelow(root, [...above, entry], facts) ?? []))
  return hit ? 'yes' : 'no'
}

/** Does an allow pattern cover this path? Both what was written and what lies behind links must match. */
export function coversPath(pattern: PathPattern, source: Source, touch: Touch, facts: Facts): boolean {
  if (touch.known !== 'exact') return false
  const segments = facts.caseInsensitive ? pattern.folded : pattern.segments
  return rootsOf(pattern, source, facts).some((root) =>
    touch.places.every((place) =>
      rootSpellings(root, facts).some((spelling) => {
        const below = namesBelow(spelling, place, facts)
        return below !== undefined && matchesNames(segments, below)
      }),
    ),
  )
}

/** A root as written and behind links, found out once per Facts. */
function rootSpellings(root: string, facts: Facts): readonly string[] {
  const known = ROOT_SPELLINGS.get(facts) ?? new Map<string, readonly string[]>()
  ROOT_SPELLINGS.set(facts, known)
  const found = known.get(root)
  if (found) return found
  const real = facts.realPath(root)
  const both = real === undefined || real === root ? [root] : [root, real]
  known.set(root, both)
  return both
}

const ROOT_SPELLINGS = new WeakMap<Facts, Map<string, readonly string[]>>()
const ROOT_SEGMENTS = new Map<string, readonly string[]>()

/** Roots are few and asked for by every rule; the bound keeps a long-lived process small. */
function rootNames(root: string): readonly string[] {
  const found = ROOT_SEGMENTS.get(root)
  if (found) return found
  if (ROOT_SEGMENTS.size > 1000) ROOT_SEGMENTS.clear()
  const split = pathNamesOf(root)
  ROOT_SEGMENTS.set(root, split)
  return split
}

/** The names of a place below a root; undefined when it lies elsewhere. */
function namesBelow(root: string, place: readonly PathName[], facts: Facts): readonly PathName[] | undefined {
  const above = foldNames(rootNames(root), facts)
  const all = foldNames(place, facts)
  if (all.length < above.length) return undefined
  return above.every((name, index) => name === all[index]) ? all.slice(above.length) : undefined
}

function foldNames(list: readonly PathName[], facts: Facts): readonly PathName[] {
  if (!facts.caseInsensitive) return list
  return list.map((name) => (typeof name === 'string' ? name.toLowerCase() : ANY_SEGMENT))
}

/** A name that is still to be expanded meets every name where case does not count. */
const ANY_SEGMENT = compileSegment('*')

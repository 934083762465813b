import { canonical, shareHost, tidy } from './canonical.ts'
import type { Facts, SessionFacts } from './facts.ts'
import { unplacedTags } from './own-places.ts'
import { tagsOf } from './path-tags.ts'
import { isInside, notableBelow, type Places, placesOf, zoneOf } from './path-zones.ts'
import { type PathTag, type PathUse, RECOVERABLE, type Recoverable, type Zone } from './paths.ts'
import { matches } from './shell/pattern.ts'

export { isInside }

interface PathText {
  /** As known: `\0` stands for a part that is not. */
  readonly known: string
  readonly text: string | undefined
  readonly glob: boolean
  readonly dynamic: boolean
  readonly mayBeEmpty?: boolean
}

/** The link itself, for what does not follow it: removing it, or making it anew. */
export function asItself(path: PathUse): PathUse {
  if (path.link === undefined || path.text.endsWith('/')) return path
  return { ...path, ...path.link, tags: [], sessionMade: true, recoverable: RECOVERABLE.yes }
}

/** `from` is undefined when the directory is not known. */
export function pathUse(given: PathText, from: string | undefined, facts: Facts): PathUse {
  const places = placesOf(facts)
  const path = withoutOwnLinks(given, from)
  return path.dynamic || path.glob ? pattern(path, from, { facts, places }) : exact(path, from, { facts, places })
}

/** A process's own links to where it is and to the root of all, also where a pattern follows. */
function withoutOwnLinks(path: PathText, from: string | undefined): PathText {
  if (!path.known.includes('/proc/')) return path
  const link = /^\/+proc\/+(?:self|thread-self|\d+)\/+(?:\.\/+)*(cwd|root)(?=\/|$)/.exec(path.known)
  if (!link) return path
  const rest = path.known.slice(link[0].length)
  if (link[1] === 'root') return { ...path, known: rest === '' ? '/' : rest, text: path.text ?? path.known }
  if (from === undefined) return { ...path, known: `\0${rest}`, text: undefined, dynamic: true }
  return { ...path, known: `${from}${rest}`, text: path.text ?? path.known }
}

/** Descriptors belong to the process that opens them: what they mean in this one says nothing. */
const DESCRIPTOR = /^\/(?:dev|proc\/(?:self|thread-self|\d+))\/fd\//

const MAX_LENGTH = 4_096

interface Around {
  readonly facts: Facts
  readonly places: Places
}

function exact(path: PathText, from: string | undefined, { facts, places }: Around): PathUse {
  const lexical = absolute(path.known, from, places)
  const text = path.text ?? path.known
  if (lexical === undefined || lexical.length > MAX_LENGTH) return unresolved(path, text)
  const through = throughLinks(lexical, facts.session)
  const followed = through === lexical ? lexical : tidy(through)
  const found = followed.includes('/fd/') && DESCRIPTOR.test(followed) ? undefined : facts.realPath(followed)
  const real = found === undefined ? followed : tidy(canonical(found, places))
  const named = real === lexical ? tagsOf(lexical, facts) : behindLink(tagsOf(lexical, facts), tagsOf(real, facts))
  const kept = holdsOwnKey(real, named, facts) ? behindLink(named, OWN_KEY) : named
  const tags = carries(real, facts) && !kept.includes('secret') ? [...kept, 'secret' as const] : kept
  const sessionMade = madeBySession(real, facts)
  const use: PathUse = {
    text,
    real,
    zone: zoneOf(real, places),
    tags,
    glob: false,
    dynamic: false,
    sessionMade,
    recoverable: sessionMade ? RECOVERABLE.yes : askedOnce(real, tags, { facts, places }),
  }
  const beyond = beyondFiles(real, places)
  const link = facts.session.links?.has(lexical) ? { real: lexical, zone: zoneOf(lexical, places) } : undefined
  return beyond || link ? { ...use, ...(link && { link }), ...(beyond && { beyond }) } : use
}

/** An earlier call put a secret there that this session did not write itself. */
function carries(real: string, { session }: Facts): boolean {
  return session.carriers?.has(real) === true && session.written.get(real) === undefined
}

const OWN_KEY: readonly PathTag[] = ['secret', 'gate-secret']

/** Settings of ours are for reading, unless a model's key stands in them. */
function holdsOwnKey(real: string, tags: readonly PathTag[], facts: Facts): boolean {
  if (!tags.includes('gate-own') || !real.endsWith('settings.json')) return false
  const fact = facts.text(real)
  return fact.kind === 'text' && fact.text.includes('"apiKey"')
}

/** Opening a share of another machine logs in there; one that the project itself lies on is known. */
function beyondFiles(real: string, { roots, windows }: Places): PathUse['beyond'] {
  if (windows && /^\/dev\/(?!null$|nul$|std\w+$|fd\/|tty$)/i.test(real)) return { kind: 'device' }
  const host = shareHost(real)
  return host === undefined || roots.some((root) => shareHost(root) === host) ? undefined : { kind: 'share', host }
}

function unresolved(path: PathText, text: string): PathUse {
  const { glob, dynamic } = path
  return {
    text,
    real: undefined,
    zone: 'unknown',
    tags: unplacedTags(path.known),
    glob,
    dynamic,
    sessionMade: false,
    recoverable: RECOVERABLE.unknown,
  }
}

/** A path with globs or unknown parts: told by the directory that is certain, and by what the rest may meet. */
function pattern(path: PathText, from: string | undefined, around: Around): PathUse {
  const { facts, places } = around
  const known = settled(path.known)
  const text = path.text ?? path.known.replaceAll('\0', '…')
  const cut = known.search(path.glob ? /[\0*?[]/ : /\0/)
  const slash = known.lastIndexOf('/', cut < 0 ? known.length : cut)
  const directory = cut < 0 ? known : known.slice(0, slash + 1)
  const rest = cut < 0 ? '' : known.slice(slash + 1)
  const emptied = path.mayBeEmpty === true && path.dynamic ? whenEmpty(path, from, places) : undefined
  const startsUnknown = path.dynamic && directory === '' && rest.startsWith('\0')
  const base = startsUnknown ? undefined : absolute(directory === '' ? '.' : directory, from, places)
  if (base === undefined || base.length + rest.length > MAX_LENGTH)
    return { ...unresolved(path, text), zone: emptied ?? 'unknown' }
  const followed = tidy(throughLinks(base, facts.session))
  const found = facts.realPath(followed)
  const real = found === undefined ? followed : tidy(canonical(found, places))
  const named = tagsOf(within(base, rest), facts)
  const tags = real === base ? named : behindLink(named, tagsOf(within(real, rest), facts))
  const sessionMade = madeBySession(real, facts) && zoneOf(real, places) !== 'project-root'
  return {
    text,
    real: undefined,
    zone: emptied ?? patternZone(real, rest, path, places),
    tags,
    glob: path.glob,
    dynamic: path.dynamic,
    sessionMade,
    recoverable: sessionMade || isArtefact(real, tags, around) ? RECOVERABLE.yes : RECOVERABLE.unknown,
  }
}

/** Steps back over a glob cancel it; over an unknown part they cannot be followed. */
function settled(known: string): string {
  return /(?:^|\/)\.\.(?:\/|$)/.test(known) && !known.includes('\0') ? tidy(known) : known
}

function within(directory: string, rest: string): string {
  return directory === '/' ? `/${rest}` : `${directory}/${rest}`
}

function coversAll(rest: string): boolean {
  return /^(?:\.?\*+|\.\[[^\]]*\]\*+|\.\.\?\*+|\{\*,\.\*\})\/?$/.test(rest)
}

function patternZone(directory: string, rest: string, path: PathText, places: Places): Zone {
  if (rest === '') return zoneOf(directory, places)
  if (/(?:^|\/)\.\.(?:\/|$)/.test(rest)) return 'unknown'
  if (path.glob && coversAll(rest)) return zoneOf(directory, places)
  const first = rest.split('/', 1)[0] ?? ''
  if (first.includes('\0'))
    return directory === '/' ? 'unknown' : zoneOf(within(directory, rest.replaceAll('\0', 'x')), places)
  const met = notableBelow(directory, places).filter((place) => meets(directory, rest, place))
  return strongest([...met.map((place) => zoneOf(place, places)), zoneOf(within(directory, 'x'), places)])
}

function meets(directory: string, rest: string, place: string): boolean {
  const below = place.slice(directory === '/' ? 1 : directory.length + 1)
  const inside = rest.replace(/\/\.?$/, '')
  const trimmed = inside.replace(/\/\.?\*+$/, '')
  if (below.split('/').length !== trimmed.split('/').length) return false
  return matches(trimmed.replaceAll('\0', '*'), below) ?? false
}

const STRENGTH: readonly Zone[] = [
  'project',
  'temp',
  'home',
  'outside',
  'temp-root',
  'device',
  'project-root',
  'system',
  'home-root',
  'root',
]

function strongest(zones: readonly Zone[]): Zone {
  return zones.reduce((left, right) => (STRENGTH.indexOf(right) > STRENGTH.indexOf(left) ? right : left))
}

/** The one where more is at stake; the second when there is no difference. */
export function stricter(left: PathUse, right: PathUse): PathUse {
  return STRENGTH.indexOf(left.zone) > STRENGTH.indexOf(right.zone) ? left : right
}

/** The zone if the unknown parts are empty; only where that is far worse than what was meant. */
function whenEmpty(path: PathText, from: string | undefined, places: Places): Zone | undefined {
  const known = path.known.replaceAll('\0', '')
  if (known === '') return undefined
  const all = path.glob && known.endsWith('*')
  const start = path.glob ? known.slice(0, Math.max(0, known.search(/[*?[]/))) : known
  const base = absolute(all && start === '' ? '.' : start, from, places)
  if (base === undefined || (path.glob && !coversAll(known.slice(start.length)))) return undefined
  const zone = zoneOf(base, places)
  return zone === 'root' || zone === 'home-root' || /^\/(?:usr|etc|boot|home)$/.test(base) ? zone : undefined
}

function absolute(text: string, from: string | undefined, places: Places): string | undefined {
  const plain = canonical(text, places)
  if (plain === '~' || plain.startsWith('~/')) return tidy(places.home + plain.slice(1))
  if (plain.startsWith('/')) return tidy(plain)
  if (/^[A-Za-z]:[\\/]/.test(plain)) return tidy(drivePath(plain, places))
  if (from === undefined) return undefined
  return tidy(`${canonical(from, places)}/${plain}`)
}

/** A drive as a Linux beside Windows sees it: below `/mnt` where the project itself is. */
function drivePath(path: string, places: Places): string {
  const plain = canonical(path, { windows: true, folded: true })
  return [places.cwd, ...places.roots].some((root) => /^\/mnt\/[a-z]\//.test(root)) ? `/mnt${plain}` : plain
}

/** What a link is called says nothing good of what lies behind it. */
export function behindLink(named: readonly PathTag[], real: readonly PathTag[]): readonly PathTag[] {
  return [...new Set([...named.filter((tag) => tag !== 'build-artefact'), ...real])]
}

function madeBySession(real: string, facts: Facts): boolean {
  const { created, written } = facts.session
  if (written.has(real) || created.has(real)) return true
  if (created.size === 0) return false
  for (let end = real.lastIndexOf('/'); end > 0; end = real.lastIndexOf('/', end - 1)) {
    if (created.has(real.slice(0, end))) return true
  }
  return false
}

/** Asks git, which costs more than all the rest: only when somebody wants to know. */
function askedOnce(real: string, tags: readonly PathTag[], around: Around): () => Recoverable {
  let answer: Recoverable | undefined
  return () => {
    answer ??= recoverable(real, tags, around)
    return answer
  }
}

function recoverable(real: string, tags: readonly PathTag[], around: Around): Recoverable {
  const { facts } = around
  switch (facts.tracked(real)) {
    case 'tracked-clean':
      return 'yes'
    case 'ignored':
      return tags.includes('build-artefact') || isVendored(real, around) ? 'yes' : 'unknown'
    case 'tracked-dirty':
    case 'untracked':
      return 'no'
    case 'unknown':
      return isArtefact(real, tags, around) || isVendored(real, around) ? 'yes' : 'unknown'
  }
}

const FETCHED: ReadonlyMap<string, readonly string[]> = new Map([
  ['vendor', ['go.mod', 'composer.json', 'Gemfile']],
  ['deps', ['mix.exs', 'rebar.config']],
])

/** A folder beside the manifest that fills it; where nothing is known of the machine, the project's own. */
function isVendored(real: string, { facts, places }: Around): boolean {
  const above = real.slice(0, real.lastIndexOf('/'))
  const manifests = FETCHED.get(real.slice(above.length + 1))
  if (!manifests) return false
  if (!places.roots.some((root) => root !== '/' && (above === root || isInside(above, root)))) return false
  if (!facts.live) return above === facts.projectRoot
  return manifests.some((name) => facts.file(`${above}/${name}`).kind === 'file')
}

function isArtefact(real: string, tags: readonly PathTag[], { facts, places }: Around): boolean {
  if (!tags.includes('build-artefact')) return false
  const tracked = facts.tracked(real)
  if (tracked === 'tracked-dirty' || tracked === 'untracked') return false
  return places.roots.some((root) => root !== '/' && isInside(real, root))
}

const MAX_STEPS = 16

function throughLinks(path: string, { links }: SessionFacts): string {
  if (links === undefined || links.size === 0) return path
  let at = path
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = oneStep(at, links)
    if (next === undefined) return at
    at = next
  }
  return at
}

function oneStep(path: string, links: ReadonlyMap<string, string>): string | undefined {
  for (let end = path.indexOf('/', 1); ; end = path.indexOf('/', end + 1)) {
    const above = end < 0 ? path : path.slice(0, end)
    const target = links.get(above)
    if (target !== undefined && target !== above)
      return `${target === '/' ? '' : target}${path.slice(above.length)}` || '/'
    if (end < 0) return undefined
  }
}

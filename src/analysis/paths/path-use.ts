import type { Facts, SessionFacts } from '../facts.ts'
import { gateTagsByEnding } from '../gate/gate-places.ts'
import { matchesShellPattern } from '../text/pattern.ts'
import { canonicalPath, normalizePath, shareHost } from './canonical-path.ts'
import { tagsOf } from './path-tags.ts'
import { isInside, notablePathsBelow, type Places, placesOf, zoneOf } from './path-zones.ts'
import { type PathTag, type PathUse, RECOVERABLE, type Recoverable, type Zone } from './paths.ts'

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
export function linkItself(path: PathUse): PathUse {
  if (path.link === undefined || path.text.endsWith('/')) return path
  return { ...path, ...path.link, tags: [], sessionMade: true, recoverable: RECOVERABLE.yes }
}

/** `from` is undefined when the directory is not known. */
export function pathUse(given: PathText, from: string | undefined, facts: Facts): PathUse {
  const places = placesOf(facts)
  const path = withoutProcLinks(given, from)
  return path.dynamic || path.glob
    ? patternPathUse(path, from, { facts, places })
    : exactPathUse(path, from, { facts, places })
}

/** A path whose every letter is known: none of it is a pattern. */
export function knownPathUse(text: string, from: string | undefined, facts: Facts): PathUse {
  return pathUse({ known: text, text, glob: false, dynamic: false }, from, facts)
}

/** A process's own links to where it is and to the root of all, also where a pattern follows. */
function withoutProcLinks(path: PathText, from: string | undefined): PathText {
  if (!path.known.includes('/proc/')) return path
  const link = /^\/+proc\/+(?:self|thread-self|\d+)\/+(?:\.\/+)*(cwd|root)(?=\/|$)/.exec(path.known)
  if (!link) return path
  const rest = path.known.slice(link[0].length)
  if (link[1] === 'root') return { ...path, known: rest === '' ? '/' : rest, text: path.text ?? path.known }
  if (from === undefined) return { ...path, known: `\0${rest}`, text: undefined, dynamic: true }
  return { ...path, known: `${from}${rest}`, text: path.text ?? path.known }
}

/** Descriptors belong to the process that opens them: what they mean in this one says nothing. */
const DESCRIPTOR_PATH = /^\/(?:dev|proc\/(?:self|thread-self|\d+))\/fd\//

const MAX_LENGTH = 4_096

interface PathContext {
  readonly facts: Facts
  readonly places: Places
}

function exactPathUse(path: PathText, from: string | undefined, { facts, places }: PathContext): PathUse {
  const lexical = absolutePath(path.known, from, places)
  const text = path.text ?? path.known
  if (lexical === undefined || lexical.length > MAX_LENGTH) return unresolvedPathUse(path, text)
  const wrappers = followSessionLinks(lexical, facts.session)
  const followed = wrappers === lexical ? lexical : normalizePath(wrappers)
  const found = followed.includes('/fd/') && DESCRIPTOR_PATH.test(followed) ? undefined : facts.realPath(followed)
  const real = found === undefined ? followed : normalizePath(canonicalPath(found, places))
  const named = real === lexical ? tagsOf(lexical, facts) : tagsBehindLink(tagsOf(lexical, facts), tagsOf(real, facts))
  const kept = holdsGateKey(real, named, facts) ? tagsBehindLink(named, GATE_SECRET_TAGS) : named
  const tags = holdsCopiedSecret(real, facts) && !kept.includes('secret') ? [...kept, 'secret' as const] : kept
  const sessionMade = isMadeBySession(real, facts)
  const use: PathUse = {
    text,
    real,
    zone: zoneOf(real, places),
    tags,
    glob: false,
    dynamic: false,
    sessionMade,
    recoverable: sessionMade ? RECOVERABLE.yes : memoizedRecoverable(real, tags, { facts, places }),
  }
  const beyond = nonFileTarget(real, places)
  const link = facts.session.links?.has(lexical) ? { real: lexical, zone: zoneOf(lexical, places) } : undefined
  return beyond || link ? { ...use, ...(link && { link }), ...(beyond && { beyond }) } : use
}

/** An earlier call put a secret there that this session did not write itself. */
function holdsCopiedSecret(real: string, { session }: Facts): boolean {
  return session.carriers?.has(real) === true && session.written.get(real) === undefined
}

const GATE_SECRET_TAGS: readonly PathTag[] = ['secret', 'gate-secret']

/** Settings of ours are for reading, unless a model's key stands in them. */
function holdsGateKey(real: string, tags: readonly PathTag[], facts: Facts): boolean {
  if (!tags.includes('gate-own') || !real.endsWith('settings.json')) return false
  const fact = facts.text(real)
  return fact.kind === 'text' && fact.text.includes('"apiKey"')
}

/** Opening a share of another machine logs in there; one that the project itself lies on is known. */
function nonFileTarget(real: string, { roots, windows }: Places): PathUse['beyond'] {
  if (windows && /^\/dev\/(?!null$|nul$|std\w+$|fd\/|tty$)/i.test(real)) return { kind: 'device' }
  const host = shareHost(real)
  return host === undefined || roots.some((root) => shareHost(root) === host) ? undefined : { kind: 'share', host }
}

function unresolvedPathUse(path: PathText, text: string): PathUse {
  const { glob, dynamic } = path
  return {
    text,
    real: undefined,
    zone: 'unknown',
    tags: gateTagsByEnding(path.known),
    glob,
    dynamic,
    sessionMade: false,
    recoverable: RECOVERABLE.unknown,
  }
}

/** A path with globs or unknown parts: told by the directory that is certain, and by what the rest may meet. */
function patternPathUse(path: PathText, from: string | undefined, around: PathContext): PathUse {
  const { facts, places } = around
  const known = resolveDotSegments(withoutRepeatedFolder(path.known))
  const text = path.text ?? path.known.replaceAll('\0', '…')
  const cut = known.search(path.glob ? /[\0*?[]/ : /\0/)
  const slash = known.lastIndexOf('/', cut < 0 ? known.length : cut)
  const directory = cut < 0 ? known : known.slice(0, slash + 1)
  const rest = cut < 0 ? '' : known.slice(slash + 1)
  const emptied = path.mayBeEmpty === true && path.dynamic ? zoneIfEmpty(path, from, places) : undefined
  const startsUnknown = path.dynamic && directory === '' && rest.startsWith('\0')
  const base = startsUnknown ? undefined : absolutePath(directory === '' ? '.' : directory, from, places)
  if (base === undefined || base.length + rest.length > MAX_LENGTH)
    return { ...unresolvedPathUse(path, text), zone: emptied ?? 'unknown' }
  const followed = normalizePath(followSessionLinks(base, facts.session))
  const found = facts.realPath(followed)
  const real = found === undefined ? followed : normalizePath(canonicalPath(found, places))
  const named = tagsOf(joinPath(base, rest), facts)
  const tags = real === base ? named : tagsBehindLink(named, tagsOf(joinPath(real, rest), facts))
  const sessionMade = isMadeBySession(real, facts) && zoneOf(real, places) !== 'project-root'
  return {
    text,
    real: undefined,
    zone: emptied ?? patternZone(real, rest, path, places),
    tags,
    glob: path.glob,
    dynamic: path.dynamic,
    sessionMade,
    recoverable: sessionMade || isBuildArtifact(real, tags, around) ? RECOVERABLE.yes : RECOVERABLE.unknown,
  }
}

/** `$d/$f` with `f` of `$(ls $d)`: a listing prints names, and its words are taken as paths below what it lists. */
function withoutRepeatedFolder(known: string): string {
  return known.includes('//') && known.length < MAX_LENGTH ? known.replace(/^([/~].*?)\/+(?=\1\/)/, '') : known
}

/** Steps back over a glob cancel it; over an unknown part they cannot be followed. */
function resolveDotSegments(known: string): string {
  return /(?:^|\/)\.\.(?:\/|$)/.test(known) && !known.includes('\0') ? normalizePath(known) : known
}

function joinPath(directory: string, rest: string): string {
  return directory === '/' ? `/${rest}` : `${directory}/${rest}`
}

function matchesEverything(rest: string): boolean {
  return /^(?:\.?\*+|\.\[[^\]]*\]\*+|\.\.\?\*+|\{\*,\.\*\})\/?$/.test(rest)
}

function patternZone(directory: string, rest: string, path: PathText, places: Places): Zone {
  if (rest === '') return zoneOf(directory, places)
  if (/(?:^|\/)\.\.(?:\/|$)/.test(rest)) return 'unknown'
  if (path.glob && matchesEverything(rest)) return zoneOf(directory, places)
  const first = rest.split('/', 1)[0] ?? ''
  if (first.includes('\0'))
    return directory === '/' ? 'unknown' : zoneOf(joinPath(directory, rest.replaceAll('\0', 'x')), places)
  const met = notablePathsBelow(directory, places).filter((place) => patternReaches(directory, rest, place))
  return mostSevereZone([...met.map((place) => zoneOf(place, places)), zoneOf(joinPath(directory, 'x'), places)])
}

function patternReaches(directory: string, rest: string, place: string): boolean {
  const below = place.slice(directory === '/' ? 1 : directory.length + 1)
  const inside = rest.replace(/\/\.?$/, '')
  const trimmed = inside.replace(/\/\.?\*+$/, '')
  if (below.split('/').length !== trimmed.split('/').length) return false
  return matchesShellPattern(trimmed.replaceAll('\0', '*'), below) ?? false
}

const ZONES_BY_SEVERITY: readonly Zone[] = [
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

function mostSevereZone(zones: readonly Zone[]): Zone {
  return zones.reduce((left, right) =>
    ZONES_BY_SEVERITY.indexOf(right) > ZONES_BY_SEVERITY.indexOf(left) ? right : left,
  )
}

/** The one where more is at stake; the second when there is no difference. */
export function stricterPath(left: PathUse, right: PathUse): PathUse {
  return ZONES_BY_SEVERITY.indexOf(left.zone) > ZONES_BY_SEVERITY.indexOf(right.zone) ? left : right
}

/** The zone if the unknown parts are empty; only where that is far worse than what was meant. */
function zoneIfEmpty(path: PathText, from: string | undefined, places: Places): Zone | undefined {
  const known = path.known.replaceAll('\0', '')
  if (known === '') return undefined
  const all = path.glob && known.endsWith('*')
  const start = path.glob ? known.slice(0, Math.max(0, known.search(/[*?[]/))) : known
  const base = absolutePath(all && start === '' ? '.' : start, from, places)
  if (base === undefined || (path.glob && !matchesEverything(known.slice(start.length)))) return undefined
  const zone = zoneOf(base, places)
  return zone === 'root' || zone === 'home-root' || /^\/(?:usr|etc|boot|home)$/.test(base) ? zone : undefined
}

function absolutePath(text: string, from: string | undefined, places: Places): string | undefined {
  const plain = canonicalPath(text, places)
  if (plain === '~' || plain.startsWith('~/')) return normalizePath(places.home + plain.slice(1))
  if (plain.startsWith('/')) return normalizePath(plain)
  if (/^[A-Za-z]:[\\/]/.test(plain)) return normalizePath(drivePath(plain, places))
  if (from === undefined) return undefined
  return normalizePath(`${canonicalPath(from, places)}/${plain}`)
}

/** A drive as a Linux beside Windows sees it: below `/mnt` where the project itself is. */
function drivePath(path: string, places: Places): string {
  const plain = canonicalPath(path, { windows: true, folded: true })
  return [places.cwd, ...places.roots].some((root) => /^\/mnt\/[a-z]\//.test(root)) ? `/mnt${plain}` : plain
}

/** What a link is called says nothing good of what lies behind it. */
export function tagsBehindLink(named: readonly PathTag[], real: readonly PathTag[]): readonly PathTag[] {
  return [...new Set([...named.filter((tag) => tag !== 'build-artefact'), ...real])]
}

function isMadeBySession(real: string, facts: Facts): boolean {
  const { created, written } = facts.session
  if (written.has(real) || created.has(real)) return true
  if (created.size === 0) return false
  for (let end = real.lastIndexOf('/'); end > 0; end = real.lastIndexOf('/', end - 1)) {
    if (created.has(real.slice(0, end))) return true
  }
  return false
}

/** Asks git, which costs more than all the rest: only when somebody wants to know. */
function memoizedRecoverable(real: string, tags: readonly PathTag[], around: PathContext): () => Recoverable {
  let answer: Recoverable | undefined
  return () => {
    answer ??= classifyRecoverable(real, tags, around)
    return answer
  }
}

function classifyRecoverable(real: string, tags: readonly PathTag[], around: PathContext): Recoverable {
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
      return isBuildArtifact(real, tags, around) || isVendored(real, around) ? 'yes' : 'unknown'
  }
}

const VENDOR_MANIFESTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['vendor', ['go.mod', 'composer.json', 'Gemfile']],
  ['deps', ['mix.exs', 'rebar.config']],
])

/** A folder beside the manifest that fills it; where nothing is known of the machine, the project's own. */
function isVendored(real: string, { facts, places }: PathContext): boolean {
  const above = real.slice(0, real.lastIndexOf('/'))
  const manifests = VENDOR_MANIFESTS.get(real.slice(above.length + 1))
  if (!manifests) return false
  if (!places.roots.some((root) => root !== '/' && (above === root || isInside(above, root)))) return false
  if (!facts.live) return above === facts.projectRoot
  return manifests.some((name) => facts.file(`${above}/${name}`).kind === 'file')
}

function isBuildArtifact(real: string, tags: readonly PathTag[], { facts, places }: PathContext): boolean {
  if (!tags.includes('build-artefact')) return false
  const tracked = facts.tracked(real)
  if (tracked === 'tracked-dirty' || tracked === 'untracked') return false
  return places.roots.some((root) => root !== '/' && isInside(real, root))
}

const MAX_LINK_STEPS = 16

function followSessionLinks(path: string, { links }: SessionFacts): string {
  if (links === undefined || links.size === 0) return path
  let at = path
  for (let step = 0; step < MAX_LINK_STEPS; step++) {
    const next = followOneLink(at, links)
    if (next === undefined) return at
    at = next
  }
  return at
}

function followOneLink(path: string, links: ReadonlyMap<string, string>): string | undefined {
  for (let end = path.indexOf('/', 1); ; end = path.indexOf('/', end + 1)) {
    const above = end < 0 ? path : path.slice(0, end)
    const target = links.get(above)
    if (target !== undefined && target !== above)
      return `${target === '/' ? '' : target}${path.slice(above.length)}` || '/'
    if (end < 0) return undefined
  }
}

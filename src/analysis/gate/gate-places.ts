import type { Facts, GatePlace } from '../facts.ts'
import { matchesGlob } from '../paths/path-tag-tree.ts'
import type { PathTag } from '../paths/paths.ts'

/** Where names are looked at: folded, as they stand in a path. */
export interface GateRoots {
  readonly own: readonly GatePlace[] | undefined
  readonly homeParts: readonly string[]
  readonly projectParts: readonly string[]
}

const TAGS_BY_KIND: Readonly<Record<GatePlace['kind'], readonly PathTag[]>> = {
  package: ['gate-own', 'gate-program'],
  state: ['gate-own'],
  node: ['gate-node'],
  entry: ['gate-entry'],
}

/** Files that lie below such a place, for patterns that reach into it from far above: `find ~ -name '*.cjs' -delete`. */
const FILES_BY_KIND: Readonly<Record<GatePlace['kind'], readonly string[]>> = {
  package: ['hook.cjs', 'cli.cjs', 'index.js', 'irongate.js', 'package.json', 'build'],
  state: ['settings.json', 'installs.json', 'trust.jsonl', 'a.key', 'a.sock', 'irongate'],
  node: [],
  entry: [],
}

/** What the gate is made of: known places of this machine, and any place with the name and shape of one. */
export function gateTags(names: readonly string[], ground: GateRoots): readonly PathTag[] {
  const found: PathTag[] = []
  if (names.some(couldBeGateName)) found.push(...tagsByShape(names, ground))
  if (found.length === 0 && mayMeetOurs(names, ground)) found.push('gate-perhaps')
  for (const { place, parts } of placePartsOf(ground.own)) {
    const relation = placeRelation(names, parts, FILES_BY_KIND[place.kind])
    if (relation === 'inside') found.push(...TAGS_BY_KIND[place.kind])
    if (relation === 'inside' && place.kind === 'state') found.push(...secretTagsOfPattern(names, parts.length))
    if (relation === 'holds') found.push('gate-holder')
  }
  return found
}

/** Of a path whose beginning is not known only its end tells: `$(npm root -g)/irongate/dist/hook.cjs`. */
export function gateTagsByEnding(known: string): readonly PathTag[] {
  const names = pathNames(known.toLowerCase())
  if (!names.some(couldBeGateName)) return []
  const at = names.indexOf(PROGRAM_NAME)
  const program = at >= 0 && RUNNING_FOLDERS.has(names[at + 1] ?? '')
  const found = tagsByShape(names, { own: undefined, homeParts: [], projectParts: ['\0'] })
  return program && !found.includes('gate-program') ? [...found, ...TAGS_BY_KIND.package] : found
}

const PROGRAM_NAME = 'irongate'
const STATE_FOLDER = '.irongate'
/** What of the package runs, or says what runs. The rest is for reading. */
const RUNNING_FOLDERS: ReadonlySet<string> = new Set(['dist', 'bin', 'hooks'])

function couldBeGateName(name: string): boolean {
  return name.includes('irongate') || isGatePattern(name)
}

/** A pattern that was written with our names in mind; `*` meets them by chance. */
function isGatePattern(name: string): boolean {
  if (!isWildcard(name)) return false
  const letters = name.replace(/[*?\0.]|\[[^\]]*\]/g, '')
  return letters.length >= 2 && (matchesName(PROGRAM_NAME, name) || matchesName(STATE_FOLDER, name))
}

function matchesGateName(ours: string, name: string | undefined): boolean {
  return name === ours || (name !== undefined && isGatePattern(name) && matchesName(ours, name))
}

function tagsByShape(names: readonly string[], ground: GateRoots): readonly PathTag[] {
  const program = programIndex(names)
  if (program !== undefined) return TAGS_BY_KIND.package
  const folder = names.findIndex((name) => matchesGateName(STATE_FOLDER, name))
  if (folder < 0) return []
  return [
    ...TAGS_BY_KIND.state,
    ...(isProjectSettingsFolder(names, folder, ground) ? [] : secrecyTags(names.slice(folder + 1))),
  ]
}

/** Where an installed copy of the package, or its program, ends in a path: behind that name lie its own files. */
function programIndex(names: readonly string[]): number | undefined {
  const at = names.findIndex((name, index) => matchesGateName(PROGRAM_NAME, name) && isInstalledIn(names, index))
  return at < 0 ? undefined : at
}

/** Where it lies is not known, and a pattern reaches among the packages, or their launchers, that a package manager keeps for everybody. */
function mayMeetOurs(names: readonly string[], { own, homeParts, projectParts }: GateRoots): boolean {
  const at = names.findIndex(isWildcard)
  const name = names[at]
  if (name === undefined || startsWithParts(projectParts, names)) return false
  if (name !== '\0' && name !== '**' && !matchesName(PROGRAM_NAME, name)) return false
  const folder = names.slice(0, at)
  const known = placePartsOf(own).filter(({ place }) => place.kind === 'package')
  if (known.length > 0)
    return known.some(
      ({ parts }) =>
        holdsProgram(folder, parts) ||
        (name === '\0' && startsWithParts(folder, parts) && reachesDown(names, folder, homeParts)),
    )
  if (folder.at(-1) === 'node_modules') return folder.includes('lib') || folder.includes('global')
  return folder.at(-1) === 'bin' && startsWithParts(homeParts, folder) && folder.some((each) => NODE_FOLDERS.test(each))
}

/** What a search below a folder of tools finds may be ours; from higher up only what is called like a file of ours: `find ~ -name hook.cjs`. */
function reachesDown(names: readonly string[], folder: readonly string[], homeParts: readonly string[]): boolean {
  if (folder.length > homeParts.length) return true
  const last = names.at(-1)
  return last !== undefined && last !== '\0' && FILES_BY_KIND.package.some((ours) => matchesName(ours, last))
}

/** The folder that the package itself lies in, or the one beside it that a package manager puts its launcher in. */
function holdsProgram(folder: readonly string[], parts: readonly string[]): boolean {
  const above = parts.slice(0, -1)
  const launchers =
    above.at(-1) === 'node_modules' ? [...above.slice(0, above.at(-2) === 'lib' ? -2 : -1), 'bin'] : above
  const isSame = (place: readonly string[]) => place.length === folder.length && startsWithParts(place, folder)
  return isSame(above) || isSame(launchers)
}

/** Folders of a home that Node's package and version managers keep things in. */
const NODE_FOLDERS = /^\.?(?:npm(?:-\w+)?|node(?:-\w+|js)?|nvm|n|fnm|volta|pnpm|yarn|bun|nodenv|asdf|mise)$/

/** Folders that package managers and hosts keep installed packages in. A checkout of the sources lies in none of them. */
function isInstalledIn(names: readonly string[], at: number): boolean {
  const before = names[at - 1]
  if (before === 'node_modules') return true
  if (before === 'bin' || before === '.bin') return at === names.length - 1
  if (before === 'packages') return names.includes('.volta')
  if (before === 'lib') return at === 3 && names[0] === 'usr' && names[1] === 'local'
  return names.indexOf('plugins') > names.indexOf('.claude') && names.includes('.claude')
}

/**
 * The files of `~/.irongate` that an agent may read by name. INVARIANT: what is not listed is a secret, such as keys, sockets,
 * the approval secret and what people said; Records are shown by `irongate log`.
 */
const READABLE_STATE_FILES: ReadonlySet<string> = new Set([
  'settings.json',
  'flags.json',
  'installs.json',
  'trust.jsonl',
  'bin',
  'bin/irongate',
])

/** Folders of secrets: their names may be listed, what lies in them is not read. */
const LISTABLE_STATE_FOLDERS: ReadonlySet<string> = new Set(['', 'run', 'state', 'cache'])

function secrecyTags(below: readonly string[]): readonly PathTag[] {
  const place = below.join('/')
  if (READABLE_STATE_FILES.has(place)) return []
  return LISTABLE_STATE_FOLDERS.has(place) ? ['gate-secret'] : ['gate-secret', 'secret']
}

/** A project's own `.irongate` holds settings only. */
function isProjectSettingsFolder(
  names: readonly string[],
  folder: number,
  { projectParts, homeParts }: GateRoots,
): boolean {
  const inProject = projectParts.length > 0 && startsWithParts(projectParts, names.slice(0, folder))
  const isHome = projectParts.length === homeParts.length && startsWithParts(projectParts, homeParts)
  return inProject && !isHome
}

function startsWithParts(start: readonly string[], names: readonly string[]): boolean {
  return start.length <= names.length && start.every((name, at) => names[at] === name)
}

/** Does a path lie in a place, or does the place lie in what it names? */
function placeRelation(
  names: readonly string[],
  place: readonly string[],
  files: readonly string[],
): 'inside' | 'holds' | undefined {
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? ''
    if (name === '**') return matchesBelow(names[at + 1], [...place.slice(at), ...files]) ? 'inside' : undefined
    const part = place[at]
    if (part === undefined) return 'inside'
    if (!matchesName(part, name)) return undefined
  }
  return names.length >= place.length ? 'inside' : 'holds'
}

const SECRET_FILE_NAMES: readonly string[] = ['a.key', 'a.sock', 'a.jsonl', 'a.secret', 'approval-secret', 'token']

/** Every file below a folder above counts, or every one with the name of a secret: `find ~ -type f -exec cat {} +`. */
function secretTagsOfPattern(names: readonly string[], depth: number): readonly PathTag[] {
  const at = names.indexOf('**')
  if (at < 0 || at >= depth) return secrecyTags(names.slice(depth))
  return matchesBelow(names[at + 1], SECRET_FILE_NAMES) ? ['gate-secret', 'secret'] : []
}

function matchesBelow(pattern: string | undefined, below: readonly string[]): boolean {
  return pattern === undefined || pattern === '**' || below.some((name) => matchesName(name, pattern))
}

/** The shell's wildcards do not match a leading dot; a name of which nothing is known meets nothing by itself. */
function matchesName(part: string, name: string): boolean {
  if (part === name) return true
  if (!isWildcard(name) || name === '\0') return false
  return !(part.startsWith('.') && /^[*?[]/.test(name)) && matchesGlob(part, name)
}

function isWildcard(name: string): boolean {
  return name.includes('*') || name.includes('?') || name.includes('[') || name.includes('\0')
}

function pathNames(path: string): string[] {
  return path.split('/').filter((name) => name !== '')
}

interface PlaceParts {
  readonly place: GatePlace
  readonly parts: readonly string[]
}

const NO_PLACES: readonly PlaceParts[] = []
const PLACE_PARTS_CACHE = new WeakMap<readonly GatePlace[], readonly PlaceParts[]>()

function placePartsOf(own: readonly GatePlace[] | undefined): readonly PlaceParts[] {
  if (own === undefined || own.length === 0) return NO_PLACES
  const known = PLACE_PARTS_CACHE.get(own)
  if (known) return known
  const placed = own.map((place) => ({ place, parts: pathNames(place.path.toLowerCase()) }))
  PLACE_PARTS_CACHE.set(own, placed)
  return placed
}

/** Is this the folder that a known package lies in directly? What is unpacked there may replace the package. */
export function isPackageParent(real: string, { own = [] }: Pick<Facts, 'own'>): boolean {
  const folder = real.toLowerCase()
  return own.some(
    ({ path, kind }) => kind === 'package' && path.slice(0, path.lastIndexOf('/')).toLowerCase() === folder,
  )
}

/** The parts of a package folder that run: the folder itself, and what starts or is started. */
export function isProgramPart(path: string): boolean {
  const names = pathNames(path.toLowerCase())
  const at = programIndex(names) ?? names.lastIndexOf(PROGRAM_NAME)
  if (at < 0) return true
  const next = names[at + 1]
  return next === undefined || RUNNING_FOLDERS.has(next) || isWildcard(next)
}

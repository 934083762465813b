import type { Facts, OwnPlace } from './facts.ts'
import { fits } from './path-tag-tree.ts'
import type { PathTag } from './paths.ts'

/** Where names are looked at: folded, as they stand in a path. */
export interface OwnGround {
  readonly own: readonly OwnPlace[] | undefined
  readonly homeParts: readonly string[]
  readonly projectParts: readonly string[]
}

const TAG: Readonly<Record<OwnPlace['kind'], readonly PathTag[]>> = {
  package: ['gate-own', 'gate-program'],
  state: ['gate-own'],
  node: ['gate-node'],
  entry: ['gate-entry'],
}

/** Files that lie below such a place, for patterns that reach into it from far above: `find ~ -name '*.cjs' -delete`. */
const FILES: Readonly<Record<OwnPlace['kind'], readonly string[]>> = {
  package: ['hook.cjs', 'cli.cjs', 'index.js', 'irongate.js', 'package.json', 'build'],
  state: ['settings.json', 'installs.json', 'trust.jsonl', 'a.key', 'a.sock', 'irongate'],
  node: [],
  entry: [],
}

/** What the gate is made of: known places of this machine, and any place with the name and shape of one. */
export function ownTags(names: readonly string[], ground: OwnGround): readonly PathTag[] {
  const found: PathTag[] = []
  if (names.some(mayBeOurs)) found.push(...byShape(names, ground))
  if (found.length === 0 && mayMeetOurs(names, ground)) found.push('gate-perhaps')
  for (const { place, parts } of placesOf(ground.own)) {
    const relation = relationOf(names, parts, FILES[place.kind])
    if (relation === 'inside') found.push(...TAG[place.kind])
    if (relation === 'inside' && place.kind === 'state') found.push(...reachedSecrets(names, parts.length))
    if (relation === 'holds') found.push('gate-holder')
  }
  return found
}

/** Of a path whose beginning is not known only its end tells: `$(npm root -g)/irongate/dist/hook.cjs`. */
export function unplacedTags(known: string): readonly PathTag[] {
  const names = namesOf(known.toLowerCase())
  if (!names.some(mayBeOurs)) return []
  const at = names.indexOf(NAME)
  const program = at >= 0 && PARTS.has(names[at + 1] ?? '')
  const found = byShape(names, { own: undefined, homeParts: [], projectParts: ['\0'] })
  return program && !found.includes('gate-program') ? [...found, ...TAG.package] : found
}

const NAME = 'irongate'
const FOLDER = '.irongate'
/** What of the package runs, or says what runs. The rest is for reading. */
const PARTS: ReadonlySet<string> = new Set(['dist', 'bin', 'hooks'])

function mayBeOurs(name: string): boolean {
  return name.includes('irongate') || isTellingPattern(name)
}

/** A pattern that was written with our names in mind; `*` meets them by chance. */
function isTellingPattern(name: string): boolean {
  if (!isWild(name)) return false
  const letters = name.replace(/[*?\0.]|\[[^\]]*\]/g, '')
  return letters.length >= 2 && (meets(NAME, name) || meets(FOLDER, name))
}

function isOurs(ours: string, name: string | undefined): boolean {
  return name === ours || (name !== undefined && isTellingPattern(name) && meets(ours, name))
}

function byShape(names: readonly string[], ground: OwnGround): readonly PathTag[] {
  const program = programAt(names)
  if (program !== undefined) return TAG.package
  const folder = names.findIndex((name) => isOurs(FOLDER, name))
  if (folder < 0) return []
  return [...TAG.state, ...(isProjects(names, folder, ground) ? [] : secrecyOf(names.slice(folder + 1)))]
}

/** Where an installed copy of the package, or its program, ends in a path: behind that name lie its own files. */
function programAt(names: readonly string[]): number | undefined {
  const at = names.findIndex((name, index) => isOurs(NAME, name) && isInstalledIn(names, index))
  return at < 0 ? undefined : at
}

/** Where it lies is not known, and a pattern reaches among the packages, or their launchers, that a package manager keeps for everybody. */
function mayMeetOurs(names: readonly string[], { own, homeParts, projectParts }: OwnGround): boolean {
  const at = names.findIndex(isWild)
  const name = names[at]
  if (name === undefined || isStart(projectParts, names) || own?.some(({ kind }) => kind === 'package')) return false
  if (name !== '\0' && name !== '**' && !meets(NAME, name)) return false
  const folder = names.slice(0, at)
  if (folder.at(-1) === 'node_modules') return folder.includes('lib') || folder.includes('global')
  return folder.at(-1) === 'bin' && isStart(homeParts, folder) && folder.some((each) => NODE_FOLDERS.test(each))
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
const READABLE: ReadonlySet<string> = new Set([
  'settings.json',
  'flags.json',
  'installs.json',
  'trust.jsonl',
  'bin',
  'bin/irongate',
])

/** Folders of secrets: their names may be listed, what lies in them is not read. */
const FOLDERS: ReadonlySet<string> = new Set(['', 'run', 'state', 'cache'])

function secrecyOf(below: readonly string[]): readonly PathTag[] {
  const place = below.join('/')
  if (READABLE.has(place)) return []
  return FOLDERS.has(place) ? ['gate-secret'] : ['gate-secret', 'secret']
}

/** A project's own `.irongate` holds settings only. */
function isProjects(names: readonly string[], folder: number, { projectParts, homeParts }: OwnGround): boolean {
  const inProject = projectParts.length > 0 && isStart(projectParts, names.slice(0, folder))
  const isHome = projectParts.length === homeParts.length && isStart(projectParts, homeParts)
  return inProject && !isHome
}

function isStart(start: readonly string[], names: readonly string[]): boolean {
  return start.length <= names.length && start.every((name, at) => names[at] === name)
}

/** Does a path lie in a place, or does the place lie in what it names? */
function relationOf(
  names: readonly string[],
  place: readonly string[],
  files: readonly string[],
): 'inside' | 'holds' | undefined {
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? ''
    if (name === '**') return reaches(names[at + 1], [...place.slice(at), ...files]) ? 'inside' : undefined
    const part = place[at]
    if (part === undefined) return 'inside'
    if (!meets(part, name)) return undefined
  }
  return names.length >= place.length ? 'inside' : 'holds'
}

const SECRETS: readonly string[] = ['a.key', 'a.sock', 'a.jsonl', 'a.secret', 'approval-secret', 'token']

/** Every file below a folder above counts, or every one with the name of a secret: `find ~ -type f -exec cat {} +`. */
function reachedSecrets(names: readonly string[], depth: number): readonly PathTag[] {
  const at = names.indexOf('**')
  if (at < 0 || at >= depth) return secrecyOf(names.slice(depth))
  return reaches(names[at + 1], SECRETS) ? ['gate-secret', 'secret'] : []
}

function reaches(pattern: string | undefined, below: readonly string[]): boolean {
  return pattern === undefined || pattern === '**' || below.some((name) => meets(name, pattern))
}

/** The shell's wildcards do not match a leading dot; a name of which nothing is known meets nothing by itself. */
function meets(part: string, name: string): boolean {
  if (part === name) return true
  if (!isWild(name) || name === '\0') return false
  return !(part.startsWith('.') && /^[*?[]/.test(name)) && fits(part, name)
}

function isWild(name: string): boolean {
  return name.includes('*') || name.includes('?') || name.includes('[') || name.includes('\0')
}

function namesOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '')
}

interface Placed {
  readonly place: OwnPlace
  readonly parts: readonly string[]
}

const NONE: readonly Placed[] = []
const PLACED = new WeakMap<readonly OwnPlace[], readonly Placed[]>()

function placesOf(own: readonly OwnPlace[] | undefined): readonly Placed[] {
  if (own === undefined || own.length === 0) return NONE
  const known = PLACED.get(own)
  if (known) return known
  const placed = own.map((place) => ({ place, parts: namesOf(place.path.toLowerCase()) }))
  PLACED.set(own, placed)
  return placed
}

/** Is this the folder that a known package lies in directly? What is unpacked there may replace the package. */
export function isOverPackage(real: string, { own = [] }: Pick<Facts, 'own'>): boolean {
  const folder = real.toLowerCase()
  return own.some(
    ({ path, kind }) => kind === 'package' && path.slice(0, path.lastIndexOf('/')).toLowerCase() === folder,
  )
}

/** The parts of a package folder that run: the folder itself, and what starts or is started. */
export function isProgramPart(path: string): boolean {
  const names = namesOf(path.toLowerCase())
  const at = programAt(names) ?? names.lastIndexOf(NAME)
  if (at < 0) return true
  const next = names[at + 1]
  return next === undefined || PARTS.has(next) || isWild(next)
}

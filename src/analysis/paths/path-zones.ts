import type { Facts } from '../facts.ts'
import { canonicalPath, normalizePath, type PathSpelling } from './canonical-path.ts'
import type { Zone } from './paths.ts'

const SYSTEM_FOLDERS = [
  '/bin',
  '/boot',
  '/etc',
  '/lib',
  '/lib32',
  '/lib64',
  '/opt',
  '/sbin',
  '/srv',
  '/usr',
  '/var',
  '/System',
  '/Library',
  '/Applications',
  '/snap',
  '/run',
  '/c/Windows',
  '/c/Program Files',
  '/c/Program Files (x86)',
  '/c/ProgramData',
]
const DEVICE_FOLDERS = ['/dev', '/proc', '/sys']
const HOME_PARENTS = ['/home', '/Users', '/c/Users']

export interface Places extends PathSpelling {
  readonly home: string
  readonly roots: readonly string[]
  readonly temporary: readonly string[]
  readonly cwd: string
}

export function placesOf(facts: Facts): Places {
  if (lastPlaces && isSamePlace(lastPlaces.facts, facts)) return lastPlaces.places
  const windows = facts.platform === 'win32' || isDrive(facts.cwd) || isDrive(facts.projectRoot)
  const folded = facts.caseInsensitive || windows
  const clean = (path: string) => normalizePath(canonicalPath(path, { windows, folded }))
  const places: Places = {
    windows,
    folded,
    home: clean(facts.home),
    roots: [facts.projectRoot, facts.cwd, ...facts.workingDirectories].map(clean),
    temporary: facts.temporaryDirectories.map(clean),
    cwd: clean(facts.cwd),
  }
  lastPlaces = { facts: pickPlaceFacts(facts), places }
  return places
}

type PlaceFacts = Pick<
  Facts,
  'platform' | 'caseInsensitive' | 'home' | 'cwd' | 'projectRoot' | 'workingDirectories' | 'temporaryDirectories'
>

/** Calls of one session come from one place, with facts of their own each. */
let lastPlaces: { readonly facts: PlaceFacts; readonly places: Places } | undefined

function pickPlaceFacts(facts: Facts): PlaceFacts {
  const { platform, caseInsensitive, home, cwd, projectRoot, workingDirectories, temporaryDirectories } = facts
  return { platform, caseInsensitive, home, cwd, projectRoot, workingDirectories, temporaryDirectories }
}

function isSamePlace(left: PlaceFacts, right: PlaceFacts): boolean {
  return (
    left.cwd === right.cwd &&
    left.projectRoot === right.projectRoot &&
    left.home === right.home &&
    left.platform === right.platform &&
    left.caseInsensitive === right.caseInsensitive &&
    isSameList(left.workingDirectories, right.workingDirectories) &&
    isSameList(left.temporaryDirectories, right.temporaryDirectories)
  )
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return left === right || (left.length === right.length && left.every((item, at) => item === right[at]))
}

function isDrive(path: string): boolean {
  return /^[A-Za-z]:[\\/]/.test(path)
}

export function isInside(path: string, directory: string): boolean {
  if (directory === '/') return path.startsWith('/')
  return path.startsWith(directory) && (path.length === directory.length || path[directory.length] === '/')
}

const toLower = (text: string) => text.toLowerCase()
const identity = (text: string) => text

export function zoneOf(path: string, places: Places): Zone {
  const fold = places.folded ? toLower : identity
  const real = fold(path)
  const home = fold(places.home)
  const roots = places.folded ? places.roots.map(toLower) : places.roots
  if (real === '/' || (places.windows && /^\/[a-z]$/.test(real))) return 'root'
  if (real === home || isHome(path)) return roots.includes(real) && real !== home ? 'project-root' : 'home-root'
  if (HOME_PARENTS.some((directory) => real === fold(directory))) return 'home-root'
  if (roots.includes(real)) return 'project-root'
  if (roots.some((root) => isInside(real, root) && isInProject(real, root, home))) return 'project'
  // A home that lies in a temporary directory is a home all the same.
  if (home !== '/' && isInside(real, home)) return 'home'
  if (places.temporary.some((directory) => real === fold(directory))) return 'temp-root'
  // A folder there that holds the project, or a home, goes with all that lies in it.
  if (places.temporary.some((directory) => isInside(real, fold(directory)))) {
    if (home !== '/' && isInside(home, real)) return 'home-root'
    return roots.some((root) => isInside(root, real)) ? 'project-root' : 'temp'
  }
  if (isInside(real, fold('/var/folders'))) return 'temp'
  if (isInside(real, '/root') || HOME_PARENTS.some((directory) => isInside(real, fold(directory)))) return 'home'
  if (DEVICE_FOLDERS.some((directory) => isInside(real, directory))) return 'device'
  if (/^\/[a-z]\/progra~\d/i.test(real)) return 'system'
  if (SYSTEM_FOLDERS.some((directory) => isInside(real, fold(directory)))) return 'system'
  return 'outside'
}

/** A home directory that is also the project holds the project's files, but not its hidden ones. */
function isInProject(real: string, root: string, home: string): boolean {
  if (root === '/') return false
  return root !== home || real[home.length + 1] !== '.'
}

function isHome(path: string): boolean {
  return path === '/root' || path === '/var/root' || /^\/(?:home|Users|c\/Users)\/[^/]+$/.test(path)
}

export function notablePathsBelow(directory: string, places: Places): readonly string[] {
  const all = [
    ...SYSTEM_FOLDERS,
    ...DEVICE_FOLDERS,
    ...HOME_PARENTS,
    '/root',
    places.home,
    ...places.roots,
    ...places.temporary,
  ]
  return all.filter((path) => path !== directory && isInside(path, directory))
}

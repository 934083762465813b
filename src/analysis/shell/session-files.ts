import { basename, dirname, resolve } from 'node:path/posix'
import type { SessionFacts } from '../facts.ts'
import { commandBaseName } from '../interpret/base-name.ts'
import type { Command } from '../words.ts'
import type { Analysis, Frame } from './frame.ts'
import { isMadeByText } from './overlay.ts'

export interface PathLookup extends Iterable<readonly [string, readonly string[]]> {
  readonly size: number
  get(key: string): readonly string[] | undefined
  has(key: string): boolean
}

export interface SessionFiles {
  readonly inFolder: PathLookup
  /** By the path without its ending: what loads a module leaves that out. */
  readonly byStem: PathLookup
  /** Settings by the program they are called after: `.toolrc`, `tool.config.js`. */
  readonly settings: PathLookup
  /** Every name in their paths, with its ending and without: what ends in none of them leads to none of them. */
  readonly parts: Pick<ReadonlySet<string>, 'has'>
}

interface SessionFileIndex extends SessionFiles {
  readonly inFolder: Map<string, string[]>
  readonly byStem: Map<string, string[]>
  readonly settings: Map<string, string[]>
  readonly parts: Set<string>
  readonly all: Set<string>
}

interface IndexedFiles {
  readonly seen: number
  readonly made: SessionFileIndex
  readonly files: SessionFiles
}

const INDEX_BY_ANALYSIS = new WeakMap<Analysis, IndexedFiles>()

interface SessionIndex {
  readonly kinds: readonly object[]
  readonly sizes: readonly number[]
  readonly index: SessionFileIndex
}

/** A session only ever adds to what it made, and all its calls ask: what was gone through is not gone through again. */
const INDEX_BY_SESSION = new WeakMap<object, SessionIndex>()

/** Most sessions begin so, and many end so: then none of their files can be loaded. */
export function hasNoSessionFiles({ analysis, facts: { session } }: Frame): boolean {
  const { written, created, downloaded } = session
  return analysis.overlay.files.order.length + written.size + created.size + downloaded.size === 0
}

export function sessionFilesOf({ analysis, facts }: Frame): SessionFiles {
  const { order } = analysis.overlay.files
  if (order.length === 0) return indexSessionFiles(facts.session)
  const known = INDEX_BY_ANALYSIS.get(analysis)
  if (known?.seen === order.length) return known.files
  const session = indexSessionFiles(facts.session)
  const made = known?.made ?? emptyIndex()
  for (let at = known?.seen ?? 0; at < order.length; at++) {
    const path = order[at]
    if (path !== undefined && !session.all.has(path)) addToIndex(path, made)
  }
  const found = made.all.size === 0 ? session : mergeIndexes(session, made)
  INDEX_BY_ANALYSIS.set(analysis, { seen: order.length, made, files: found })
  return found
}

const EMPTY_INDEX = emptyIndex()

function indexSessionFiles({ written, created, downloaded }: SessionFacts): SessionFileIndex {
  if (written.size + created.size + downloaded.size === 0) return EMPTY_INDEX
  const kinds = [written, created, downloaded]
  const sizes = kinds.map(({ size }) => size)
  const last = INDEX_BY_SESSION.get(written)
  const known = last?.kinds.every((kind, at) => kind === kinds[at]) ? last : undefined
  if (known && sizes.every((size, at) => size === known.sizes[at])) return known.index
  const index = known?.index ?? emptyIndex()
  for (const kind of kinds) for (const path of kind.keys()) addToIndex(path, index)
  INDEX_BY_SESSION.set(written, { kinds, sizes, index })
  return index
}

function emptyIndex(): SessionFileIndex {
  return { inFolder: new Map(), byStem: new Map(), settings: new Map(), parts: new Set(), all: new Set() }
}

function addToIndex(path: string, { inFolder, byStem, settings, parts, all }: SessionFileIndex): void {
  if (all.has(path)) return
  all.add(path)
  addPath(inFolder, dirname(path), path)
  for (const name of path.split('/')) {
    const end = name.lastIndexOf('.')
    parts.add(name)
    if (end >= 0) parts.add(name.slice(0, end))
  }
  const dot = path.lastIndexOf('.')
  for (const program of programsConfiguredBy(path)) addPath(settings, program, path)
  if (dot > path.lastIndexOf('/') + 1) addPath(byStem, path.slice(0, dot), path)
}

function mergeIndexes(first: SessionFileIndex, second: SessionFileIndex): SessionFiles {
  return {
    inFolder: mergeLookups(first.inFolder, second.inFolder),
    byStem: mergeLookups(first.byStem, second.byStem),
    settings: mergeLookups(first.settings, second.settings),
    parts: { has: (name) => first.parts.has(name) || second.parts.has(name) },
  }
}

function mergeLookups(first: SessionFileIndex['inFolder'], second: SessionFileIndex['inFolder']): PathLookup {
  if (first.size === 0) return second
  const joined = new Map<string, readonly string[]>()
  const get = (key: string) => {
    const one = first.get(key)
    const other = second.get(key)
    if (one === undefined || other === undefined) return one ?? other
    const known = joined.get(key) ?? [...one, ...other]
    joined.set(key, known)
    return known
  }
  return {
    size: first.size + second.size,
    get,
    has: (key) => first.has(key) || second.has(key),
    *[Symbol.iterator]() {
      for (const key of first.keys()) yield [key, get(key) ?? []] as const
      for (const each of second) if (!first.has(each[0])) yield each
    },
  }
}

function addPath(all: Map<string, string[]>, key: string, path: string): void {
  const beside = all.get(key)
  if (beside) beside.push(path)
  else all.set(key, [path])
}

const SETTINGS_SUFFIXES: readonly RegExp[] = [
  /\.(?:toml|ya?ml|jsonc?|ini|conf|cfg|xml|lua|py|[cm]?[jt]s)$/,
  /[.-](?:rc|config|conf)$/,
  /(?:rc|config|conf|settings)$/,
]

function programsConfiguredBy(path: string): ReadonlySet<string> {
  const names = new Set([basename(path).replace(/^\./, '').toLowerCase()])
  for (const ending of SETTINGS_SUFFIXES) for (const name of names) names.add(name.replace(ending, ''))
  return names
}

export function sessionSettingsFor(
  program: string,
  folders: readonly string[],
  { settings }: SessionFiles,
): readonly string[] {
  const all = program.length > 1 ? settings.get(program) : undefined
  if (!all) return []
  const places = new Set(folders.flatMap(ancestorFolders))
  return all.filter((path) => places.has(dirname(path)))
}

export function ancestorFolders(folder: string): readonly string[] {
  const all = [folder]
  for (let end = folder.lastIndexOf('/'); end > 0; end = folder.lastIndexOf('/', end - 1))
    all.push(folder.slice(0, end))
  return all
}

const FOLDER_OPTIONS = /^(?:-C|--directory|--cwd|--git-dir|--work-tree|--prefix|--project|--root)$/

/** Does it load settings or a repository of this session without naming them? Such a command proves nothing. */
export function loadsSessionFiles(command: Command, frame: Frame): boolean {
  const program = commandBaseName(command).toLowerCase()
  const { directories, unpacked, trees } = frame.analysis.overlay
  if (hasNoSessionFiles(frame) && directories.size + unpacked.size + trees.size === 0) return false
  const files = sessionFilesOf(frame)
  if (program !== 'git' && files.settings.size === 0) return false
  const here = command.cwd ?? frame.facts.cwd
  const folders = [here, ...optionFolders(command, here)]
  const own = files.inFolder
  if (program === 'git')
    return folders.some((folder) => isSessionFolder(folder, frame) || isSessionRepository(folder, own))
  const settings = sessionSettingsFor(program, folders, files)
  if (settings.length === 0) return false
  const named = new Set(command.args.flatMap(({ text }) => (text === undefined ? [] : [resolve(here, text)])))
  return settings.some((path) => !named.has(path))
}

function optionFolders({ args }: Command, here: string): readonly string[] {
  return args.flatMap(({ text }, at) => {
    const attached = /^(--[a-z-]+)=(.+)$/.exec(text ?? '')
    if (attached) return FOLDER_OPTIONS.test(attached[1] ?? '') ? [resolve(here, attached[2] ?? '')] : []
    return text !== undefined && FOLDER_OPTIONS.test(args[at - 1]?.text ?? '') ? [resolve(here, text)] : []
  })
}

function isSessionFolder(folder: string, { analysis: { overlay } }: Frame): boolean {
  return (
    isMadeByText(overlay, folder) ||
    ancestorFolders(folder).some((above) => overlay.unpacked.has(above) || overlay.trees.get(above)?.shared === false)
  )
}

function isSessionRepository(folder: string, own: PathLookup): boolean {
  if (own.get(dirname(folder))?.includes(folder) || own.has(`${folder}/.git`)) return true
  return own.get(folder)?.includes(`${folder}/.git`) === true || own.has(`${folder}/.git/hooks`)
}

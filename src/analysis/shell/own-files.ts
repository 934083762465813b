import { basename, dirname, resolve } from 'node:path/posix'
import { baseOf } from '../base-name.ts'
import type { SessionFacts } from '../facts.ts'
import type { Command } from '../words.ts'
import type { Analysis, Frame } from './frame.ts'
import { madeHere } from './overlay.ts'

export interface Lookup extends Iterable<readonly [string, readonly string[]]> {
  readonly size: number
  get(key: string): readonly string[] | undefined
  has(key: string): boolean
}

export interface OwnFiles {
  readonly inFolder: Lookup
  /** By the path without its ending: what loads a module leaves that out. */
  readonly byStem: Lookup
  /** Settings by the program they are called after: `.toolrc`, `tool.config.js`. */
  readonly settings: Lookup
  /** Every name in their paths, with its ending and without: what ends in none of them leads to none of them. */
  readonly parts: Pick<ReadonlySet<string>, 'has'>
}

interface Index extends OwnFiles {
  readonly inFolder: Map<string, string[]>
  readonly byStem: Map<string, string[]>
  readonly settings: Map<string, string[]>
  readonly parts: Set<string>
  readonly all: Set<string>
}

interface Known {
  readonly seen: number
  readonly made: Index
  readonly files: OwnFiles
}

const KNOWN = new WeakMap<Analysis, Known>()

interface Remembered {
  readonly kinds: readonly object[]
  readonly sizes: readonly number[]
  readonly index: Index
}

/** A session only ever adds to what it made, and all its calls ask: what was gone through is not gone through again. */
const SESSIONS = new WeakMap<object, Remembered>()

/** Most sessions begin so, and many end so: then none of their files can be loaded. */
export function ownsNothing({ analysis, facts: { session } }: Frame): boolean {
  const { written, created, downloaded } = session
  return analysis.overlay.files.order.length + written.size + created.size + downloaded.size === 0
}

export function ownFiles({ analysis, facts }: Frame): OwnFiles {
  const { order } = analysis.overlay.files
  if (order.length === 0) return sessionFiles(facts.session)
  const known = KNOWN.get(analysis)
  if (known?.seen === order.length) return known.files
  const session = sessionFiles(facts.session)
  const made = known?.made ?? nothing()
  for (let at = known?.seen ?? 0; at < order.length; at++) {
    const path = order[at]
    if (path !== undefined && !session.all.has(path)) take(path, made)
  }
  const found = made.all.size === 0 ? session : both(session, made)
  KNOWN.set(analysis, { seen: order.length, made, files: found })
  return found
}

const NOTHING = nothing()

function sessionFiles({ written, created, downloaded }: SessionFacts): Index {
  if (written.size + created.size + downloaded.size === 0) return NOTHING
  const kinds = [written, created, downloaded]
  const sizes = kinds.map(({ size }) => size)
  const last = SESSIONS.get(written)
  const known = last?.kinds.every((kind, at) => kind === kinds[at]) ? last : undefined
  if (known && sizes.every((size, at) => size === known.sizes[at])) return known.index
  const index = known?.index ?? nothing()
  for (const kind of kinds) for (const path of kind.keys()) take(path, index)
  SESSIONS.set(written, { kinds, sizes, index })
  return index
}

function nothing(): Index {
  return { inFolder: new Map(), byStem: new Map(), settings: new Map(), parts: new Set(), all: new Set() }
}

function take(path: string, { inFolder, byStem, settings, parts, all }: Index): void {
  if (all.has(path)) return
  all.add(path)
  add(inFolder, dirname(path), path)
  for (const name of path.split('/')) {
    const end = name.lastIndexOf('.')
    parts.add(name)
    if (end >= 0) parts.add(name.slice(0, end))
  }
  const dot = path.lastIndexOf('.')
  for (const program of programsOf(path)) add(settings, program, path)
  if (dot > path.lastIndexOf('/') + 1) add(byStem, path.slice(0, dot), path)
}

function both(first: Index, second: Index): OwnFiles {
  return {
    inFolder: layered(first.inFolder, second.inFolder),
    byStem: layered(first.byStem, second.byStem),
    settings: layered(first.settings, second.settings),
    parts: { has: (name) => first.parts.has(name) || second.parts.has(name) },
  }
}

function layered(first: Index['inFolder'], second: Index['inFolder']): Lookup {
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

function add(all: Map<string, string[]>, key: string, path: string): void {
  const beside = all.get(key)
  if (beside) beside.push(path)
  else all.set(key, [path])
}

const ENDINGS: readonly RegExp[] = [
  /\.(?:toml|ya?ml|jsonc?|ini|conf|cfg|xml|lua|py|[cm]?[jt]s)$/,
  /[.-](?:rc|config|conf)$/,
  /(?:rc|config|conf|settings)$/,
]

function programsOf(path: string): ReadonlySet<string> {
  const names = new Set([basename(path).replace(/^\./, '').toLowerCase()])
  for (const ending of ENDINGS) for (const name of names) names.add(name.replace(ending, ''))
  return names
}

export function settingsOf(program: string, folders: readonly string[], { settings }: OwnFiles): readonly string[] {
  const all = program.length > 1 ? settings.get(program) : undefined
  if (!all) return []
  const places = new Set(folders.flatMap(upwards))
  return all.filter((path) => places.has(dirname(path)))
}

export function upwards(folder: string): readonly string[] {
  const all = [folder]
  for (let end = folder.lastIndexOf('/'); end > 0; end = folder.lastIndexOf('/', end - 1))
    all.push(folder.slice(0, end))
  return all
}

const FOLDER = /^(?:-C|--directory|--cwd|--git-dir|--work-tree|--prefix|--project|--root)$/

/** Does it load settings or a repository of this session without naming them? Such a command proves nothing. */
export function loadsOwn(command: Command, frame: Frame): boolean {
  const program = baseOf(command).toLowerCase()
  const { directories, unpacked, trees } = frame.analysis.overlay
  if (ownsNothing(frame) && directories.size + unpacked.size + trees.size === 0) return false
  const files = ownFiles(frame)
  if (program !== 'git' && files.settings.size === 0) return false
  const here = command.cwd ?? frame.facts.cwd
  const folders = [here, ...foldersOf(command, here)]
  const own = files.inFolder
  if (program === 'git') return folders.some((folder) => cameHere(folder, frame) || isBrought(folder, own))
  const settings = settingsOf(program, folders, files)
  if (settings.length === 0) return false
  const named = new Set(command.args.flatMap(({ text }) => (text === undefined ? [] : [resolve(here, text)])))
  return settings.some((path) => !named.has(path))
}

function foldersOf({ args }: Command, here: string): readonly string[] {
  return args.flatMap(({ text }, at) => {
    const attached = /^(--[a-z-]+)=(.+)$/.exec(text ?? '')
    if (attached) return FOLDER.test(attached[1] ?? '') ? [resolve(here, attached[2] ?? '')] : []
    return text !== undefined && FOLDER.test(args[at - 1]?.text ?? '') ? [resolve(here, text)] : []
  })
}

function cameHere(folder: string, { analysis: { overlay } }: Frame): boolean {
  return (
    madeHere(overlay, folder) ||
    upwards(folder).some((above) => overlay.unpacked.has(above) || overlay.trees.get(above)?.shared === false)
  )
}

function isBrought(folder: string, own: Lookup): boolean {
  if (own.get(dirname(folder))?.includes(folder) || own.has(`${folder}/.git`)) return true
  return own.get(folder)?.includes(`${folder}/.git`) === true || own.has(`${folder}/.git/hooks`)
}

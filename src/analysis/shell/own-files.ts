import { basename, dirname } from 'node:path/posix'
import type { Analysis, Frame } from './frame.ts'

/** What the session and this text made. */
export interface OwnFiles {
  /** By the folder it lies in. */
  readonly inFolder: ReadonlyMap<string, readonly string[]>
  /** By the path without its ending: what loads a module leaves that out. */
  readonly byStem: ReadonlyMap<string, readonly string[]>
  /** Settings by the program they are called after: `.toolrc`, `tool.config.js`. */
  readonly settings: ReadonlyMap<string, readonly string[]>
  /** Every name in their paths, with its ending and without: what ends in none of them leads to none of them. */
  readonly parts: ReadonlySet<string>
}

interface Known extends OwnFiles {
  readonly inFolder: Map<string, string[]>
  readonly byStem: Map<string, string[]>
  readonly settings: Map<string, string[]>
  readonly parts: Set<string>
  readonly all: Set<string>
  /** How many files the text had made. */
  size: number
}

const KNOWN = new WeakMap<Analysis, Known>()

export function ownFiles({ analysis, facts }: Frame): OwnFiles {
  const { files } = analysis.overlay
  const known = KNOWN.get(analysis)
  if (known?.size === files.size) return known
  // The text may have made more since: those are added.
  const own = known ?? nothing()
  const { written, created, downloaded } = facts.session
  if (!known)
    for (const paths of [written.keys(), created, downloaded.keys()]) for (const path of paths) take(path, own)
  for (const path of files.keys()) take(path, own)
  own.size = files.size
  KNOWN.set(analysis, own)
  return own
}

function nothing(): Known {
  return { inFolder: new Map(), byStem: new Map(), settings: new Map(), parts: new Set(), all: new Set(), size: 0 }
}

function take(path: string, { inFolder, byStem, settings, parts, all }: Known): void {
  if (all.has(path)) return
  all.add(path)
  add(inFolder, dirname(path), path)
  for (const name of path.split('/')) parts.add(name).add(name.replace(/\.[^.]*$/, ''))
  const dot = path.lastIndexOf('.')
  for (const program of programsOf(path)) add(settings, program, path)
  if (dot > path.lastIndexOf('/') + 1) add(byStem, path.slice(0, dot), path)
}

function add(all: Map<string, string[]>, key: string, path: string): void {
  const beside = all.get(key)
  if (beside) beside.push(path)
  else all.set(key, [path])
}

/** What may follow a program's name in the name of a file of settings for it, from the end. */
const ENDINGS: readonly RegExp[] = [
  /\.(?:toml|ya?ml|jsonc?|ini|conf|cfg|xml|lua|py|[cm]?[jt]s)$/,
  /[.-](?:rc|config|conf)$/,
  /(?:rc|config|conf|settings)$/,
]

/** The programs that a file may be settings for by its name. */
function programsOf(path: string): ReadonlySet<string> {
  const names = new Set([basename(path).replace(/^\./, '').toLowerCase()])
  for (const ending of ENDINGS) for (const name of names) names.add(name.replace(ending, ''))
  return names
}

/** The session's settings for a program, in a folder or above it. */
export function settingsOf(program: string, folders: readonly string[], { settings }: OwnFiles): readonly string[] {
  const all = program.length > 1 ? settings.get(program) : undefined
  if (!all) return []
  const places = new Set(folders.flatMap(upwards))
  return all.filter((path) => places.has(dirname(path)))
}

/** A folder and all above it. */
export function upwards(folder: string): readonly string[] {
  const all = [folder]
  for (let end = folder.lastIndexOf('/'); end > 0; end = folder.lastIndexOf('/', end - 1))
    all.push(folder.slice(0, end))
  return all
}

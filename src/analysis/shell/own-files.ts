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
}

/** Up to so many files of one text are known at once. */
const MANY = 100
const KNOWN = new WeakMap<Analysis, { readonly size: number; readonly files: OwnFiles }>()

export function ownFiles({ analysis, facts }: Frame): OwnFiles {
  const { size } = analysis.overlay.files
  const known = KNOWN.get(analysis)
  // The text may have made more since. Many files are not gone through for each new one.
  if (known && (size === known.size || (size > MANY && size < known.size * 2))) return known.files
  const { written, created, downloaded } = facts.session
  const inFolder = new Map<string, string[]>()
  const byStem = new Map<string, string[]>()
  const settings = new Map<string, string[]>()
  for (const paths of [written.keys(), created, downloaded.keys(), analysis.overlay.files.keys()])
    for (const path of paths) {
      add(inFolder, dirname(path), path)
      const dot = path.lastIndexOf('.')
      for (const program of programsOf(path)) add(settings, program, path)
      if (dot > path.lastIndexOf('/') + 1) add(byStem, path.slice(0, dot), path)
    }
  const files = { inFolder, byStem, settings }
  KNOWN.set(analysis, { size, files })
  return files
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

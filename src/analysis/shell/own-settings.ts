import { basename, dirname, resolve } from 'node:path/posix'
import type { Command } from '../words.ts'
import { baseName } from './flows.ts'
import type { Analysis, Frame } from './frame.ts'
import { madeHere } from './overlay.ts'

/** What follows a program's name in the name of a file of settings for it. */
const SETTINGS =
  /^(?:rc|config|conf|settings|ignore)?(?:[.-](?:rc|config|conf))?(?:\.(?:toml|ya?ml|jsonc?|ini|conf|cfg|xml|lua|py|[cm]?[jt]s))?$/
/** Options that name a folder the program works in. */
const FOLDER = /^(?:-C|--directory|--cwd|--git-dir|--work-tree|--prefix|--project|--root)$/

/**
 * Does the command load what this session wrote or brought in without its being named: settings called after the program, or a
 * repository with settings of its own? Such a command proves nothing.
 */
export function loadsOwn(command: Command, frame: Frame): boolean {
  const program = baseName(command.name ?? '').toLowerCase()
  const here = command.cwd ?? frame.facts.cwd
  const folders = [here, ...foldersOf(command, here)]
  const own = ownFiles(frame)
  if (program === 'git') return folders.some((folder) => cameHere(folder, frame) || isBrought(folder, own))
  const named = new Set(command.args.flatMap(({ text }) => (text === undefined ? [] : [resolve(here, text)])))
  const isLoaded = (path: string) => isSettings(program, path) && !named.has(path)
  return folders.some((folder) => upwards(folder).some((above) => own.get(above)?.some(isLoaded) === true))
}

function foldersOf({ args }: Command, here: string): readonly string[] {
  return args.flatMap(({ text }, at) => {
    const attached = /^(--[a-z-]+)=(.+)$/.exec(text ?? '')
    if (attached) return FOLDER.test(attached[1] ?? '') ? [resolve(here, attached[2] ?? '')] : []
    return text !== undefined && FOLDER.test(args[at - 1]?.text ?? '') ? [resolve(here, text)] : []
  })
}

function isSettings(program: string, path: string): boolean {
  const name = basename(path).replace(/^\./, '').toLowerCase()
  return program.length > 1 && name.startsWith(program) && SETTINGS.test(name.slice(program.length))
}

/** Made, cloned or unpacked by this very text. */
function cameHere(folder: string, { analysis: { overlay } }: Frame): boolean {
  return (
    madeHere(overlay, folder) ||
    upwards(folder).some((above) => overlay.unpacked.has(above) || overlay.trees.get(above)?.shared === false)
  )
}

/** Git's own settings of the folder, or all of the folder as it came. */
function isBrought(folder: string, own: Files): boolean {
  if (own.get(dirname(folder))?.includes(folder) || own.has(`${folder}/.git`)) return true
  return own.get(folder)?.includes(`${folder}/.git`) === true || own.has(`${folder}/.git/hooks`)
}

/** A folder and all above it. */
function upwards(folder: string): readonly string[] {
  const all = [folder]
  for (let end = folder.lastIndexOf('/'); end > 0; end = folder.lastIndexOf('/', end - 1))
    all.push(folder.slice(0, end))
  return all
}

/** What the session and this text made, by the folder it lies in. */
type Files = ReadonlyMap<string, readonly string[]>

/** Up to so many files of one text are known at once. */
const MANY = 100
const KNOWN = new WeakMap<Analysis, { readonly size: number; readonly files: Files }>()

function ownFiles({ analysis, facts }: Frame): Files {
  const { size } = analysis.overlay.files
  const known = KNOWN.get(analysis)
  // The text may have made more since. Many files are not gone through for each new one.
  if (known && (size === known.size || (size > MANY && size < known.size * 2))) return known.files
  const { written, created, downloaded } = facts.session
  const files = new Map<string, string[]>()
  for (const paths of [written.keys(), created, downloaded.keys(), analysis.overlay.files.keys()])
    for (const path of paths) {
      const above = dirname(path)
      const beside = files.get(above)
      if (beside) beside.push(path)
      else files.set(above, [path])
    }
  KNOWN.set(analysis, { size, files })
  return files
}

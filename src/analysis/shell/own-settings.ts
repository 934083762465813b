import { dirname, resolve } from 'node:path/posix'
import { baseName } from '../base-name.ts'
import type { Command } from '../words.ts'
import type { Frame } from './frame.ts'
import { madeHere } from './overlay.ts'
import { type Lookup, ownFiles, ownsNothing, settingsOf, upwards } from './own-files.ts'

/** Options that name a folder the program works in. */
const FOLDER = /^(?:-C|--directory|--cwd|--git-dir|--work-tree|--prefix|--project|--root)$/

/**
 * Does the command load what this session wrote or brought in without its being named: settings called after the program, or a
 * repository with settings of its own? Such a command proves nothing.
 */
export function loadsOwn(command: Command, frame: Frame): boolean {
  const program = baseName(command.name ?? '').toLowerCase()
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

/** Made, cloned or unpacked by this very text. */
function cameHere(folder: string, { analysis: { overlay } }: Frame): boolean {
  return (
    madeHere(overlay, folder) ||
    upwards(folder).some((above) => overlay.unpacked.has(above) || overlay.trees.get(above)?.shared === false)
  )
}

/** Git's own settings of the folder, or all of the folder as it came. */
function isBrought(folder: string, own: Lookup): boolean {
  if (own.get(dirname(folder))?.includes(folder) || own.has(`${folder}/.git`)) return true
  return own.get(folder)?.includes(`${folder}/.git`) === true || own.has(`${folder}/.git/hooks`)
}

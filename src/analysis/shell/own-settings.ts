import { dirname, resolve } from 'node:path/posix'
import { baseName } from '../base-name.ts'
import type { Command } from '../words.ts'
import type { Frame } from './frame.ts'
import { madeHere } from './overlay.ts'
import { type Lookup, ownFiles, ownsNothing, settingsOf, upwards } from './own-files.ts'

const FOLDER = /^(?:-C|--directory|--cwd|--git-dir|--work-tree|--prefix|--project|--root)$/

/** Does it load settings or a repository of this session without naming them? Such a command proves nothing. */
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

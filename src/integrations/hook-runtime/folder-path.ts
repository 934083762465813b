import { dirname } from 'node:path'

/** Deeper than anybody works. */
const MOST_FOLDERS = 64

/** From a project's root to the folder where the agent works. */
export function foldersBetween(cwd: string, root: string): readonly string[] {
  const folders: string[] = []
  for (let folder = cwd; folders.length < MOST_FOLDERS; folder = dirname(folder)) {
    folders.unshift(folder)
    if (folder === root || dirname(folder) === folder) break
  }
  return folders
}

import { dirname, join } from 'node:path'
import type { InstructionFile, InstructionsAt } from '../integration.ts'

const NAME = 'QWEN.md'
/** Deeper than anybody works. */
const MOST_FOLDERS = 64

/** The host reads its own folder's file, then one for each folder from the project's root to where it works. */
export function instructions({ cwd, home, projectRoot }: InstructionsAt): readonly InstructionFile[] {
  return [
    { whose: 'user', path: join(home, '.qwen', NAME), within: home },
    ...foldersTo(cwd, projectRoot).map(
      (folder) => ({ whose: 'project', path: join(folder, NAME), within: projectRoot }) as const,
    ),
  ]
}

/** From the root to the folder itself. */
function foldersTo(cwd: string, root: string): readonly string[] {
  const folders: string[] = []
  for (let folder = cwd; folders.length < MOST_FOLDERS; folder = dirname(folder)) {
    folders.unshift(folder)
    if (folder === root || dirname(folder) === folder) break
  }
  return folders
}

import { join } from 'node:path'
import type { InstructionFile, InstructionsAt } from '../integration.ts'
import { foldersTo } from '../seat/folders-to.ts'

const NAME = 'QWEN.md'

/** The host reads its own folder's file, then one for each folder from the project's root to where it works. */
export function instructions({ cwd, home, projectRoot }: InstructionsAt): readonly InstructionFile[] {
  return [
    { whose: 'user', path: join(home, '.qwen', NAME), within: home },
    ...foldersTo(cwd, projectRoot).map(
      (folder) => ({ whose: 'project', path: join(folder, NAME), within: projectRoot }) as const,
    ),
  ]
}

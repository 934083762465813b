import { join } from 'node:path'
import { foldersBetween } from '../hook-runtime/folder-path.ts'
import type { InstructionFile, InstructionsAt } from '../integration.ts'

const INSTRUCTION_FILE = 'GEMINI.md'

/** The host reads its own folder's file, then one for each folder from the project's root to where it works. */
export function instructions({ cwd, home, projectRoot }: InstructionsAt): readonly InstructionFile[] {
  return [
    { whose: 'user', path: join(home, '.gemini', INSTRUCTION_FILE), within: home },
    ...foldersBetween(cwd, projectRoot).map(
      (folder) => ({ whose: 'project', path: join(folder, INSTRUCTION_FILE), within: projectRoot }) as const,
    ),
  ]
}

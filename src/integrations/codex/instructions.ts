import { join } from 'node:path'
import { foldersBetween } from '../hook-runtime/folder-path.ts'
import type { InstructionFile, InstructionsAt } from '../integration.ts'

const INSTRUCTION_FILES = ['AGENTS.override.md', 'AGENTS.md']

/** The host reads its own folder's file, then one for each folder from the project's root to where it works. */
export function instructions({ cwd, home, projectRoot }: InstructionsAt): readonly InstructionFile[] {
  return [
    ...INSTRUCTION_FILES.map((name) => ({ whose: 'user', path: join(home, '.codex', name), within: home }) as const),
    ...foldersBetween(cwd, projectRoot).flatMap((folder) =>
      INSTRUCTION_FILES.map((name) => ({ whose: 'project', path: join(folder, name), within: projectRoot }) as const),
    ),
  ]
}

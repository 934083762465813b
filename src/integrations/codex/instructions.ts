import { join } from 'node:path'
import type { InstructionFile, InstructionsAt } from '../integration.ts'
import { foldersTo } from '../seat/folders-to.ts'

const NAMES = ['AGENTS.override.md', 'AGENTS.md']

/** The host reads its own folder's file, then one for each folder from the project's root to where it works. */
export function instructions({ cwd, home, projectRoot }: InstructionsAt): readonly InstructionFile[] {
  return [
    ...NAMES.map((name) => ({ whose: 'user', path: join(home, '.codex', name), within: home }) as const),
    ...foldersTo(cwd, projectRoot).flatMap((folder) =>
      NAMES.map((name) => ({ whose: 'project', path: join(folder, name), within: projectRoot }) as const),
    ),
  ]
}

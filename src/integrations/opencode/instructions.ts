import { join } from 'node:path'
import { foldersBetween } from '../hook-runtime/folder-path.ts'
import type { InstructionFile, InstructionsAt } from '../integration.ts'

/** In its order; it also reads what was written for another agent. */
const INSTRUCTION_FILES = ['AGENTS.md', 'CLAUDE.md', 'CONTEXT.md']

/** The host reads one file of the person's, then those of the first name that it finds between where it works and the project's root. */
export function instructions({ cwd, home, projectRoot }: InstructionsAt): readonly InstructionFile[] {
  return [
    ...['.config/opencode/AGENTS.md', '.claude/CLAUDE.md'].map(
      (path) => ({ whose: 'user', path: join(home, path), within: home }) as const,
    ),
    ...foldersBetween(cwd, projectRoot).flatMap((folder) =>
      INSTRUCTION_FILES.map((name) => ({ whose: 'project', path: join(folder, name), within: projectRoot }) as const),
    ),
  ]
}

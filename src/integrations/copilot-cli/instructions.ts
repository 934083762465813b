import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { InstructionFile, InstructionsAt } from '../integration.ts'

/** Read in the project's root and in the folder that it works in. */
const INSTRUCTION_FILES = ['.github/copilot-instructions.md', 'AGENTS.md', 'CLAUDE.md', 'GEMINI.md']
const MOST_PAGES = 64

/** The host reads its own folder's pages, those of the project's root, and those of the folder that it works in. */
export function instructions({ cwd, home, projectRoot }: InstructionsAt): readonly InstructionFile[] {
  const own = join(home, '.copilot')
  const folders = [...new Set([projectRoot, cwd])]
  return [
    ...[join(own, 'copilot-instructions.md'), ...pagesIn(join(own, 'instructions'))].map(
      (path) => ({ whose: 'user', path, within: home }) as const,
    ),
    ...folders
      .flatMap((folder) => [
        ...INSTRUCTION_FILES.map((name) => join(folder, name)),
        ...pagesIn(join(folder, '.github/instructions')),
      ])
      .map((path) => ({ whose: 'project', path, within: projectRoot }) as const),
  ]
}

function pagesIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.instructions.md'))
    return names
      .sort()
      .slice(0, MOST_PAGES)
      .map((name) => join(folder, name))
  } catch {
    // Most folders have none.
    return []
  }
}

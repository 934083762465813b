import { dirname, join } from 'node:path'
import type { InstructionFile, InstructionsAt } from '../integration.ts'

const MANAGED = {
  linux: '/etc/claude-code',
  darwin: '/Library/Application Support/ClaudeCode',
  win32: 'C:\\Program Files\\ClaudeCode',
} as const

/** Deeper than anybody works. */
const MOST_FOLDERS = 64

/** The files that the host reads before a session and in each folder on the way to where it works, in its order. */
export function instructions({ cwd, home, projectRoot, platform }: InstructionsAt): readonly InstructionFile[] {
  const managed = MANAGED[platform]
  return [
    { whose: 'managed', path: join(managed, 'CLAUDE.md'), within: managed },
    // People link their own from wherever they keep such files.
    { whose: 'user', path: join(home, '.claude/CLAUDE.md'), within: home },
    ...foldersTo(cwd).flatMap((folder) => inFolder(folder, projectRoot)),
  ]
}

function inFolder(folder: string, projectRoot: string): readonly InstructionFile[] {
  const inProject = folder === projectRoot || folder.startsWith(`${projectRoot}/`)
  const within = inProject ? projectRoot : folder
  const whose = inProject ? 'project' : 'parent folder'
  return [
    { whose, path: join(folder, 'CLAUDE.md'), within },
    { whose, path: join(folder, '.claude/CLAUDE.md'), within },
    { whose: 'local', path: join(folder, 'CLAUDE.local.md'), within },
  ]
}

/** From the outermost to the folder itself. */
function foldersTo(cwd: string): readonly string[] {
  const folders: string[] = []
  for (let folder = cwd; folders.length < MOST_FOLDERS; folder = dirname(folder)) {
    folders.unshift(folder)
    if (dirname(folder) === folder) break
  }
  return folders
}

import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { InstructionFile, InstructionsAt } from '../integration.ts'

const MANAGED_INSTRUCTIONS = {
  linux: '/etc/claude-code',
  darwin: '/Library/Application Support/ClaudeCode',
  win32: 'C:\\Program Files\\ClaudeCode',
} as const

/** Deeper than anybody works. */
const MOST_FOLDERS = 64

/**
 * The files that the host reads before a session and in each folder on the way to where it works, in its order. Rules that it reads only
 * with certain files are among them: each says so at its beginning.
 */
export function instructions({ cwd, home, projectRoot, platform }: InstructionsAt): readonly InstructionFile[] {
  const managed = MANAGED_INSTRUCTIONS[platform]
  return [
    { whose: 'managed', path: join(managed, 'CLAUDE.md'), within: managed, importsFrom: [managed] },
    // People link their own from wherever they keep such files.
    { whose: 'user', path: join(home, '.claude/CLAUDE.md'), within: home, importsFrom: [home] },
    ...rulesIn(home).map((path) => ({ whose: 'user', path, within: home }) as const),
    ...parentFolders(cwd).flatMap((folder) => folderInstructions(folder, { projectRoot, home })),
  ]
}

function folderInstructions(
  folder: string,
  { projectRoot, home }: Pick<InstructionsAt, 'projectRoot' | 'home'>,
): readonly InstructionFile[] {
  const inProject = folder === projectRoot || folder.startsWith(`${projectRoot}/`)
  const within = inProject ? projectRoot : folder
  const whose = inProject ? 'project' : 'parent folder'
  // A project's page may name the user's own: that is how a team leaves room for each.
  const page = { within, importsFrom: [within, join(home, '.claude')] }
  return [
    { whose, path: join(folder, 'CLAUDE.md'), ...page },
    { whose, path: join(folder, '.claude/CLAUDE.md'), ...page },
    ...(folder === home ? [] : rulesIn(folder)).map((path) => ({ whose, path, within }) as const),
    { whose: 'local', path: join(folder, 'CLAUDE.local.md'), ...page },
  ]
}

const MOST_RULES = 64
const MAX_RULE_DEPTH = 4

/** The pages of a folder's rules, those of folders inside it too. */
function rulesIn(folder: string): readonly string[] {
  const found: string[] = []
  const look = (at: string, depth: number): void => {
    for (const entry of entriesOf(at)) {
      if (found.length >= MOST_RULES) return
      const path = join(at, entry.name)
      if (entry.isDirectory() && depth < MAX_RULE_DEPTH) look(path, depth + 1)
      else if (!entry.isDirectory() && entry.name.endsWith('.md')) found.push(path)
    }
  }
  look(join(folder, '.claude/rules'), 0)
  return found
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1))
  } catch {
    // Most folders have none.
    return []
  }
}

/** From the outermost to the folder itself. */
function parentFolders(cwd: string): readonly string[] {
  const folders: string[] = []
  for (let folder = cwd; folders.length < MOST_FOLDERS; folder = dirname(folder)) {
    folders.unshift(folder)
    if (dirname(folder) === folder) break
  }
  return folders
}

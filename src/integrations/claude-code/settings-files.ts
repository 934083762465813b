import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isDanglingLink } from '../../facts/plain-file.ts'
import type { SettingsFile } from '../../facts/settings-files.ts'

/** Where an organisation's settings lie on this system; a folder of drop-ins stands beside the file. */
export const CLAUDE_CODE_MANAGED_SETTINGS =
  process.platform === 'darwin'
    ? '/Library/Application Support/ClaudeCode/managed-settings.json'
    : '/etc/claude-code/managed-settings.json'

/** The host's settings files: their permissions and auto mode are written as ours are. */
export function settingsFiles(
  { cwd, home }: { readonly cwd: string; readonly home: string },
  managed = CLAUDE_CODE_MANAGED_SETTINGS,
): readonly SettingsFile[] {
  return [
    { scope: 'project', file: join(cwd, '.claude/settings.json') },
    { scope: 'local', file: join(cwd, '.claude/settings.local.json') },
    { scope: 'user', file: join(home, '.claude/settings.json') },
    ...managedFiles(managed).map((file) => ({ scope: 'managed', file }) as const),
  ]
}

/** The folder whose files count as the organisation's too. */
export function managedDropInFolder(managed = CLAUDE_CODE_MANAGED_SETTINGS): string {
  return managed.replace(/\.json$/, '.d')
}

/** The organisation's file and its drop-ins, in the order in which the host lays them over each other. */
export function managedFiles(managed = CLAUDE_CODE_MANAGED_SETTINGS): readonly string[] {
  return [managed, ...filesIn(managedDropInFolder(managed))]
}

function filesIn(folder: string): readonly string[] {
  try {
    // Asked first because a thrown error costs far more than the question.
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return []
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .sort()
      .map((name) => join(folder, name))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // What cannot be looked into may hold rules: it stands for a file that cannot be read.
    const isThere = code !== 'ENOTDIR' && (code !== 'ENOENT' || isDanglingLink(folder))
    return isThere ? [folder] : []
  }
}

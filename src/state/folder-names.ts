import { readdirSync, realpathSync } from 'node:fs'

/** The names in a folder; none where it can't be read. */
export function listFolderSafely(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The path with its links resolved, by the system at once; as it is where that fails. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

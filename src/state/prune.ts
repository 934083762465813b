import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { listFolderSafely } from './folder-names.ts'
import { SECRET_FILE_PREFIX } from './written-texts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Long enough to continue after a holiday: what people said stands in it, as they said it. */
const RETENTION_MS = 14 * DAY_MS
/** Longer than any session lives: without its mark a reply would count once more. */
const REPLY_RETENTION_MS = 365 * DAY_MS
const PRUNED_FOLDERS = ['sessions', 'contents', 'denials', 'pending', 'facts', 'replies']

/** Forgets sessions that nothing was added to for two weeks, and texts with a secret after a day. What cannot be looked at stays. */
export function pruneState(folder: string, now: number): void {
  for (const place of PRUNED_FOLDERS)
    for (const name of listFolderSafely(join(folder, place))) {
      const file = join(folder, place, name)
      if (isOld(file, now, retentionOf(place, name))) rmSync(file, { force: true })
    }
}

function retentionOf(place: string, name: string): number {
  if (place === 'replies') return REPLY_RETENTION_MS
  return place === 'pending' || name.startsWith(SECRET_FILE_PREFIX) ? DAY_MS : RETENTION_MS
}

function isOld(file: string, now: number, after: number): boolean {
  try {
    const stat = statSync(file)
    return stat.isFile() && now - stat.mtimeMs > after
  } catch {
    return false
  }
}

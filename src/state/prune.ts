import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const PLACES = ['sessions', 'contents', 'denials']

/** Forgets sessions that nothing was added to for a month. What cannot be looked at stays. */
export function prune(folder: string, now: number): void {
  for (const place of PLACES)
    for (const name of namesIn(join(folder, place))) {
      const file = join(folder, place, name)
      if (isOld(file, now)) rmSync(file, { force: true })
    }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isOld(file: string, now: number): boolean {
  try {
    const stat = statSync(file)
    return stat.isFile() && now - stat.mtimeMs > KEPT_MS
  } catch {
    return false
  }
}

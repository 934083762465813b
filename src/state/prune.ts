import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SECRET } from './contents.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Long enough to go on after a holiday: what people said stands in it, as they said it. */
const KEPT_MS = 14 * DAY_MS
const PLACES = ['sessions', 'contents', 'denials', 'pending', 'facts']

/** Forgets sessions that nothing was added to for two weeks, and texts with a secret after a day. What cannot be looked at stays. */
export function prune(folder: string, now: number): void {
  for (const place of PLACES)
    for (const name of namesIn(join(folder, place))) {
      const file = join(folder, place, name)
      if (isOld(file, now, place === 'pending' || name.startsWith(SECRET) ? DAY_MS : KEPT_MS))
        rmSync(file, { force: true })
    }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isOld(file: string, now: number, after: number): boolean {
  try {
    const stat = statSync(file)
    return stat.isFile() && now - stat.mtimeMs > after
  } catch {
    return false
  }
}

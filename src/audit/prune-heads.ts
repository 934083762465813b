import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readHead } from './chain-heads.ts'
import { listPrivateFolder } from './day-files.ts'
import { isDayRemoved, removedBeforeDay } from './erasures.ts'
import { withFileLock } from './lock.ts'

/** As long as a session's own log: nobody continues with it after that. */
const HEAD_RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Forgets where chains stand whose Records were all removed with the files of their days. A head whose lines are still there stays:
 * without it a session that continues would begin its chain again beside them. Never throws: what cannot be forgotten now is forgotten
 * at another session's start.
 */
export function pruneHeads(folder: string, now: number): void {
  try {
    const place = join(folder, 'audit', 'heads')
    const old = listPrivateFolder(place)
      .map((name) => join(place, name))
      .filter((file) => isOld(file, now))
    if (old.length === 0) return
    const before = removedBeforeDay(folder)
    for (const file of old) pruneOne(file, before, now)
  } catch (error) {
    void error
  }
}

function pruneOne(file: string, before: string, now: number): void {
  // What a process that was killed left of its lock.
  if (!file.endsWith('.json')) {
    rmSync(file, { force: true })
    return
  }
  const head = readHead(file)
  if (typeof head === 'string' || !isDayRemoved(before, head.at)) return
  withFileLock(`${file}.lock`, (lock) => {
    if (lock?.isHeld() && isOld(file, now)) rmSync(file, { force: true })
  })
}

function isOld(file: string, now: number): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && now - found.mtimeMs > HEAD_RETENTION_MS
}

import { rmSync } from 'node:fs'
import { dayFiles, dayOf } from './day-files.ts'
import { recordErasure } from './erasures.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The first moment, in UTC, of the oldest day that is kept. */
export function retentionStart(days: number, now: number): number {
  return Math.floor(now / DAY_MS) * DAY_MS - days * DAY_MS
}

/**
 * Removes the files of days before this moment; which. Chains that began in them then count as shortened, not as broken: it is noted,
 * and before, so that nothing is gone without a note. `also-gone`: days whose files are gone already are meant, too.
 */
export function removeDayFiles(folder: string, before: number, also?: 'also-gone'): readonly string[] {
  const old = dayFiles(folder).filter(({ day }) => day < dayOf(before))
  if (old.length > 0 || also) recordErasure(folder, { before })
  for (const { path } of old) rmSync(path, { force: true })
  return old.map(({ path }) => path)
}

/** At a session's start, where the settings limit how long Records are kept. Never throws: it is tried again at the next. */
export function applyRetention(folder: string, keepDays: number | undefined, now: number): void {
  if (keepDays === undefined) return
  try {
    removeDayFiles(folder, retentionStart(keepDays, now))
  } catch (error) {
    void error
  }
}

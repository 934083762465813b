import { join } from 'node:path'
import { appendLine } from '../state/event-lines.ts'
import { privateFolder } from '../state/private-folder.ts'
import { type DayFile, dayFileLines, dayFiles, dayOf } from './day-files.ts'

/**
 * What was taken out of the files by somebody who may: it is noted here, and explains why lines that heads, anchors and servers know of
 * are not there. An absence that nothing here explains is a fault.
 */
type ErasureEntry =
  | {
      /** A session whose lines were written over, and until when it was. */
      readonly sessionId: string
      readonly at: number
    }
  | {
      /** Days before this moment were removed, with their files. */
      readonly before: number
    }

function erasuresFile(folder: string): string {
  return join(folder, 'audit', 'erased.jsonl')
}

export function recordErasure(folder: string, erased: ErasureEntry): void {
  privateFolder(join(folder, 'audit'))
  appendLine(erasuresFile(folder), erased)
}

/** Sessions that were taken out, each with the last time. */
export function erasedSessions(folder: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { sessionId, at } of erasureEntries(folder))
    if (typeof sessionId === 'string' && typeof at === 'number')
      found.set(sessionId, Math.max(at, found.get(sessionId) ?? 0))
  return found
}

/** Days before this one were removed, and are gone; empty where none was. */
export function removedBeforeDay(folder: string, files: readonly DayFile[] = dayFiles(folder)): string {
  const removed = [...erasureEntries(folder)].reduce((last, { before }) => {
    const day = typeof before === 'number' && Math.abs(before) < 8e15 ? dayOf(before) : ''
    return day > last ? day : last
  }, '')
  const oldest = files[0]?.day ?? removed
  return oldest < removed ? oldest : removed
}

/** Was a line of this time in a file that was removed? */
export function isDayRemoved(before: string, at: number): boolean {
  return dayOf(at) < before
}

function* erasureEntries(folder: string): Generator<{ sessionId?: unknown; at?: unknown; before?: unknown }> {
  for (const { text } of dayFileLines(erasuresFile(folder)))
    try {
      yield (JSON.parse(text) ?? {}) as object
    } catch {
      // Cut off: what it would explain stays unexplained.
    }
}

import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { dayFileLines, dayFiles } from './day-files.ts'
import { removeDeniedCount } from './denied-count.ts'
import { recordErasure } from './erasures.ts'
import { parseRecordLine } from './record-writer.ts'

/** A line that was taken out: nothing but blanks, as long as it was. */
export function isErasedLine(line: string): boolean {
  return line.trim() === ''
}

/**
 * Takes the lines of a session out of the files for good; how many. They are written over with blanks where they stand: files that
 * others append to at this moment are neither replaced nor made shorter. Where the chain stands is kept, which tells nothing of what was
 * in it: a session that resumes continues from there.
 */
export function eraseSessionLines(folder: string, sessionId: string, now: () => number): number {
  let erased = 0
  for (const { path } of dayFiles(folder)) {
    const places = sessionLineSpans(path, sessionId)
    if (places.length > 0) overwriteSpans(path, places)
    erased += places.length
  }
  removeDeniedCount(folder, sessionId)
  // Afterwards: what was written meanwhile is older than this.
  if (erased > 0) recordErasure(folder, { sessionId, at: now() })
  return erased
}

interface Span {
  readonly start: number
  readonly length: number
}

function sessionLineSpans(path: string, sessionId: string): readonly Span[] {
  const places: Span[] = []
  let start = 0
  for (const { text, bytes } of dayFileLines(path)) {
    if (text.includes(JSON.stringify(sessionId)) && parseRecordLine(text)?.sessionId === sessionId)
      places.push({ start, length: bytes })
    start += bytes + 1
  }
  return places
}

function overwriteSpans(path: string, places: readonly Span[]): void {
  const handle = openSync(path, 'r+')
  try {
    for (const { start, length } of places) writeSync(handle, Buffer.alloc(length, ' '), 0, length, start)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

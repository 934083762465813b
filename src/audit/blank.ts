import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { dayFiles, linesOf } from './day-files.ts'
import { forgetDenied } from './denied-count.ts'
import { noteErased } from './erased.ts'
import { parsed } from './store.ts'

/** A line that was taken out: nothing but blanks, as long as it was. */
export function isBlank(line: string): boolean {
  return line.trim() === ''
}

/**
 * Takes the lines of a session out of the files for good; how many. They are written over with blanks where they stand: files that
 * others append to at this moment are neither replaced nor made shorter. Where the chain stands is kept, which tells nothing of what was
 * in it: a session that goes on goes on from there.
 */
export function blankSession(folder: string, sessionId: string, now: () => number): number {
  let erased = 0
  for (const { path } of dayFiles(folder)) {
    const places = placesOf(path, sessionId)
    if (places.length > 0) writeOver(path, places)
    erased += places.length
  }
  forgetDenied(folder, sessionId)
  // Afterwards: what was written meanwhile is older than this.
  if (erased > 0) noteErased(folder, { sessionId, at: now() })
  return erased
}

interface Span {
  readonly start: number
  readonly length: number
}

function placesOf(path: string, sessionId: string): readonly Span[] {
  const places: Span[] = []
  let start = 0
  for (const { text, bytes } of linesOf(path)) {
    if (text.includes(JSON.stringify(sessionId)) && parsed(text)?.sessionId === sessionId)
      places.push({ start, length: bytes })
    start += bytes + 1
  }
  return places
}

function writeOver(path: string, places: readonly Span[]): void {
  const handle = openSync(path, 'r+')
  try {
    for (const { start, length } of places) writeSync(handle, Buffer.alloc(length, ' '), 0, length, start)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

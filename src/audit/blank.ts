import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { appendText } from '../state/lines.ts'
import { dayFiles, linesOf } from './day-files.ts'
import { parsed } from './store.ts'

/** A session whose lines were taken out, and until when it was. */
export interface Erased {
  readonly sessionId: string
  readonly at: number
}

function erasedFile(folder: string): string {
  return join(folder, 'audit', 'erased.jsonl')
}

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
  // Afterwards: what was written meanwhile is older than this.
  if (erased > 0) appendText(erasedFile(folder), `${JSON.stringify({ sessionId, at: now() } satisfies Erased)}\n`)
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

/** Sessions that were taken out, each with the last time. */
export function erasedSessions(folder: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { text } of linesOf(erasedFile(folder))) {
    const { sessionId, at } = erasedIn(text)
    if (typeof sessionId === 'string' && typeof at === 'number')
      found.set(sessionId, Math.max(at, found.get(sessionId) ?? 0))
  }
  return found
}

function erasedIn(text: string): Partial<Erased> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<Erased>
  } catch {
    return {}
  }
}

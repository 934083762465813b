import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import type { ReadEntry, TranscriptRead } from '../integration.ts'

const CHUNK = 4 * 1024 * 1024
/** A longer line is no prompt of a person. */
const MAX_LINE = 16 * 1024 * 1024
const NEWLINE = 10

/** The entries that one line of a host's file holds. */
export type LineReader = (line: string) => readonly ReadEntry[]

/**
 * Reads what was added to a transcript of one record per line since an offset, up to the last whole line. The file may be missing, lag behind, or have been
 * rewritten shorter: then intent is unknown, which is never a crash and never consent.
 */
export function readAddedLines(path: string, offset: number, entriesOf: LineReader): TranscriptRead {
  let handle: number | undefined
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(handle)
    if (!stat.isFile()) return { entries: [], offset, unread: 'it is no plain file' }
    return readFrom(handle, { from: stat.size < offset ? 0 : offset, to: stat.size }, entriesOf)
  } catch (error) {
    const isNew = offset === 0 && (error as NodeJS.ErrnoException).code === 'ENOENT'
    return { entries: [], offset, ...(!isNew && { unread: unreadReason(error) }) }
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

function readFrom(handle: number, { from, to }: { from: number; to: number }, entriesOf: LineReader): TranscriptRead {
  const entries: ReadEntry[] = []
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(0, to - from)))
  let pieces: Buffer[] = []
  let pending = 0
  let at = from
  let unread: string | undefined
  const take = (bytes: Buffer) => {
    for (const line of bytes.toString('utf8').split('\n')) {
      if (line === '') continue
      try {
        entries.push(...(isRecord(line) ? entriesOf(line) : rejectLine(line)))
      } catch (error) {
        if (!(error instanceof InvalidLineError)) throw error
        unread = error.message
      }
    }
  }
  while (at < to) {
    const length = readSync(handle, buffer, 0, Math.min(buffer.length, to - at), at)
    if (length === 0) break
    at += length
    const data = buffer.subarray(0, length)
    const end = data.lastIndexOf(NEWLINE) + 1
    if (end > 0) {
      if (pending <= MAX_LINE) take(Buffer.concat([...pieces, data.subarray(0, end)]))
      pieces = []
      pending = 0
    }
    const rest = data.subarray(end)
    pending += rest.length
    // A line beyond the limit is counted, not kept.
    if (pending <= MAX_LINE) pieces.push(Buffer.from(rest))
    else {
      pieces = []
      unread = 'a line of it is too long'
    }
  }
  return { entries, offset: at - pending, ...(unread !== undefined && { unread }) }
}

/** A line that should be a record and cannot be read as one. */
export class InvalidLineError extends Error {}

/** One object per line, with or without spaces around it. Most lines are looked at no further. */
function isRecord(line: string): boolean {
  const end = line.endsWith('\r') ? line.trimEnd() : line
  return (
    (line.startsWith('{') || line.trimStart().startsWith('{')) && (end.endsWith('}') || end.trimEnd().endsWith('}'))
  )
}

function rejectLine(line: string): never[] {
  if (line.trim() === '') return []
  throw new InvalidLineError('a line of it is no record')
}

function unreadReason(error: unknown): string {
  return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'it is gone' : 'it cannot be opened'
}

import { hash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { Position } from '../store/store.ts'

const NEWLINE = 10
/** As much of a file's start, and of what stands before a position, tells it from another file. */
const SIGNATURE_BYTES = 512

export const START_POSITION: Position = { offset: 0, first: '' }

/** Whole lines of a file, and where they end. */
export interface FilePart {
  readonly lines: readonly string[]
  readonly end: Position
  /** Was it another file when it was read the last time? Then this is its start. */
  readonly replaced: boolean
}

/**
 * The next whole lines of a file: about as many bytes, or one line if that is longer. A line without its end is left for later. A file
 * that does not begin as it did, or has something else before the position, was replaced and is read from its start.
 */
export function nextPart(path: string, position: Position, bytes: number): FilePart {
  const handle = openSync(path, 'r')
  try {
    const replaced = position.offset > 0 && fileSignature(handle, position.offset) !== position.first
    const offset = replaced ? 0 : position.offset
    const text = wholeLines(handle, offset, bytes)
    if (text.length === 0) return { lines: [], end: replaced ? START_POSITION : position, replaced }
    const end = offset + text.length
    const lines = text.toString('utf8').split('\n').slice(0, -1)
    return { lines, end: { offset: end, first: fileSignature(handle, end) }, replaced }
  } finally {
    closeSync(handle)
  }
}

function wholeLines(handle: number, offset: number, bytes: number): Buffer {
  const { size } = fstatSync(handle)
  for (let length = bytes; ; length *= 4) {
    const read = bytesAt(handle, offset, Math.min(length, Math.max(0, size - offset)))
    const end = read.lastIndexOf(NEWLINE) + 1
    if (end > 0 || read.length < length) return read.subarray(0, end)
  }
}

function fileSignature(handle: number, offset: number): string {
  const start = bytesAt(handle, 0, Math.min(SIGNATURE_BYTES, offset))
  const before = bytesAt(handle, Math.max(0, offset - SIGNATURE_BYTES), Math.min(SIGNATURE_BYTES, offset))
  // A file that is shorter has less before it.
  return before.length < Math.min(SIGNATURE_BYTES, offset) ? 'shorter' : hash('sha256', Buffer.concat([start, before]))
}

function bytesAt(handle: number, from: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const read = readSync(handle, buffer, done, length - done, from + done)
    if (read === 0) break
    done += read
  }
  return buffer.subarray(0, done)
}

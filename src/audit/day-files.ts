import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { privateFolder } from '../state/private-folder.ts'

/** A day's file continues in a second one beyond this. */
export const PART_BYTES = 32 * 1024 * 1024
const CHUNK = 64 * 1024
const NEWLINE = 10

export interface DayFile {
  readonly path: string
  /** `2026-11-01`, in UTC. */
  readonly day: string
  readonly part: number
}

const DAY_MS = 24 * 60 * 60 * 1000
/** The day that was asked for last: whoever writes thousands of lines in a second asks for the same one. */
let cachedDay = { number: Number.NaN, day: '' }

export function dayOf(at: number): string {
  const number = Math.floor(at / DAY_MS)
  if (number !== cachedDay.number) cachedDay = { number, day: new Date(at).toISOString().slice(0, 10) }
  return cachedDay.day
}

/** The names in a private folder, which is not made to be read. */
export function listPrivateFolder(folder: string): readonly string[] {
  return statSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(privateFolder(folder))
}

/** All files of Records, oldest first. */
export function dayFiles(folder: string): readonly DayFile[] {
  const place = join(folder, 'audit')
  return listPrivateFolder(place)
    .flatMap((name) => {
      const match = /^(\d{4}-\d{2}-\d{2})(?:\.(\d{1,6}))?\.jsonl$/.exec(name)
      return match ? [{ path: join(place, name), day: match[1] ?? '', part: Number(match[2] ?? 1) }] : []
    })
    .sort((left, right) => left.day.localeCompare(right.day) || left.part - right.part)
}

/** The file that a Record goes into which is written at this time. */
export function currentFile(folder: string, at: number, most = PART_BYTES): string {
  return currentPart(folder, at, { most }).path
}

/** The same, for whoever knows that the parts before this one are full: there can be thousands of them. */
export function currentPart(folder: string, at: number, { from = 1, most = PART_BYTES }): DayFile {
  const place = privateFolder(join(folder, 'audit'))
  const day = dayOf(at)
  for (let part = from; ; part++) {
    const path = join(place, part === 1 ? `${day}.jsonl` : `${day}.${part}.jsonl`)
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < most) return { path, day, part }
  }
}

/** Was the last line cut off, as by a full disk? The next one then starts on a line of its own. */
export function isFileCutOff(file: string): boolean {
  const handle = openIfExists(file)
  if (handle === undefined) return false
  try {
    return isHandleCutOff(handle, fstatSync(handle).size)
  } finally {
    closeSync(handle)
  }
}

/** The same of an open file. */
export function isHandleCutOff(handle: number, size: number): boolean {
  return size > 0 && read(handle, size - 1, 1)[0] !== NEWLINE
}

/** The lines of a file from its end, a piece at a time; at most so many bytes of it. */
export function* linesFromEnd(file: string, most = Number.POSITIVE_INFINITY): Generator<string> {
  const handle = openIfExists(file)
  if (handle === undefined) return
  try {
    const { size } = fstatSync(handle)
    const start = Math.max(0, size - most)
    // Pieces of the line whose start was not read yet.
    let pieces: Buffer[] = []
    for (let end = size; end > start; ) {
      const from = Math.max(start, end - CHUNK)
      const chunk = read(handle, from, end - from)
      let until = chunk.length
      for (let at = chunk.lastIndexOf(NEWLINE); at >= 0; at = at === 0 ? -1 : chunk.lastIndexOf(NEWLINE, at - 1)) {
        const line = joinPieces([chunk.subarray(at + 1, until), ...pieces])
        if (line !== '') yield line
        pieces = []
        until = at
      }
      pieces.unshift(chunk.subarray(0, until))
      end = from
    }
    const first = start === 0 ? joinPieces(pieces) : ''
    if (first !== '') yield first
  } finally {
    closeSync(handle)
  }
}

function joinPieces(pieces: readonly Buffer[]): string {
  return Buffer.concat(pieces).toString('utf8')
}

export interface DayLine {
  readonly text: string
  readonly number: number
  /** How many it takes in the file, without its end. */
  readonly bytes: number
}

/** The lines of a file in their order, with their numbers, a piece at a time. */
export function* dayFileLines(file: string): Generator<DayLine> {
  const handle = openIfExists(file)
  if (handle === undefined) return
  try {
    let pieces: Buffer[] = []
    let number = 1
    for (let at = 0; ; ) {
      const chunk = read(handle, at, CHUNK)
      if (chunk.length === 0) break
      at += chunk.length
      let from = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        yield lineIn([...pieces, chunk.subarray(from, end)], number++)
        pieces = []
        from = end + 1
      }
      pieces.push(chunk.subarray(from))
    }
    const rest = lineIn(pieces, number)
    if (rest.bytes > 0) yield rest
  } finally {
    closeSync(handle)
  }
}

function lineIn(pieces: readonly Buffer[], number: number): DayLine {
  const line = Buffer.concat(pieces)
  return { text: line.toString('utf8'), number, bytes: line.length }
}

function read(handle: number, from: number, length: number): Buffer {
  const buffer = Buffer.alloc(length)
  return buffer.subarray(0, readSync(handle, buffer, 0, length, from))
}

function openIfExists(file: string): number | undefined {
  try {
    return openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { BrokenStateError } from './private-folder.ts'

/** Appends one event as one line. */
export function appendLine(file: string, event: unknown): void {
  appendLines(file, [event])
}

/** Appends events as lines with one write: parallel processes never tear each other's lines. */
export function appendLines(file: string, events: readonly unknown[]): void {
  if (events.length > 0) appendText(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''))
}

/** Appends whole lines with one write. */
export function appendText(file: string, text: string): void {
  const line = Buffer.from(text)
  let handle: number | undefined
  try {
    handle = openSync(file, 'a', 0o600)
    const written = writeSync(handle, line)
    if (written !== line.length) throw new Error(`only ${written} of ${line.length} bytes were written`)
  } catch (error) {
    throw new BrokenStateError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

export interface ReadLines {
  readonly events: readonly unknown[]
  /** Where the next read may continue: the end of the last whole line. */
  readonly offset: number
}

/** The events of a file from an offset on. A missing file has none; a line that is not JSON is a broken state, never skipped. */
export function readLines(file: string, offset = 0): ReadLines {
  let handle: number | undefined
  try {
    handle = openSync(file, 'r')
    const { size } = fstatSync(handle)
    const buffer = Buffer.alloc(Math.max(0, size - offset))
    const length = readSync(handle, buffer, 0, buffer.length, offset)
    const end = buffer.subarray(0, length).lastIndexOf(10) + 1
    const lines = buffer.subarray(0, end).toString('utf8').split('\n')
    return {
      events: lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown),
      offset: offset + end,
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { events: [], offset: 0 }
    throw new BrokenStateError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

import { closeSync, fstatSync, openSync, statSync, writeSync } from 'node:fs'
import { BrokenStateError } from '../state/private-folder.ts'
import { isHandleCutOff } from './day-files.ts'

/** Files that are appended to many times in a second: to open one each time costs more than to write. */
export interface OpenFileCache {
  /** Appends whole lines with one write. They begin on a line of their own, also after one that was cut off. */
  append(file: string, lines: string): void
  close(): void
}

interface CachedFile {
  readonly handle: number
  readonly ino: number
  readonly dev: number
  size: number
  /** Where our last lines ended, if nobody else wrote meanwhile. */
  end: number
}

/** Of today and of yesterday, and one that continues in a second part. */
const MOST_OPEN = 4

export function createOpenFileCache(): OpenFileCache {
  const files = new Map<string, CachedFile>()
  const forget = (file: string) => {
    const opened = files.get(file)
    files.delete(file)
    if (opened) closeSync(opened.handle)
  }
  /** INVARIANT: what is written to lies under its name: a file that was removed or replaced meanwhile is opened again. */
  const openedNow = (file: string): CachedFile => {
    const found = statSync(file, { throwIfNoEntry: false })
    const known = files.get(file)
    if (known && known.ino === found?.ino && known.dev === found.dev) {
      known.size = found.size
      return known
    }
    forget(file)
    for (const other of files.keys()) if (files.size >= MOST_OPEN) forget(other)
    const handle = openSync(file, 'a+', 0o600)
    const { ino, dev, size } = fstatSync(handle)
    const opened = { handle, ino, dev, size, end: 0 }
    files.set(file, opened)
    return opened
  }
  return {
    append: (file, lines) => {
      try {
        const opened = openedNow(file)
        const bytes = Buffer.from(
          opened.size !== opened.end && isHandleCutOff(opened.handle, opened.size) ? `\n${lines}` : lines,
        )
        const written = writeSync(opened.handle, bytes)
        if (written !== bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes were written`)
        opened.end = opened.size + written
      } catch (error) {
        forget(file)
        throw new BrokenStateError(
          `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
        )
      }
    },
    close: () => {
      for (const file of [...files.keys()]) forget(file)
    },
  }
}

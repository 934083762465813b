import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Done, type Ingested, ingest, type RecordSource } from './ingest.ts'

/** Not every file system tells of changes. */
const POLL_MS = 2000
/** What comes within this time is taken together: each time costs as much as some dozen lines. */
const GATHER_MS = 50
/** After a failure, such as a database that is not there, it is tried again later and later. */
const LONGEST_PAUSE_MS = 60_000

export interface Following extends RecordSource {
  readonly signal: AbortSignal
  readonly pollMs?: number
  /** It goes on after that. */
  readonly onFailure?: (error: unknown) => void
  readonly onRound?: (ingested: Ingested) => void
}

/** Takes lines as they are written, until the signal. */
export async function followFiles(source: Following): Promise<void> {
  const { folder, signal, pollMs = POLL_MS, onFailure, onRound } = source
  const bell = bellFor(signal)
  const done: Done = new Map()
  let watcher: FSWatcher | undefined
  let failures = 0
  try {
    while (!signal.aborted) {
      // Before the files are read: what changes afterwards rings.
      watcher ??= watched(join(folder, 'audit'), bell.ring)
      try {
        const ingested = await ingest(source, done)
        onRound?.(ingested)
        failures = 0
        if (ingested.taken > 0) await pause(GATHER_MS, undefined, { signal }).catch(() => undefined)
      } catch (error) {
        failures++
        done.clear()
        onFailure?.(error)
      }
      await bell.wait(failures === 0 ? pollMs : Math.min(LONGEST_PAUSE_MS, pollMs * 2 ** failures), failures > 0)
    }
  } finally {
    watcher?.close()
  }
}

/** Undefined while the folder is not there, and where files cannot be watched: then they are only looked at from time to time. */
function watched(folder: string, ring: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, ring)
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return undefined
  }
}

/** Wakes whoever waits; rung while nobody waits, the next wait is over at once. */
function bellFor(signal: AbortSignal) {
  let rung = false
  let wake: (() => void) | undefined
  const ring = () => {
    rung = true
    wake?.()
  }
  signal.addEventListener('abort', ring, { once: true })
  const wait = async (ms: number, deaf: boolean) => {
    if (!(rung && !deaf) && !signal.aborted)
      await new Promise<void>((over) => {
        const timer = setTimeout(over, ms)
        wake = () => {
          if (deaf && !signal.aborted) return
          clearTimeout(timer)
          over()
        }
      })
    rung = false
    wake = undefined
  }
  return { ring, wait }
}

import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type FileStates, type IngestResult, ingestRecords, type RecordSource } from './ingest.ts'

/** Not every file system tells of changes. */
const POLL_MS = 2000
/** What comes within this time is taken together: each time costs as much as some dozen lines, and a wait for the disk. */
const BATCH_DELAY_MS = 100
/** After a failure, such as a database that is not there, it is tried again later and later. */
const MAX_RETRY_MS = 60_000

export interface FollowOptions extends RecordSource {
  readonly signal: AbortSignal
  readonly pollMs?: number
  /** It continues after that. */
  readonly onFailure?: (error: unknown) => void
  readonly onRound?: (ingested: IngestResult) => void
}

/** Takes lines as they are written, until the signal. */
export async function followFiles(source: FollowOptions): Promise<void> {
  const { folder, signal, pollMs = POLL_MS, onFailure, onRound } = source
  const bell = createWakeSignal(signal)
  const done: FileStates = new Map()
  let watcher: FSWatcher | undefined
  let failures = 0
  try {
    while (!signal.aborted) {
      try {
        const ingested = await ingestRecords(source, done)
        onRound?.(ingested)
        failures = 0
        if (ingested.taken > 0) {
          // While lines come they are looked for: to be told of each would cost their writer and this thread more.
          watcher?.close()
          watcher = undefined
          await pause(BATCH_DELAY_MS, undefined, { signal }).catch(() => undefined)
          continue
        }
        if (watcher === undefined) {
          watcher = watchFolder(join(folder, 'audit'), bell.ring)
          // What was written until now did not ring.
          if (watcher !== undefined) continue
        }
      } catch (error) {
        failures++
        done.clear()
        onFailure?.(error)
      }
      await bell.wait(failures === 0 ? pollMs : Math.min(MAX_RETRY_MS, pollMs * 2 ** failures), failures > 0)
    }
  } finally {
    watcher?.close()
  }
}

/** Undefined while the folder is not there, and where files cannot be watched: then they are only looked at from time to time. */
function watchFolder(folder: string, ring: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, ring)
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return undefined
  }
}

/** Wakes whoever waits; rung while nobody waits, the next wait is over at once. */
function createWakeSignal(signal: AbortSignal) {
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

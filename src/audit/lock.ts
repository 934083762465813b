import { closeSync, fstatSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs'

/** Nobody holds a lock for longer than a few writes: after this its holder is gone. */
const STALE_MS = 200
/** Longer than a lock of somebody who is gone can stand. */
const LOCK_TIMEOUT_MS = 300
const PAUSE_MS = 2

export interface Lock {
  /** Is it still ours? A process that was stopped for a while may have lost it. */
  isHeld(): boolean
}

/** Runs under a lock file; with undefined when the lock could not be had in time. */
export function withFileLock<T>(file: string, run: (lock: Lock | undefined) => T): T {
  const handle = tryLock(file)
  if (handle === undefined) return run(undefined)
  const { ino } = fstatSync(handle)
  const isHeld = () => inodeOf(file) === ino
  try {
    return run({ isHeld })
  } finally {
    if (isHeld()) rmSync(file, { force: true })
    closeSync(handle)
  }
}

function tryLock(file: string): number | undefined {
  const end = Date.now() + LOCK_TIMEOUT_MS
  for (;;) {
    try {
      return openSync(file, 'wx', 0o600)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    removeStaleLock(file)
    if (Date.now() > end) return undefined
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
  }
}

/** Moves a stale lock aside; one that turns out to be somebody's new lock is put back. */
function removeStaleLock(file: string): void {
  try {
    const { ino, mtimeMs } = statSync(file)
    if (Date.now() - mtimeMs < STALE_MS) return
    const aside = `${file}.${process.pid}`
    renameSync(file, aside)
    if (inodeOf(aside) !== ino) linkSync(aside, file)
    rmSync(aside, { force: true })
  } catch (error) {
    // Gone already, or taken again: the next try tells.
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino
}

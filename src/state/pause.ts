import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateFolder } from './private-folder.ts'

/** A person never switches the gate off for longer. */
export const MAX_PAUSE_MS = 8 * 60 * 60 * 1000
const MAX_SIZE = 1000

/** Until when a person paused the gate. */
export interface PauseState {
  readonly at: number
  readonly until: number
  /** Whose gate it is. */
  readonly uid: number
}

function fileIn(folder: string): string {
  return join(folder, 'off.json')
}

export function pauseGate(folder: string, length: number, now: number): PauseState {
  const off: PauseState = { at: now, until: now + Math.min(length, MAX_PAUSE_MS), uid: ownUserId() }
  const file = fileIn(privateFolder(folder))
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(off), { mode: 0o600, flag: 'wx' })
  renameSync(draft, file)
  return off
}

/** Ends it. False: the gate was on. */
export function resumeGate(folder: string, now: number): boolean {
  const wasOff = readPausedUntil(folder, now) !== undefined
  rmSync(fileIn(folder), { force: true })
  return wasOff
}

/** INVARIANT: undefined, which means on, for anything but a whole and fresh word of this user. Never throws. */
export function readPausedUntil(folder: string, now: number): number | undefined {
  const file = fileIn(folder)
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    if (!stat?.isFile() || stat.size > MAX_SIZE || (stat.mode & 0o077) !== 0 || stat.uid !== ownUserId(stat.uid))
      return undefined
    const { at, until, uid } = JSON.parse(readFileSync(file, 'utf8')) as Partial<PauseState>
    if (typeof at !== 'number' || typeof until !== 'number' || uid !== ownUserId()) return undefined
    // A clock that was set back must not make it longer.
    const isFresh = at <= now && now < until && until - at <= MAX_PAUSE_MS
    return isFresh ? until : undefined
  } catch {
    return undefined
  }
}

/** The user's number; where there are none, all files are one's own. */
function ownUserId(otherwise = 0): number {
  return process.getuid?.() ?? otherwise
}

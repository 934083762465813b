import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileNameFor, privateFolder } from '../state/private-folder.ts'
import type { ChainHead } from './chain.ts'

/** Where a session's chain stands, as kept beside the lines. */
export interface SavedChainHead extends ChainHead {
  readonly sessionId: string
  readonly at: number
  /** The hash of a line that was about to be written: whether it was, the lines tell. */
  readonly next?: string
}

export function headsFolder(folder: string): string {
  return privateFolder(join(privateFolder(join(folder, 'audit')), 'heads'))
}

export function headFile(folder: string, sessionId: string): string {
  return headFileIn(headsFolder(folder), sessionId)
}

/** The same, for whoever has looked at the folder. */
export function headFileIn(place: string, sessionId: string): string {
  return join(place, `${fileNameFor(sessionId)}.json`)
}

export type HeadReading = SavedChainHead | 'none' | 'damaged'

export function readHead(file: string): HeadReading {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'none' : 'damaged'
  }
  try {
    const { sessionId, seq, hash, at, next } = JSON.parse(text) as Record<string, unknown>
    if (typeof sessionId !== 'string' || !Number.isSafeInteger(seq) || typeof at !== 'number') return 'damaged'
    if (!isHash(hash) || (next !== undefined && !isHash(next))) return 'damaged'
    return { sessionId, seq: seq as number, hash, at, ...(next !== undefined && { next }) }
  } catch {
    // Cut off while it was written.
    return 'damaged'
  }
}

/**
 * Written over the old one, always with the same length: file systems wait for the disk when a file is cut off and written again,
 * which takes longer than a decision.
 */
export function writeHead(file: string, head: SavedChainHead): void {
  const text = JSON.stringify(head)
  const handle = openSync(file, constants.O_WRONLY | constants.O_CREAT, 0o600)
  try {
    writeSync(handle, text.padEnd(JSON.stringify(head.sessionId).length + MAX_HEAD_FIELDS_BYTES), 0)
  } finally {
    closeSync(handle)
  }
}

/** Longer than all that stands beside the session's id. */
const MAX_HEAD_FIELDS_BYTES = 256

export function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

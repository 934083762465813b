import { clampTime } from '../tally.ts'
import type { SqliteDatabase } from './database.ts'

/**
 * A Record's key is its time and a number among those of the same millisecond. So the newest are at the end of one tree, whatever
 * is asked for comes out in order, and whether a Record is there already shows in its neighbours, without an index of hashes,
 * whose every entry would go to another place of the file.
 */
const SLOTS_PER_MILLISECOND = 1024

/** The first key of a time. */
export function firstKey(at: number): number {
  return clampTime(at) * SLOTS_PER_MILLISECOND
}

/** The key behind all those of a time. */
export function keyAfter(at: number): number {
  return firstKey(at) + SLOTS_PER_MILLISECOND
}

export function timeOfKey(key: number): number {
  return Math.floor(key / SLOTS_PER_MILLISECOND)
}

/** Where a Record goes; `crowded` when more are of its millisecond than many machines together could make. */
export type KeyResult = { readonly free: number } | 'known' | 'crowded'

interface Neighbour {
  readonly key: number
  readonly machine: number
  readonly hash: Uint8Array
}

export function assignKey(
  database: SqliteDatabase,
  { at, machine, hash }: { readonly at: number; readonly machine: number; readonly hash: Uint8Array },
): KeyResult {
  const rows = database.all<Neighbour>(
    'select key, machine, hash from records where key >= ? and key < ? order by key',
    firstKey(at),
    keyAfter(at),
  )
  let free = firstKey(at)
  for (const row of rows) {
    if (row.machine === machine && Buffer.compare(row.hash, hash) === 0) return 'known'
    if (row.key === free) free++
  }
  return free < keyAfter(at) ? { free } : 'crowded'
}

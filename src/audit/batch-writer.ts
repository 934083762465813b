import { hash } from 'node:crypto'
import { type ChainHead, chainStart, formatChainedLine } from './chain.ts'
import { headFileIn, headsFolder, writeHead } from './chain-heads.ts'
import { currentPart, dayOf } from './day-files.ts'
import { createOpenFileCache } from './open-file-cache.ts'
import type { AuditRecord } from './record.ts'
import { findLastHead } from './record-writer.ts'

/** Writes many Records at once, of sessions that nobody else writes to. */
export interface BatchRecordWriter {
  /** All of them with one write. Throws when it fails: some of them may be written then. */
  write(records: readonly AuditRecord[]): void
  /** Notes where chains stand that went on a while ago, some of them each time. Throws when that fails: the lines are written all the same. */
  note(): void
  /** Notes where all chains stand. */
  close(): void
}

/** Heads are noted this much later than the lines: they only tell how far a chain reached at least. */
const HEAD_SAVE_DELAY_MS = 5000
/** No more than these at a time, and as many as there were lines: calls that came meanwhile wait for them. */
const HEADS_PER_SAVE = 2
/** Of more than these the oldest are looked up again where they continue. */
const MOST_CHAINS = 50_000

/**
 * INVARIANT: the sessions are this process's own (their names hold the name of its run), so that no lock is needed and nobody continues
 * with a chain after a crash: what is written is whole, and the noted heads reach at most as far.
 */
export function createBatchWriter(folder: string, now: () => number): BatchRecordWriter {
  const chains = new Map<string, ChainHead>()
  /** Chains that went on since their head was noted, the oldest first, and since when. */
  const due = new Map<string, number>()
  let resting = 0
  let linesSince = 0
  const files = createOpenFileCache()
  /** The last part of each day that was written to. */
  const parts = new Map<string, number>()
  // To look for the end of a chain reads megabytes: only where there may be one.
  let mayBeElsewhere = false
  const headOf = (sessionId: string): ChainHead =>
    chains.get(sessionId) ?? (mayBeElsewhere ? findChainHead(folder, sessionId) : chainStart(sessionId))
  const noteUntil = (most: number, until: number) => {
    let place: string | undefined
    let noted = 0
    for (const [sessionId, since] of due) {
      if (since > until || noted++ >= most) return
      place ??= headsFolder(folder)
      const head = chains.get(sessionId)
      if (head?.at !== undefined)
        writeHead(headFileIn(place, sessionId), { sessionId, seq: head.seq, hash: head.hash, at: head.at })
      due.delete(sessionId)
    }
  }
  const forget = () => {
    for (const sessionId of chains.keys()) {
      if (chains.size <= MOST_CHAINS) break
      if (due.has(sessionId)) continue
      mayBeElsewhere = true
      chains.delete(sessionId)
    }
  }
  return {
    write: (records) => {
      const heads = new Map<string, ChainHead>()
      const lines = new Map<string, string>()
      const paths = new Map<string, string>()
      const fileFor = (at: number) => {
        const known = paths.get(dayOf(at))
        if (known !== undefined) return known
        const { path, day, part } = currentPart(folder, at, { from: parts.get(dayOf(at)) ?? 1 })
        parts.set(day, part)
        paths.set(day, path)
        return path
      }
      for (const record of records) {
        const { sessionId } = record
        const head = heads.get(sessionId) ?? headOf(sessionId)
        const next = formatChainedLine(record, head, sha256)
        // Time never goes back in a chain.
        const at = Math.max(record.at, head.at ?? record.at)
        heads.set(sessionId, { seq: next.seq, hash: next.hash, at })
        const file = fileFor(at)
        lines.set(file, `${lines.get(file) ?? ''}${next.line}\n`)
      }
      try {
        for (const [file, text] of lines) files.append(file, text)
      } catch (error) {
        // The lines show how many were written.
        mayBeElsewhere = true
        for (const sessionId of heads.keys()) chains.delete(sessionId)
        throw error
      }
      const since = now()
      for (const [sessionId, head] of heads) {
        chains.set(sessionId, head)
        if (!due.has(sessionId)) due.set(sessionId, since)
      }
      linesSince += records.length
      if (chains.size > MOST_CHAINS) forget()
    },
    note: () => {
      const at = now()
      const most = linesSince + HEADS_PER_SAVE
      linesSince = 0
      if (at < resting) return
      // Where they cannot be noted, that is tried again and reported once in a while.
      resting = at + HEAD_SAVE_DELAY_MS
      noteUntil(most, at - HEAD_SAVE_DELAY_MS)
      resting = 0
    },
    close: () => {
      files.close()
      noteUntil(due.size, Number.POSITIVE_INFINITY)
    },
  }
}

/** The system's own is faster where it is loaded anyway. */
function sha256(text: string): string {
  return hash('sha256', text)
}

/** Where a chain ends of which nothing is in memory. */
function findChainHead(folder: string, sessionId: string): ChainHead {
  return findLastHead(folder, ({ sessionId: other }) => other === sessionId) ?? chainStart(sessionId)
}

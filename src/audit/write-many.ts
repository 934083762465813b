import { appendText } from '../state/lines.ts'
import { chained, genesis, type Head, lineOf } from './chain.ts'
import { currentFile, isTorn } from './day-files.ts'
import { headFile, writeHead } from './heads.ts'
import type { AuditRecord } from './record.ts'
import { lastLine } from './store.ts'

/** Writes many Records at once, of sessions that nobody else writes to. */
export interface ManyWriter {
  /** All of them with one write. Throws when it fails: some of them may be written then. */
  write(records: readonly AuditRecord[]): void
  /** Notes where the chains stand. */
  close(): void
}

interface Chain {
  readonly head: Head
  /** The head that was noted last. */
  readonly noted: number
}

/** Heads are noted this much later than the lines: they only tell how far a chain reached at least. */
const NOTE_MS = 1000
/** Chains of which nothing is kept in memory are looked up again. */
const MOST_CHAINS = 5000

/**
 * INVARIANT: the sessions are this process's own (their names hold the name of its run), so that no lock is needed and nobody goes on
 * with a chain after a crash: what is written is whole, and the noted heads reach at most as far.
 */
export function manyWriter(folder: string, now: () => number): ManyWriter {
  const chains = new Map<string, Chain>()
  let noted = now()
  const note = () => {
    noted = now()
    for (const [sessionId, { head, noted: before }] of chains) {
      if (head.seq === before || head.at === undefined) continue
      writeHead(headFile(folder, sessionId), { sessionId, seq: head.seq, hash: head.hash, at: head.at })
      chains.set(sessionId, { head, noted: head.seq })
    }
    if (chains.size > MOST_CHAINS) chains.clear()
  }
  return {
    write: (records) => {
      const heads = new Map<string, Head>()
      const lines = new Map<string, string>()
      for (const record of records) {
        const { sessionId } = record
        const head = heads.get(sessionId) ?? chains.get(sessionId)?.head ?? found(folder, sessionId)
        const next = chained(record, head)
        // Time never goes back in a chain.
        const at = Math.max(record.at, head.at ?? record.at)
        heads.set(sessionId, { seq: next.seq, hash: next.hash, at })
        const file = currentFile(folder, at)
        lines.set(file, `${lines.get(file) ?? ''}${lineOf(next)}\n`)
      }
      try {
        for (const [file, text] of lines) appendText(file, `${isTorn(file) ? '\n' : ''}${text}`)
      } catch (error) {
        // How many were written is told by the lines.
        for (const sessionId of heads.keys()) chains.delete(sessionId)
        throw error
      }
      for (const [sessionId, head] of heads) chains.set(sessionId, { head, noted: chains.get(sessionId)?.noted ?? 0 })
      if (now() - noted > NOTE_MS) note()
    },
    close: note,
  }
}

/** Where a chain ends of which nothing is in memory: it is new, or its last write failed. */
function found(folder: string, sessionId: string): Head {
  return lastLine(folder, ({ sessionId: other }) => other === sessionId) ?? genesis(sessionId)
}

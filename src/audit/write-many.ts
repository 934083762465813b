import { hash } from 'node:crypto'
import { appendText } from '../state/lines.ts'
import { chainedLine, genesis, type Head } from './chain.ts'
import { currentFile, dayOf, isTorn } from './day-files.ts'
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
/** Of more than these the oldest are looked up again where they go on. */
const MOST_CHAINS = 50_000

/**
 * INVARIANT: the sessions are this process's own (their names hold the name of its run), so that no lock is needed and nobody goes on
 * with a chain after a crash: what is written is whole, and the noted heads reach at most as far.
 */
export function manyWriter(folder: string, now: () => number): ManyWriter {
  const chains = new Map<string, Chain>()
  // To look for the end of a chain reads megabytes: only where there may be one.
  let mayBeElsewhere = false
  let noted = now()
  const headOf = (sessionId: string): Head =>
    chains.get(sessionId)?.head ?? (mayBeElsewhere ? found(folder, sessionId) : genesis(sessionId))
  const note = () => {
    noted = now()
    for (const [sessionId, { head, noted: before }] of chains) {
      if (head.seq === before || head.at === undefined) continue
      writeHead(headFile(folder, sessionId), { sessionId, seq: head.seq, hash: head.hash, at: head.at })
      chains.set(sessionId, { head, noted: head.seq })
    }
    for (const sessionId of chains.keys()) {
      if (chains.size <= MOST_CHAINS) break
      mayBeElsewhere = true
      chains.delete(sessionId)
    }
  }
  return {
    write: (records) => {
      const heads = new Map<string, Head>()
      const lines = new Map<string, string>()
      const files = new Map<string, string>()
      const fileFor = (at: number) => {
        const day = dayOf(at)
        const known = files.get(day) ?? currentFile(folder, at)
        files.set(day, known)
        return known
      }
      for (const record of records) {
        const { sessionId } = record
        const head = heads.get(sessionId) ?? headOf(sessionId)
        const next = chainedLine(record, head, sha256)
        // Time never goes back in a chain.
        const at = Math.max(record.at, head.at ?? record.at)
        heads.set(sessionId, { seq: next.seq, hash: next.hash, at })
        const file = fileFor(at)
        lines.set(file, `${lines.get(file) ?? ''}${next.line}\n`)
      }
      try {
        for (const [file, text] of lines) appendText(file, `${isTorn(file) ? '\n' : ''}${text}`)
      } catch (error) {
        // How many were written is told by the lines.
        mayBeElsewhere = true
        for (const sessionId of heads.keys()) chains.delete(sessionId)
        throw error
      }
      for (const [sessionId, head] of heads) chains.set(sessionId, { head, noted: chains.get(sessionId)?.noted ?? 0 })
      if (now() - noted > NOTE_MS) note()
    },
    close: note,
  }
}

/** The system's own is faster where it is loaded anyway. */
function sha256(text: string): string {
  return hash('sha256', text)
}

/** Where a chain ends of which nothing is in memory. */
function found(folder: string, sessionId: string): Head {
  return lastLine(folder, ({ sessionId: other }) => other === sessionId) ?? genesis(sessionId)
}

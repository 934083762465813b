import { appendText } from '../state/event-lines.ts'
import { type ChainHead, chainRecord, chainStart, formatRecordLine, unchainedRecord } from './chain.ts'
import { headFile, isHash, readHead, type SavedChainHead, writeHead } from './chain-heads.ts'
import { currentFile, dayFiles, isFileCutOff, linesFromEnd } from './day-files.ts'
import { countIfDenied } from './denied-count.ts'
import { withFileLock } from './lock.ts'
import { type AuditRecord, readRecord } from './record.ts'

/**
 * Appends a Record to the day's file, as the next of its session's chain. A chain that cannot be had in time costs the Record
 * its place in it, which it says. A failure is the caller's to report; it changes no decision.
 */
export function writeRecord(folder: string, record: AuditRecord): void {
  const file = headFile(folder, record.sessionId)
  withFileLock(`${file}.lock`, (lock) => {
    const head = lock && currentHead(folder, file, record.sessionId)
    if (lock === undefined) append(folder, unchainedRecord(record, 'the lock of its session was not free'))
    else if (head === undefined) append(folder, unchainedRecord(record, 'the end of its chain was not found'))
    else if (!lock.isHeld()) append(folder, unchainedRecord(record, 'the lock of its session was lost'))
    else appendChained({ folder, file, head }, record)
  })
  countIfDenied(folder, record)
}

interface ChainFiles {
  readonly folder: string
  /** Where the session's head is kept. */
  readonly file: string
  readonly head: ChainHead
}

/**
 * The head is noted before and after: whoever comes after a crash between the two knows what to look for. Time never goes back in
 * a chain: processes that decide at once may write in another order, around midnight into other files.
 */
function appendChained({ folder, file, head }: ChainFiles, record: AuditRecord): void {
  const next = chainRecord(record, head)
  const { sessionId } = record
  const at = Math.max(record.at, head.at ?? record.at)
  writeHead(file, { sessionId, seq: head.seq, hash: head.hash, at: head.at ?? at, next: next.hash })
  append(folder, next, at)
  writeHead(file, { sessionId, seq: next.seq, hash: next.hash, at })
}

function append(folder: string, record: AuditRecord, at = record.at): void {
  const file = currentFile(folder, at)
  appendText(file, `${isFileCutOff(file) ? '\n' : ''}${formatRecordLine(record)}\n`)
}

/** Where the session's chain ends; undefined when the end of its chain is unknown. */
function currentHead(folder: string, file: string, sessionId: string): ChainHead | undefined {
  const kept = readHead(file)
  if (kept === 'none') return chainStart(sessionId)
  if (kept === 'damaged') return findLastHead(folder, ({ sessionId: other }) => other === sessionId)
  if (kept.sessionId !== sessionId) return undefined
  if (kept.next === undefined) return kept
  return findLastHead(folder, ({ hash }) => hash === kept.next) ?? toChainHead(kept)
}

function toChainHead({ seq, hash, at }: SavedChainHead): ChainHead {
  return seq === 0 ? { seq, hash } : { seq, hash, at }
}

/** As far back as a crash is looked for. */
const LOOK_BACK_BYTES = 8 * 1024 * 1024

export function findLastHead(folder: string, matches: (record: AuditRecord) => boolean): ChainHead | undefined {
  for (const { path } of dayFiles(folder).toReversed().slice(0, 2))
    for (const line of linesFromEnd(path, LOOK_BACK_BYTES)) {
      const record = parseRecordLine(line)
      if (record?.seq !== undefined && isHash(record.hash) && matches(record))
        return { seq: record.seq, hash: record.hash, at: Math.max(record.at, record.prevAt ?? record.at) }
    }
  return undefined
}

/** The Record of a line; undefined where there is none. */
export function parseRecordLine(line: string): AuditRecord | undefined {
  try {
    return readRecord(JSON.parse(line))
  } catch {
    return undefined
  }
}

import { appendText } from '../state/lines.ts'
import { chained, genesis, type Head, lineOf, unchained } from './chain.ts'
import { currentFile, dayFiles, isTorn, linesFromEnd } from './day-files.ts'
import { noteIfDenied } from './denied-count.ts'
import { headFile, isHash, type KeptHead, readHead, writeHead } from './heads.ts'
import { underLock } from './lock.ts'
import { type AuditRecord, readRecord } from './record.ts'

/**
 * Appends a Record to the day's file, as the next of its session's chain. A chain that cannot be had in time costs the Record
 * its place in it, which it says. A failure is the caller's to report; it changes no decision.
 */
export function writeRecord(folder: string, record: AuditRecord): void {
  const file = headFile(folder, record.sessionId)
  underLock(`${file}.lock`, (lock) => {
    const head = lock && headNow(folder, file, record.sessionId)
    if (lock === undefined) append(folder, unchained(record, 'the lock of its session was not free'))
    else if (head === undefined) append(folder, unchained(record, 'the end of its chain was not found'))
    else if (!lock.isHeld()) append(folder, unchained(record, 'the lock of its session was lost'))
    else appendChained({ folder, file, head }, record)
  })
  noteIfDenied(folder, record)
}

interface Place {
  readonly folder: string
  /** Where the session's head is kept. */
  readonly file: string
  readonly head: Head
}

/**
 * The head is noted before and after: whoever comes after a crash between the two knows what to look for. Time never goes back in
 * a chain: processes that decide at once may write in another order, around midnight into other files.
 */
function appendChained({ folder, file, head }: Place, record: AuditRecord): void {
  const next = chained(record, head)
  const { sessionId } = record
  const at = Math.max(record.at, head.at ?? record.at)
  writeHead(file, { sessionId, seq: head.seq, hash: head.hash, at: head.at ?? at, next: next.hash })
  append(folder, next, at)
  writeHead(file, { sessionId, seq: next.seq, hash: next.hash, at })
}

function append(folder: string, record: AuditRecord, at = record.at): void {
  const file = currentFile(folder, at)
  appendText(file, `${isTorn(file) ? '\n' : ''}${lineOf(record)}\n`)
}

/** Where the session's chain ends; undefined when it has one whose end cannot be told. */
function headNow(folder: string, file: string, sessionId: string): Head | undefined {
  const kept = readHead(file)
  if (kept === 'none') return genesis(sessionId)
  if (kept === 'damaged') return lastLine(folder, ({ sessionId: other }) => other === sessionId)
  if (kept.sessionId !== sessionId) return undefined
  if (kept.next === undefined) return kept
  return lastLine(folder, ({ hash }) => hash === kept.next) ?? before(kept)
}

function before({ seq, hash, at }: KeptHead): Head {
  return seq === 0 ? { seq, hash } : { seq, hash, at }
}

/** As far back as a crash is looked for. */
const LOOK_BACK = 8 * 1024 * 1024

export function lastLine(folder: string, matches: (record: AuditRecord) => boolean): Head | undefined {
  for (const { path } of dayFiles(folder).toReversed().slice(0, 2))
    for (const line of linesFromEnd(path, LOOK_BACK)) {
      const record = parsed(line)
      if (record?.seq !== undefined && isHash(record.hash) && matches(record))
        return { seq: record.seq, hash: record.hash, at: Math.max(record.at, record.prevAt ?? record.at) }
    }
  return undefined
}

/** The Record of a line; undefined where there is none. */
export function parsed(line: string): AuditRecord | undefined {
  try {
    return readRecord(JSON.parse(line))
  } catch {
    return undefined
  }
}

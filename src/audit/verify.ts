import { basename } from 'node:path'
import { type Anchors, addAnchor, anchorFile, anchorsFromHeads, readAnchors, savedChainHeads } from './anchors.ts'
import { type ChainHead, chainStart, isRecordIntact } from './chain.ts'
import type { SavedChainHead } from './chain-heads.ts'
import { dayFileLines, dayFiles, dayOf } from './day-files.ts'
import { erasedSessions, isDayRemoved, removedBeforeDay } from './erasures.ts'
import { isErasedLine } from './line-erasure.ts'
import type { AuditRecord } from './record.ts'
import { parseRecordLine } from './record-writer.ts'

/** Something that is not as it was written. */
export interface ChainFault {
  readonly session?: string
  readonly file: string
  readonly line?: number
  readonly what: string
}

export interface VerifyResult {
  /** `unanchored`: every chain is whole, and the last lines of some could still have been replaced unseen. */
  readonly status: 'intact' | 'unanchored' | 'broken'
  readonly sessions: number
  /** Lines in chains. */
  readonly records: number
  readonly unanchored: number
  /** Lines that say themselves that they stand outside a chain. */
  readonly unchained: number
  /** Lines of 0.1, which had no chains. */
  readonly old: number
  /** Other sessions, whose older lines went with days that were removed. */
  readonly shortened: number
  /** Sessions whose lines were taken out by `irongate audit erase --session`. */
  readonly erased: number
  readonly faults: readonly ChainFault[]
}

/** Places that were noted, and where. */
interface ClaimedPosition {
  readonly at: Anchors
  readonly kept: 'here' | 'server'
}

interface VerifyState {
  readonly ends: Map<string, ChainHead>
  readonly faults: ChainFault[]
  readonly shortened: Set<string>
  readonly anchors: readonly ClaimedPosition[]
  /** Days before this one were removed by who may. */
  readonly goneBefore: string
  /** Sessions whose lines a person took out, and when. */
  readonly erased: ReadonlyMap<string, number>
  records: number
  unchained: number
  old: number
}

/**
 * Reads every line and follows every chain. The heads are read first: what is written meanwhile is no fault. With a time, what
 * was found whole is anchored: from then on it cannot be replaced unseen. What a server took of the chains before is an anchor, too.
 */
export function verifyAuditLog(folder: string, anchorAt?: number, taken: readonly SavedChainHead[] = []): VerifyResult {
  const heads = savedChainHeads(folder)
  const anchors = readAnchors(folder)
  const files = dayFiles(folder)
  const walk: VerifyState = {
    ends: new Map(),
    faults: [],
    shortened: new Set(),
    anchors: [
      { at: anchors, kept: 'here' },
      { at: anchorsFromHeads(taken), kept: 'server' },
    ],
    goneBefore: removedBeforeDay(folder, files),
    erased: erasedSessions(folder),
    records: 0,
    unchained: 0,
    old: 0,
  }
  for (const number of anchors.damaged)
    walk.faults.push({
      file: basename(anchorFile(folder)),
      line: number,
      what: 'the anchor was changed, or one before it removed',
    })
  for (const { path } of files)
    for (const { text, number } of dayFileLines(path))
      if (!isErasedLine(text)) checkLine(walk, text, { file: basename(path), line: number })
  const unanchored = [...walk.ends].reduce(
    (sum, [session, { seq }]) => sum + Math.max(0, seq - anchoredLength(walk, session)),
    0,
  )
  for (const head of [...heads, ...walk.anchors.flatMap(({ at }) => [...at.last.values()])]) checkEnd(walk, head)
  const { records, unchained, old, shortened } = walk
  const faults = uniqueFaults(walk.faults)
  const status = faults.length > 0 ? 'broken' : unanchored > 0 ? 'unanchored' : 'intact'
  if (anchorAt !== undefined && status === 'unanchored') addAnchor(folder, heads, anchorAt)
  return {
    status,
    sessions: walk.ends.size,
    records,
    unanchored,
    unchained,
    old,
    shortened: [...shortened].filter((session) => !walk.erased.has(session)).length,
    erased: walk.erased.size,
    faults,
  }
}

/** Was a line of this time removed with its day, or taken out with its session? */
function isRemoved({ goneBefore: before, erased }: VerifyState, session: string, at: number): boolean {
  return isDayRemoved(before, at) || at <= (erased.get(session) ?? Number.NEGATIVE_INFINITY)
}

/** How far the chain that is there is anchored: nothing of it by an anchor of one that is gone with all its lines. */
function anchoredLength(walk: VerifyState, session: string): number {
  const { anchors, shortened } = walk
  return Math.max(
    ...anchors.map(({ at: { last } }) => {
      const head = last.get(session)
      return head === undefined || (isRemoved(walk, session, head.at) && !shortened.has(session)) ? 0 : head.seq
    }),
  )
}

type LineLocation = Pick<ChainFault, 'file' | 'line'>

function checkLine(walk: VerifyState, text: string, where: LineLocation): void {
  const record = parseRecordLine(text)
  if (record === undefined) {
    walk.faults.push({ ...where, what: 'the line is no record' })
    return
  }
  const session = record.sessionId
  if (record.v === undefined && record.hash === undefined) {
    walk.old++
    return
  }
  const fault = (what: string) => walk.faults.push({ session, ...where, what })
  if (!isRecordIntact(record, text)) fault('the line was changed')
  if (record.seq === undefined || record.prev === undefined) {
    walk.unchained++
    if (record.unchained === undefined) fault('the line has no place in a chain')
    return
  }
  walk.records++
  const before = walk.ends.get(session) ?? chainStart(session)
  const problem = linkFault(walk, record, before)
  if (problem !== undefined) fault(problem)
  for (const { at, kept } of walk.anchors) {
    const anchored = at.places.get(session)?.get(record.seq)
    // A chain that began again after all its lines were removed has other lines at the same places.
    if (anchored && !isRemoved(walk, session, anchored.at) && anchored.hash !== record.hash)
      fault(`the line is not the one that ${kept === 'server' ? 'the server took' : 'was anchored'}`)
  }
  walk.ends.set(session, { seq: record.seq, hash: record.hash ?? '', at: record.at })
}

/** Does the record follow the one before it in its session? */
function linkFault(walk: VerifyState, record: AuditRecord, before: ChainHead): string | undefined {
  const { seq = 0, prev, prevAt, sessionId } = record
  if (seq === before.seq + 1 && prev === before.hash) return undefined
  if (before.seq === 0 && seq > 1 && prevAt !== undefined && isRemoved(walk, sessionId, prevAt)) {
    walk.shortened.add(sessionId)
    return undefined
  }
  if (seq > before.seq + 1) return `${linesText(seq - before.seq - 1)} missing before it`
  return seq <= before.seq ? 'the line is out of its order' : 'the line does not follow the one before it'
}

/** A chain reaches at least as far as was noted of it. */
function checkEnd(walk: VerifyState, { sessionId, seq, at }: SavedChainHead): void {
  const end = walk.ends.get(sessionId)?.seq ?? 0
  if (seq <= end) return
  if (isRemoved(walk, sessionId, at)) walk.shortened.add(sessionId)
  else
    walk.faults.push({
      session: sessionId,
      file: `${dayOf(at)}.jsonl`,
      what: `${linesText(seq - end)} missing at its end`,
    })
}

function linesText(count: number): string {
  return count === 1 ? 'a line is' : `${count} lines are`
}

/** A head and an anchor may miss the same lines. */
function uniqueFaults(faults: readonly ChainFault[]): readonly ChainFault[] {
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()]
}

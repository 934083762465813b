import { statSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../analysis/sha256.ts'
import { canonical } from '../approval.ts'
import { appendText } from '../state/lines.ts'
import { linesFromEnd, linesOf, namesIn } from './day-files.ts'
import { isHash, type KeptHead, readHead } from './heads.ts'

/** Where chains stood at one time. Lines that were anchored cannot be rewritten without rewriting this, too. */
export interface Anchor {
  readonly v: 1
  readonly at: number
  readonly heads: readonly KeptHead[]
  readonly prev: string
  readonly hash: string
}

/** A folder with more sessions than this is anchored by `irongate audit verify`. */
const MOST_HEADS = 2000

export function anchorFile(folder: string): string {
  return join(folder, 'audit', 'anchors.jsonl')
}

/** Anchors the chains that went on since the last time; at a session's start, where nobody waits. Never throws. */
export function anchorNow(folder: string, now: number): void {
  try {
    const last = lastAnchor(folder)
    const heads = keptHeads(folder, last?.at ?? 0, MOST_HEADS)
    if (heads.length > 0) addAnchor(folder, heads, now)
  } catch (error) {
    // The lines are chained all the same, and `irongate audit verify` tells what is not anchored.
    void error
  }
}

/** The heads of all sessions, or of those that went on since then. */
export function keptHeads(folder: string, since = 0, most = Number.POSITIVE_INFINITY): readonly KeptHead[] {
  const place = join(folder, 'audit', 'heads')
  const names = namesIn(place).filter((name) => name.endsWith('.json'))
  if (names.length > most) return []
  return names
    .map((name) => join(place, name))
    .filter((file) => since === 0 || (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since)
    .map(readHead)
    .filter((head) => head !== 'none' && head !== 'damaged')
}

export function addAnchor(folder: string, heads: readonly KeptHead[], now: number): void {
  const kept = heads.filter(({ seq }) => seq > 0).map(({ next: _next, ...head }) => head)
  if (kept.length === 0) return
  const anchor = { v: 1 as const, at: now, heads: kept, prev: lastAnchor(folder)?.hash ?? '' }
  appendText(anchorFile(folder), `${canonical({ ...anchor, hash: sha256(canonical(anchor)) })}\n`)
}

function lastAnchor(folder: string): Anchor | undefined {
  for (const line of linesFromEnd(anchorFile(folder))) return anchorOf(line)
  return undefined
}

export interface Anchors {
  /** Session → its anchored places. */
  readonly places: ReadonlyMap<string, ReadonlyMap<number, KeptHead>>
  /** Session → its last anchored place. */
  readonly last: ReadonlyMap<string, KeptHead>
  /** Lines that are not as they were written. */
  readonly damaged: readonly number[]
}

export function readAnchors(folder: string): Anchors {
  const heads: KeptHead[] = []
  const damaged: number[] = []
  // Two sessions that start at once may follow the same anchor; one that was taken out is missed by the next.
  const known = new Set([''])
  for (const { text, number } of linesOf(anchorFile(folder))) {
    const anchor = anchorOf(text)
    if (anchor === undefined || !isAnchorWhole(anchor, text) || !known.has(anchor.prev)) damaged.push(number)
    if (anchor === undefined) continue
    known.add(anchor.hash)
    heads.push(...anchor.heads)
  }
  return { ...anchorsAt(heads), damaged }
}

/** Heads that were noted, in the order in which they were. */
export function anchorsAt(heads: readonly KeptHead[]): Anchors {
  const places = new Map<string, Map<number, KeptHead>>()
  const last = new Map<string, KeptHead>()
  for (const head of heads) {
    const ofSession = places.get(head.sessionId) ?? new Map<number, KeptHead>()
    ofSession.set(head.seq, head)
    places.set(head.sessionId, ofSession)
    if (!isLater(last.get(head.sessionId), head)) last.set(head.sessionId, head)
  }
  return { places, last, damaged: [] }
}

/** By time first: a chain that began anew is the later one, however short it is. */
function isLater(left: KeptHead | undefined, right: KeptHead): boolean {
  return left !== undefined && (left.at > right.at || (left.at === right.at && left.seq > right.seq))
}

function isAnchorWhole({ hash, ...rest }: Anchor, line: string): boolean {
  return sha256(canonical(rest)) === hash && canonical({ ...rest, hash }) === line
}

function anchorOf(line: string): Anchor | undefined {
  try {
    const anchor = JSON.parse(line) as Partial<Anchor> | null
    const whole = typeof anchor?.at === 'number' && isHash(anchor.hash) && Array.isArray(anchor.heads)
    return whole && anchor.heads?.every(isHead) ? (anchor as Anchor) : undefined
  } catch {
    return undefined
  }
}

function isHead(value: unknown): boolean {
  const { sessionId, seq, hash, at } = (value ?? {}) as Partial<KeptHead>
  return typeof sessionId === 'string' && Number.isSafeInteger(seq) && isHash(hash) && typeof at === 'number'
}

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalJson } from '../analysis/text/canonical-json.ts'
import { sha256 } from '../analysis/text/sha256.ts'
import { appendText } from '../state/event-lines.ts'
import { isHash, readHead, type SavedChainHead } from './chain-heads.ts'
import { dayFileLines, linesFromEnd, listPrivateFolder } from './day-files.ts'

/** Where chains stood at one time. Lines that were anchored cannot be rewritten without rewriting this, too. */
export interface Anchor {
  readonly v: 1
  readonly at: number
  readonly heads: readonly SavedChainHead[]
  readonly prev: string
  readonly hash: string
}

/** A folder with more sessions than this is anchored by `irongate audit verify`. */
const MOST_HEADS = 2000

export function anchorFile(folder: string): string {
  return join(folder, 'audit', 'anchors.jsonl')
}

/** Anchors the chains that went on since the last time; at a session's start, where nobody waits. Never throws. */
export function anchorChains(folder: string, now: number): void {
  try {
    const last = lastAnchor(folder)
    const heads = savedChainHeads(folder, last?.at ?? 0, MOST_HEADS)
    if (heads.length > 0) addAnchor(folder, heads, now)
  } catch (error) {
    // The lines are chained all the same, and `irongate audit verify` tells what is not anchored.
    void error
  }
}

/** The heads of all sessions, or of those that went on since then. */
export function savedChainHeads(folder: string, since = 0, most = Number.POSITIVE_INFINITY): readonly SavedChainHead[] {
  const place = join(folder, 'audit', 'heads')
  const names = listPrivateFolder(place).filter((name) => name.endsWith('.json'))
  if (names.length > most) return []
  return names
    .map((name) => join(place, name))
    .filter((file) => since === 0 || (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since)
    .map(readHead)
    .filter((head) => head !== 'none' && head !== 'damaged')
}

export function addAnchor(folder: string, heads: readonly SavedChainHead[], now: number): void {
  const kept = heads.filter(({ seq }) => seq > 0).map(({ next: _next, ...head }) => head)
  if (kept.length === 0) return
  const anchor = { v: 1 as const, at: now, heads: kept, prev: lastAnchor(folder)?.hash ?? '' }
  appendText(anchorFile(folder), `${canonicalJson({ ...anchor, hash: sha256(canonicalJson(anchor)) })}\n`)
}

function lastAnchor(folder: string): Anchor | undefined {
  for (const line of linesFromEnd(anchorFile(folder))) return parseAnchor(line)
  return undefined
}

export interface Anchors {
  /** Session → its anchored places. */
  readonly places: ReadonlyMap<string, ReadonlyMap<number, SavedChainHead>>
  /** Session → its last anchored place. */
  readonly last: ReadonlyMap<string, SavedChainHead>
  /** Lines that are not as they were written. */
  readonly damaged: readonly number[]
}

export function readAnchors(folder: string): Anchors {
  const heads: SavedChainHead[] = []
  const damaged: number[] = []
  // Two sessions that start at once may follow the same anchor; one that was taken out is missed by the next.
  const known = new Set([''])
  for (const { text, number } of dayFileLines(anchorFile(folder))) {
    const anchor = parseAnchor(text)
    if (anchor === undefined || !isAnchorIntact(anchor, text) || !known.has(anchor.prev)) damaged.push(number)
    if (anchor === undefined) continue
    known.add(anchor.hash)
    heads.push(...anchor.heads)
  }
  return { ...anchorsFromHeads(heads), damaged }
}

/** Heads that were noted, in the order in which they were. */
export function anchorsFromHeads(heads: readonly SavedChainHead[]): Anchors {
  const places = new Map<string, Map<number, SavedChainHead>>()
  const last = new Map<string, SavedChainHead>()
  for (const head of heads) {
    const ofSession = places.get(head.sessionId) ?? new Map<number, SavedChainHead>()
    ofSession.set(head.seq, head)
    places.set(head.sessionId, ofSession)
    if (!isLaterHead(last.get(head.sessionId), head)) last.set(head.sessionId, head)
  }
  return { places, last, damaged: [] }
}

/** By time first: a chain that began again is the later one, however short it is. */
function isLaterHead(left: SavedChainHead | undefined, right: SavedChainHead): boolean {
  return left !== undefined && (left.at > right.at || (left.at === right.at && left.seq > right.seq))
}

function isAnchorIntact({ hash, ...rest }: Anchor, line: string): boolean {
  return sha256(canonicalJson(rest)) === hash && canonicalJson({ ...rest, hash }) === line
}

function parseAnchor(line: string): Anchor | undefined {
  try {
    const anchor = JSON.parse(line) as Partial<Anchor> | null
    const whole = typeof anchor?.at === 'number' && isHash(anchor.hash) && Array.isArray(anchor.heads)
    return whole && anchor.heads?.every(isChainHead) ? (anchor as Anchor) : undefined
  } catch {
    return undefined
  }
}

function isChainHead(value: unknown): boolean {
  const { sessionId, seq, hash, at } = (value ?? {}) as Partial<SavedChainHead>
  return typeof sessionId === 'string' && Number.isSafeInteger(seq) && isHash(hash) && typeof at === 'number'
}

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ReadEntry, turnOf } from './human-turns.ts'

const CHUNK = 4 * 1024 * 1024
/** A longer line is no prompt of a person. */
const MAX_LINE = 16 * 1024 * 1024
const NEWLINE = 10

export interface TranscriptRead {
  readonly entries: readonly ReadEntry[]
  /** The end of the last whole line: the next read goes on from here. */
  readonly offset: number
}

/**
 * Reads what was added to the host's transcript since an offset. The file may be missing, lag behind, or have been
 * rewritten shorter: then intent is unknown, which is never a crash and never consent.
 */
export function readTranscript(path: string, offset: number): TranscriptRead {
  let handle: number | undefined
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(handle)
    if (!stat.isFile()) return { entries: [], offset }
    return readFrom(handle, stat.size < offset ? 0 : offset, stat.size)
  } catch {
    return { entries: [], offset }
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

/** Where the host keeps a sub-agent's own conversation; undefined for an id that is not a plain name. */
export function subAgentFile(transcriptPath: string, sessionId: string, agentId: string): string | undefined {
  if (!/^[\w-]{1,100}$/.test(agentId) || !/^[\w-]{1,100}$/.test(sessionId)) return undefined
  return join(dirname(transcriptPath), sessionId, 'subagents', `agent-${agentId}.jsonl`)
}

function readFrom(handle: number, from: number, to: number): TranscriptRead {
  const entries: ReadEntry[] = []
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(0, to - from)))
  let pieces: Buffer[] = []
  let pending = 0
  let at = from
  const take = (bytes: Buffer) => {
    for (const line of bytes.toString('utf8').split('\n')) {
      const turn = turnOf(line)
      if (turn) entries.push(turn)
    }
  }
  while (at < to) {
    const length = readSync(handle, buffer, 0, Math.min(buffer.length, to - at), at)
    if (length === 0) break
    at += length
    const data = buffer.subarray(0, length)
    const end = data.lastIndexOf(NEWLINE) + 1
    if (end > 0) {
      if (pending <= MAX_LINE) take(Buffer.concat([...pieces, data.subarray(0, end)]))
      pieces = []
      pending = 0
    }
    const rest = data.subarray(end)
    pending += rest.length
    // A line beyond the limit is counted, not kept.
    if (pending <= MAX_LINE) pieces.push(Buffer.from(rest))
    else pieces = []
  }
  return { entries, offset: at - pending }
}

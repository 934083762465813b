import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { Entry } from '../../transcript/entries.ts'

const CHUNK = 4 * 1024 * 1024

export interface TranscriptRead {
  readonly entries: readonly Entry[]
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
    handle = openSync(path, 'r')
    const { size } = fstatSync(handle)
    return size < offset ? readFrom(handle, 0, size) : readFrom(handle, offset, size)
  } catch {
    return { entries: [], offset: 0 }
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

function readFrom(handle: number, from: number, to: number): TranscriptRead {
  const entries: Entry[] = []
  const buffer = Buffer.alloc(Math.min(CHUNK, Math.max(0, to - from)))
  let rest = Buffer.alloc(0)
  let at = from
  while (at < to) {
    const length = readSync(handle, buffer, 0, Math.min(buffer.length, to - at), at)
    if (length === 0) break
    at += length
    const data = Buffer.concat([rest, buffer.subarray(0, length)])
    const end = data.lastIndexOf(10) + 1
    for (const line of data.subarray(0, end).toString('utf8').split('\n')) entries.push(...entriesOf(line))
    rest = Buffer.from(data.subarray(end))
  }
  return { entries, offset: at - rest.length }
}

interface TranscriptLine {
  readonly type?: unknown
  readonly isMeta?: unknown
  readonly isSidechain?: unknown
  readonly isCompactSummary?: unknown
  readonly promptSource?: unknown
  readonly turnOrigin?: unknown
  readonly toolUseResult?: unknown
  readonly message?: { readonly content?: unknown }
  readonly attachment?: { readonly type?: unknown; readonly prompt?: unknown }
}

/** The human turn a line holds, if it holds one. Only these lines are parsed: most of a transcript is not a person's. */
function entriesOf(text: string): Entry[] {
  if (!text.includes('"type":"user"') && !text.includes('queued_command')) return []
  let line: TranscriptLine
  try {
    line = JSON.parse(text) as TranscriptLine
  } catch {
    return []
  }
  if (line.attachment?.type === 'queued_command')
    return typeof line.attachment.prompt === 'string'
      ? [{ kind: 'user', text: line.attachment.prompt, trusted: true }]
      : []
  if (line.type !== 'user' || line.isSidechain === true || line.toolUseResult !== undefined) return []
  const said = textOf(line.message?.content)
  if (said === undefined) return []
  const harness =
    line.isMeta === true ||
    line.isCompactSummary === true ||
    (line.turnOrigin !== undefined && line.turnOrigin !== 'human' && line.turnOrigin !== 'user')
  return [harness ? { kind: 'harness', text: said } : { kind: 'user', text: said, trusted: true }]
}

/** The text of a turn; undefined when it holds a tool's result. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content) || content.some((block) => block?.type === 'tool_result')) return undefined
  const texts = content
    .filter((block) => block?.type === 'text' && typeof block.text === 'string')
    .map((block) => String(block.text))
  return texts.length === 0 ? undefined : texts.join('\n')
}

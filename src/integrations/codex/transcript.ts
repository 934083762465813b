import { isFields, ownField } from '../hook-runtime/fields.ts'
import { lastCalls, pastCallEntry } from '../hook-runtime/past-call.ts'
import { readAddedLines } from '../hook-runtime/transcript-lines.ts'
import type { ReadEntry, TranscriptFiles } from '../integration.ts'
import { CODEX_EXECUTED_CALLS, callOfItem } from './executed-calls.ts'
import { readItem } from './transcript-items.ts'

/** The host's record of one conversation: what a person typed and what ran stand in it as items that were completed. */
export const CODEX_TRANSCRIPT: TranscriptFiles = {
  read: (file, offset) => {
    const { entries, offset: next } = readAddedLines(file, offset, entriesOf)
    return { entries: lastCalls(entries), offset: next }
  },
  lateMs: 1000,
  ran: CODEX_EXECUTED_CALLS,
}

function entriesOf(line: string): readonly ReadEntry[] {
  const item = readItem(line)
  if (item === undefined) return []
  const { id, fields } = item
  if (ownField(fields, 'type') === 'UserMessage') {
    const text = textOf(ownField(fields, 'content'))
    return text === '' ? [] : [{ entry: { kind: 'user', text, trusted: true }, origin: 'transcript', line: id }]
  }
  const call = callOfItem(item)
  const entry = call && pastCallEntry(call.tool, call.input)
  return entry === undefined ? [] : [{ entry, origin: 'transcript', pastId: id, line: id }]
}

function textOf(content: unknown): string {
  const parts = Array.isArray(content) ? content.filter(isFields) : []
  return parts
    .filter((part) => ownField(part, 'type') === 'text')
    .map((part) => String(ownField(part, 'text')))
    .join('\n')
}

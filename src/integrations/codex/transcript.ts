import type { ReadEntry, TranscriptFiles } from '../integration.ts'
import { addedLines } from '../seat/added-lines.ts'
import { isFields, own } from '../seat/fields.ts'
import { lastCalls, pastCall } from '../seat/past-call.ts'
import { itemIn } from './items.ts'
import { callOf, RAN } from './ran-calls.ts'

/** The host's record of one conversation: what a person typed and what ran stand in it as items that were completed. */
export const TRANSCRIPT: TranscriptFiles = {
  read: (file, offset) => {
    const { entries, offset: next } = addedLines(file, offset, entriesOf)
    return { entries: lastCalls(entries), offset: next }
  },
  lateMs: 1000,
  ran: RAN,
}

function entriesOf(line: string): readonly ReadEntry[] {
  const item = itemIn(line)
  if (item === undefined) return []
  const { id, fields } = item
  if (own(fields, 'type') === 'UserMessage') {
    const text = textOf(own(fields, 'content'))
    return text === '' ? [] : [{ entry: { kind: 'user', text, trusted: true }, origin: 'transcript', line: id }]
  }
  const call = callOf(item)
  const entry = call && pastCall(call.tool, call.input)
  return entry === undefined ? [] : [{ entry, origin: 'transcript', pastId: id, line: id }]
}

function textOf(content: unknown): string {
  const parts = Array.isArray(content) ? content.filter(isFields) : []
  return parts
    .filter((part) => own(part, 'type') === 'text')
    .map((part) => String(own(part, 'text')))
    .join('\n')
}

import { type Fields, isFields, ownField } from '../hook-runtime/fields.ts'
import { parseTranscriptLine } from '../hook-runtime/transcript-line.ts'

/** Something that was completed in a conversation: a person's message, a command, a change of files, a call of a server. */
export interface TranscriptItem {
  readonly id: string
  readonly fields: Fields
  readonly at: number
}

/** The item of a line of the host's record. Other lines, among them what the model was sent, are not read. */
export function readItem(line: string): TranscriptItem | undefined {
  if (!line.includes('"item_completed"')) return undefined
  const record = parseTranscriptLine(line)
  const payload = ownField(record, 'payload')
  if (ownField(record, 'type') !== 'event_msg' || !isFields(payload)) return undefined
  const item = ownField(payload, 'item')
  const id = isFields(item) ? ownField(item, 'id') : undefined
  if (ownField(payload, 'type') !== 'item_completed' || !isFields(item) || typeof id !== 'string') return undefined
  const at = Date.parse(String(ownField(record, 'timestamp')))
  return { id, fields: item, at: Number.isNaN(at) ? 0 : at }
}

/** What was typed into a program that runs: no hook is asked about it, and only the agent's call tells. Waiting types nothing. */
export function readTypedInput(line: string): TranscriptItem | undefined {
  if (!line.includes('"write_stdin"')) return undefined
  const record = parseTranscriptLine(line)
  const payload = ownField(record, 'payload')
  if (ownField(record, 'type') !== 'response_item' || !isFields(payload)) return undefined
  const [id, input] = [ownField(payload, 'call_id'), ownField(payload, 'arguments')]
  if (ownField(payload, 'name') !== 'write_stdin' || typeof id !== 'string' || typeof input !== 'string')
    return undefined
  const chars = ownField(parseTranscriptLine(input), 'chars')
  if (typeof chars !== 'string' || chars === '') return undefined
  const at = Date.parse(String(ownField(record, 'timestamp')))
  return { id, fields: { type: 'Typed', chars }, at: Number.isNaN(at) ? 0 : at }
}

/** What a conversation's first line tells of it. */
export function readSessionMeta(line: string): { readonly session: string; readonly cwd: string } | undefined {
  const record = line.includes('"session_meta"') ? parseTranscriptLine(line) : {}
  const payload = ownField(record, 'payload')
  if (ownField(record, 'type') !== 'session_meta' || !isFields(payload)) return undefined
  const [session, cwd] = [ownField(payload, 'session_id'), ownField(payload, 'cwd')]
  return { session: typeof session === 'string' ? session : '', cwd: typeof cwd === 'string' ? cwd : '' }
}

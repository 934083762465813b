import { type Fields, isFields, own } from '../seat/fields.ts'

/** Something that was completed in a conversation: a person's message, a command, a change of files, a call of a server. */
export interface Item {
  readonly id: string
  readonly fields: Fields
  readonly at: number
}

/** The item of a line of the host's record. Other lines, among them what the model was sent, are not read. */
export function itemIn(line: string): Item | undefined {
  if (!line.includes('"item_completed"')) return undefined
  const record = parsed(line)
  const payload = own(record, 'payload')
  if (own(record, 'type') !== 'event_msg' || !isFields(payload)) return undefined
  const item = own(payload, 'item')
  const id = isFields(item) ? own(item, 'id') : undefined
  if (own(payload, 'type') !== 'item_completed' || !isFields(item) || typeof id !== 'string') return undefined
  const at = Date.parse(String(own(record, 'timestamp')))
  return { id, fields: item, at: Number.isNaN(at) ? 0 : at }
}

/** What was typed into a program that runs: no hook is asked about it, and only the agent's call tells. Waiting types nothing. */
export function typedIn(line: string): Item | undefined {
  if (!line.includes('"write_stdin"')) return undefined
  const record = parsed(line)
  const payload = own(record, 'payload')
  if (own(record, 'type') !== 'response_item' || !isFields(payload)) return undefined
  const [id, input] = [own(payload, 'call_id'), own(payload, 'arguments')]
  if (own(payload, 'name') !== 'write_stdin' || typeof id !== 'string' || typeof input !== 'string') return undefined
  const chars = own(parsed(input), 'chars')
  if (typeof chars !== 'string' || chars === '') return undefined
  const at = Date.parse(String(own(record, 'timestamp')))
  return { id, fields: { type: 'Typed', chars }, at: Number.isNaN(at) ? 0 : at }
}

/** What a conversation's first line tells of it. */
export function metaIn(line: string): { readonly session: string; readonly cwd: string } | undefined {
  const record = line.includes('"session_meta"') ? parsed(line) : {}
  const payload = own(record, 'payload')
  if (own(record, 'type') !== 'session_meta' || !isFields(payload)) return undefined
  const [session, cwd] = [own(payload, 'session_id'), own(payload, 'cwd')]
  return { session: typeof session === 'string' ? session : '', cwd: typeof cwd === 'string' ? cwd : '' }
}

function parsed(line: string): Fields {
  try {
    const value: unknown = JSON.parse(line)
    return isFields(value) ? value : {}
  } catch {
    return {}
  }
}

import type { RanCall } from '../integration.ts'
import { isFields, own } from '../seat/fields.ts'

type Fields = Readonly<Record<string, unknown>>

/** A line of the host's record; what is not of its shape tells nothing. */
export function parsed(line: string): Fields {
  try {
    const value: unknown = JSON.parse(line)
    return isFields(value) ? value : {}
  } catch {
    return {}
  }
}

export function blocksOf(fields: Fields): readonly Fields[] {
  const message = own(fields, 'message')
  const content = isFields(message) ? own(message, 'content') : undefined
  return Array.isArray(content) ? content.filter(isFields) : []
}

export function callIn(block: Fields, fields: Fields): RanCall | undefined {
  const [id, tool, input] = [own(block, 'id'), own(block, 'name'), own(block, 'input')]
  if (own(block, 'type') !== 'tool_use' || typeof id !== 'string' || typeof tool !== 'string') return undefined
  const at = Date.parse(String(own(fields, 'timestamp')))
  const [session, cwd] = [own(fields, 'sessionId'), own(fields, 'cwd')]
  return {
    id,
    tool,
    input: isFields(input) ? input : {},
    at: Number.isNaN(at) ? 0 : at,
    session: typeof session === 'string' ? session : '',
    cwd: typeof cwd === 'string' ? cwd : '',
  }
}

import { isFields, ownField } from '../hook-runtime/fields.ts'
import type { ExecutedCall } from '../integration.ts'

type Fields = Readonly<Record<string, unknown>>

export function blocksOf(fields: Fields): readonly Fields[] {
  const message = ownField(fields, 'message')
  const content = isFields(message) ? ownField(message, 'content') : undefined
  return Array.isArray(content) ? content.filter(isFields) : []
}

export function callOfBlock(block: Fields, fields: Fields): ExecutedCall | undefined {
  const [id, tool, input] = [ownField(block, 'id'), ownField(block, 'name'), ownField(block, 'input')]
  if (ownField(block, 'type') !== 'tool_use' || typeof id !== 'string' || typeof tool !== 'string') return undefined
  const at = Date.parse(String(ownField(fields, 'timestamp')))
  const [session, cwd] = [ownField(fields, 'sessionId'), ownField(fields, 'cwd')]
  return {
    id,
    tool,
    input: isFields(input) ? input : {},
    at: Number.isNaN(at) ? 0 : at,
    session: typeof session === 'string' ? session : '',
    cwd: typeof cwd === 'string' ? cwd : '',
  }
}

import { derivedCallId } from '../hook-runtime/call-id.ts'
import { type Fields, isFields, optionalText, ownField, parseFields, requiredText } from '../hook-runtime/fields.ts'
import { FRESH_START_SOURCES } from '../hook-runtime/fresh-start.ts'
import { type HostEvent, InvalidPayloadError } from '../integration.ts'

/** What the host reported, in our words. It does not tell whose sub-agent calls. */
export function readEvent(text: string): HostEvent {
  const fields = parseFields(text)
  const event = ownField(fields, 'hook_event_name')
  const told = {
    sessionId: requiredText(fields, 'session_id'),
    cwd: requiredText(fields, 'cwd'),
    transcript: optionalText(fields, 'transcript_path'),
  }
  switch (event) {
    case 'BeforeTool':
      return { kind: 'tool-use', ...told, ...readCall(fields) }
    case 'AfterTool':
      return { kind: 'tool-ran', ...told, callId: readCall(fields).callId, consent: [] }
    case 'BeforeAgent':
      return { kind: 'prompt', ...told, text: optionalText(fields, 'prompt') ?? '', typed: true }
    case 'SessionStart':
      return { kind: 'session-start', ...told, fresh: FRESH_START_SOURCES.has(ownField(fields, 'source')) }
    case 'PreCompress':
      return { kind: 'other', ...told }
    default:
      throw new InvalidPayloadError(`an event this hook does not know: ${JSON.stringify(event)}`)
  }
}

function readCall(fields: Fields) {
  const input = ownField(fields, 'tool_input')
  if (!isFields(input)) throw new InvalidPayloadError('a call without a whole input')
  const name = requiredText(fields, 'tool_name')
  return { tool: nameOf(name, ownField(fields, 'mcp_context')), input, callId: derivedCallId(name, input) }
}

/** A server's tool has one name that joins both; which part is the server's stands beside it. */
function nameOf(name: string, server: unknown): string {
  if (!isFields(server)) return name
  const [from, tool] = [optionalText(server, 'server_name'), optionalText(server, 'tool_name')]
  return from === undefined || tool === undefined ? name : `mcp__${from}__${tool}`
}

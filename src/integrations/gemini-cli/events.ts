import { BadPayload, type HostEvent } from '../integration.ts'
import { callIdOf } from '../seat/call-id.ts'
import { type Fields, fieldsIn, isFields, optional, own, required } from '../seat/fields.ts'

/** Starts of a conversation that has no past. */
const BEGINNINGS: ReadonlySet<unknown> = new Set(['startup', 'clear'])

/** What the host told, in our words. It does not tell whose sub-agent calls. */
export function readEvent(text: string): HostEvent {
  const fields = fieldsIn(text)
  const event = own(fields, 'hook_event_name')
  const told = {
    sessionId: required(fields, 'session_id'),
    cwd: required(fields, 'cwd'),
    transcript: optional(fields, 'transcript_path'),
  }
  switch (event) {
    case 'BeforeTool':
      return { kind: 'tool-use', ...told, ...callIn(fields) }
    case 'AfterTool':
      return { kind: 'tool-ran', ...told, callId: callIn(fields).callId, consent: [] }
    case 'BeforeAgent':
      return { kind: 'prompt', ...told, text: optional(fields, 'prompt') ?? '', typed: true }
    case 'SessionStart':
      return { kind: 'session-start', ...told, fresh: BEGINNINGS.has(own(fields, 'source')) }
    case 'PreCompress':
      return { kind: 'other', ...told }
    default:
      throw new BadPayload(`an event this hook does not know: ${JSON.stringify(event)}`)
  }
}

function callIn(fields: Fields) {
  const input = own(fields, 'tool_input')
  if (!isFields(input)) throw new BadPayload('a call without a whole input')
  const name = required(fields, 'tool_name')
  return { tool: nameOf(name, own(fields, 'mcp_context')), input, callId: callIdOf(name, input) }
}

/** A server's tool has one name that joins both; which part is the server's stands beside it. */
function nameOf(name: string, server: unknown): string {
  if (!isFields(server)) return name
  const [from, tool] = [optional(server, 'server_name'), optional(server, 'tool_name')]
  return from === undefined || tool === undefined ? name : `mcp__${from}__${tool}`
}

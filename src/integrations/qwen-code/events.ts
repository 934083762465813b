import { BadPayload, type HostEvent } from '../integration.ts'
import { type Fields, fieldsIn, isFields, optional, own, required } from '../seat/fields.ts'

/** Starts of a conversation that has no past. */
const BEGINNINGS: ReadonlySet<unknown> = new Set(['startup', 'clear'])

/** What the host told, in our words. */
export function readEvent(text: string): HostEvent {
  const fields = fieldsIn(text)
  const event = own(fields, 'hook_event_name')
  const told = {
    sessionId: required(fields, 'session_id'),
    cwd: required(fields, 'cwd'),
    transcript: optional(fields, 'transcript_path'),
    agentId: optional(fields, 'agent_id'),
    mode: optional(fields, 'permission_mode'),
  }
  // The model's own id of the call stands in the record too.
  const callId = optional(fields, 'tool_call_id') ?? optional(fields, 'tool_use_id')
  switch (event) {
    case 'PreToolUse':
      return { kind: 'tool-use', ...told, callId, ...callIn(fields) }
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return { kind: 'tool-ran', ...told, callId, consent: [] }
    case 'UserPromptSubmit':
      return promptOf(fields, told)
    case 'SessionStart': {
      const fresh = BEGINNINGS.has(own(fields, 'source'))
      return { kind: 'session-start', ...told, fresh, model: optional(fields, 'model') }
    }
    case 'SubagentStart':
    case 'SubagentStop':
    case 'PreCompact':
      return { kind: 'other', ...told }
    default:
      throw new BadPayload(`an event this hook does not know: ${JSON.stringify(event)}`)
  }
}

/** The event also comes with every result of a tool, and for sub-agents: only what was submitted is a person's. */
function promptOf(fields: Fields, told: Pick<HostEvent, 'sessionId' | 'cwd' | 'agentId'>): HostEvent {
  const submitted = optional(fields, 'submitted_prompt')
  const text = submitted ?? optional(fields, 'prompt') ?? ''
  if (text === '') return { kind: 'other', ...told }
  return { kind: 'prompt', ...told, text, typed: submitted !== undefined }
}

function callIn(fields: Fields) {
  const input = own(fields, 'tool_input')
  if (!isFields(input)) throw new BadPayload('a call without a whole input')
  return { tool: required(fields, 'tool_name'), input }
}

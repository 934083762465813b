import { type Fields, isFields, optionalText, ownField, parseFields, requiredText } from '../hook-runtime/fields.ts'
import { FRESH_START_SOURCES } from '../hook-runtime/fresh-start.ts'
import { type HostEvent, InvalidPayloadError } from '../integration.ts'

/** What the host reported, in our words. */
export function readEvent(text: string): HostEvent {
  const fields = parseFields(text)
  const event = ownField(fields, 'hook_event_name')
  const told = {
    sessionId: requiredText(fields, 'session_id'),
    cwd: requiredText(fields, 'cwd'),
    transcript: optionalText(fields, 'transcript_path'),
    agentId: optionalText(fields, 'agent_id'),
    mode: optionalText(fields, 'permission_mode'),
  }
  // The model's own id of the call stands in the record too.
  const callId = optionalText(fields, 'tool_call_id') ?? optionalText(fields, 'tool_use_id')
  switch (event) {
    case 'PreToolUse':
      return { kind: 'tool-use', ...told, callId, ...readCall(fields) }
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return { kind: 'tool-ran', ...told, callId, consent: [] }
    case 'UserPromptSubmit':
      return promptOf(fields, told)
    case 'SessionStart': {
      const fresh = FRESH_START_SOURCES.has(ownField(fields, 'source'))
      return { kind: 'session-start', ...told, fresh, model: optionalText(fields, 'model') }
    }
    case 'SubagentStart':
    case 'SubagentStop':
    case 'PreCompact':
      return { kind: 'other', ...told }
    default:
      throw new InvalidPayloadError(`an event this hook does not know: ${JSON.stringify(event)}`)
  }
}

/** The event also comes with every result of a tool, and for sub-agents: only what was submitted is a person's. */
function promptOf(fields: Fields, told: Pick<HostEvent, 'sessionId' | 'cwd' | 'agentId'>): HostEvent {
  const submitted = optionalText(fields, 'submitted_prompt')
  const text = submitted ?? optionalText(fields, 'prompt') ?? ''
  if (text === '') return { kind: 'other', ...told }
  return { kind: 'prompt', ...told, text, typed: submitted !== undefined }
}

function readCall(fields: Fields) {
  const input = ownField(fields, 'tool_input')
  if (!isFields(input)) throw new InvalidPayloadError('a call without a whole input')
  return { tool: requiredText(fields, 'tool_name'), input }
}

import { isFields, optionalText, ownField, parseFields, requiredText } from '../hook-runtime/fields.ts'
import { InvalidPayloadError } from '../integration.ts'

/** What Claude Code hands to a hook on stdin, checked. Everything in it is hostile but for the channel itself. */
export interface HookPayload {
  readonly event: HookEvent
  readonly sessionId: string
  readonly cwd: string
  readonly transcriptPath: string | undefined
  readonly permissionMode: string | undefined
  readonly agentId: string | undefined
  readonly agentType: string | undefined
  readonly toolName: string
  readonly toolInput: Readonly<Record<string, unknown>>
  readonly toolUseId: string | undefined
  readonly toolResponse: unknown
  readonly prompt: string
  readonly promptId: string | undefined
  readonly source: string
  readonly filePath: string | undefined
  readonly model: string | undefined
}

export const HOOK_EVENTS = [
  'PreToolUse',
  'PermissionRequest',
  'PermissionDenied',
  'UserPromptSubmit',
  'PostToolUse',
  'SessionStart',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'ConfigChange',
] as const

export type HookEvent = (typeof HOOK_EVENTS)[number]

export function parsePayload(text: string): HookPayload {
  const value = parseFields(text)
  const event = ownField(value, 'hook_event_name')
  if (typeof event !== 'string' || !(HOOK_EVENTS as readonly string[]).includes(event))
    throw new InvalidPayloadError(`an event this hook does not know: ${JSON.stringify(event)}`)
  const input = ownField(value, 'tool_input')
  const needsTool = event === 'PreToolUse' || event === 'PermissionRequest'
  if (needsTool && (!isFields(input) || typeof ownField(value, 'tool_name') !== 'string'))
    throw new InvalidPayloadError(`${event} without a tool's name and input`)
  return {
    event: event as HookEvent,
    sessionId: requiredText(value, 'session_id'),
    cwd: requiredText(value, 'cwd'),
    transcriptPath: optionalText(value, 'transcript_path'),
    permissionMode: optionalText(value, 'permission_mode'),
    agentId: optionalText(value, 'agent_id'),
    agentType: optionalText(value, 'agent_type'),
    toolName: optionalText(value, 'tool_name') ?? '',
    toolInput: isFields(input) ? input : {},
    toolUseId: optionalText(value, 'tool_use_id'),
    toolResponse: ownField(value, 'tool_response'),
    prompt: optionalText(value, 'prompt') ?? '',
    promptId: optionalText(value, 'prompt_id'),
    source: optionalText(value, 'source') ?? '',
    filePath: optionalText(value, 'file_path'),
    model: optionalText(value, 'model'),
  }
}
